import type { Check } from '../check.ts'

export const eventChecks: readonly Check[] = []
