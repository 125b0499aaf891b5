import type { Rule } from './rule.ts'

export const generalRules = {} as const satisfies Record<string, Rule>
