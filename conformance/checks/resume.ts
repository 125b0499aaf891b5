import type { Check } from '../check.ts'

export const resumeChecks: readonly Check[] = []
