import type { Check } from '../check.ts'

export const cursorChecks: readonly Check[] = []
