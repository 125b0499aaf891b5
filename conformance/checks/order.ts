import type { Check } from '../check.ts'

export const orderChecks: readonly Check[] = []
