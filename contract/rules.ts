import { accessRules } from './rules/access.ts'
import { chatRules } from './rules/chat.ts'
import { endpointRules } from './rules/endpoints.ts'
import { resourceRules } from './rules/resources.ts'
import type { Rule } from './rules/rule.ts'

const ruleTable = { ...resourceRules, ...endpointRules, ...accessRules, ...chatRules }

/** The id of a rule, such as `login.token-lifetime`. Ids are stable and never reused. */
export type RuleId = keyof typeof ruleTable

/**
 * Every rule of the specification by id, in the order of its sections.
 *
 * @example
 * const sentences = Object.values(rules).map(({ says }) => says)
 */
export const rules: { readonly [Id in RuleId]: Rule } = ruleTable
