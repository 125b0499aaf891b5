import { escapeJson } from '../../contract/escape.ts'
import { type Check, isActive, type Plan, statementOf } from '../session/check.ts'

/** A check as a list shows it. */
type ListedCheck = Pick<Check, 'id' | 'level' | 'rule'> & {
  /** The section and rule of the specification, such as `5.R7`. */
  readonly clause: string
  /** What the rule says. */
  readonly says: string
  /** The cheapest plan that sends its requests; a check without own requests is in every plan. */
  readonly plan: Plan | 'every'
}

/** Lists checks, one in each line: level, cheapest plan, clause and id. */
export const checkListText = (checks: readonly Check[]): string =>
  checks
    .map(listed)
    .map(
      ({ level, plan, clause, id }) =>
        `${level.padEnd(8)}${plan.padEnd(12)}${clause.padEnd(10)}${id}\n`,
    )
    .join('')

/** Lists checks as JSON: an array of objects with `id`, `level`, `plan`, `rule`, `clause`, `says`. */
export const checkListJson = (checks: readonly Check[]): string =>
  `${escapeJson(JSON.stringify(checks.map(listed), null, 2))}\n`

function listed(check: Check): ListedCheck {
  const { id, level, rule } = check
  const { clause, says } = statementOf(rule)
  return { id, level, plan: isActive(check) ? check.plan : 'every', rule, clause, says }
}
