import type { Rule } from './rule.ts'

export const chatRules = {} as const satisfies Record<string, Rule>
