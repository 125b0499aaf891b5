import type { Check } from '../check.ts'

export const sseChecks: readonly Check[] = []
