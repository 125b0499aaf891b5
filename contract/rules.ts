import { chatRules } from './rules/chat.ts'
import { generalRules } from './rules/general.ts'

/** Every rule of the specification by its slug. */
export const rules = { ...generalRules, ...chatRules }

/** The slug of a rule, made for a text search: never reused, never numbered. */
export type RuleId = keyof typeof rules
