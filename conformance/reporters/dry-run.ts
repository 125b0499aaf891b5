import { allChecks } from '../checks/all-checks.ts'
import { maxUnexpectedTurns, planCosts } from '../runner/plan-costs.ts'
import { missingFlags, selectChecks } from '../runner/runner.ts'
import {
  type Check,
  isActive,
  type Plan,
  plans,
  profileRule,
  statementOf,
} from '../session/check.ts'
import { formatCount } from '../../contract/format-count.ts'
import type { Target } from '../session/test-session.ts'
import { escapeJson } from '../../contract/escape.ts'
import { type Block, sectionGap, paragraph, table } from '../../report/document.ts'
import { renderTerminal } from '../../report/terminal.ts'

type PlannedRun = {
  readonly target: Target
  readonly plan: Plan
  readonly only: readonly string[]
  /** The checks to select from; by default all checks of the suite. */
  readonly checks?: readonly Check[]
  readonly maxTurns?: number | undefined
}

/** Describes the checks and the cost of a run, and the cost of other plans. Sends no request. */
export function dryRunText(flags: PlannedRun): string {
  const { target, plan, only, checks = allChecks } = flags
  const chosen = selectChecks(checks, plan, only)
  const named = only.length > 0 ? chosen : []
  return renderTerminal({
    title: `Plan ${plan} on ${target.baseUrl}. Nothing was sent.`,
    body: [
      sectionGap,
      planTable(flags),
      sectionGap,
      paragraph(...(named.length > 0 ? ['These checks cost less than the whole plan:'] : [])),
      table(
        [],
        named.map(({ id, level }) => [`  ${level}`, id]),
      ),
      sectionGap,
      paragraph(
        ...shapeLines(chosen),
        ...turnBudgetLines(flags),
        'Keys and conversations are deleted at the end. If the deployment cannot delete them, keys stay',
        'disabled, and conversations stay unchanged.',
        ...missingFlagLines(flags, chosen),
      ),
    ],
  })
}

const planTable = ({ plan, only, checks = allChecks }: PlannedRun): Block =>
  table(
    ['  plan', 'checks', 'requests', 'turns', 'keys', 'conversations'],
    plans.map((each) => {
      const { requests, turns, keys, conversations } = planCosts[each]
      const name = `${each === plan ? '>' : ' '} ${each}`
      const most = `≤ ${requests}`
      return [name, selectChecks(checks, each, only).length, most, turns, keys, conversations]
    }),
  )

function shapeLines(checks: readonly Check[]): readonly string[] {
  const { length } = checks.filter(({ rule }) => rule === profileRule.id)
  if (length === 0) return []
  return [
    `The profile adds ${formatCount(length, 'check')} to the requests of the table: one request each, and a few to find`,
    'records for the parameters of its paths. In each of its collections that can delete, one record',
    'is created and deleted, except in plan smoke.',
  ]
}

function turnBudgetLines({ plan, maxTurns }: PlannedRun): readonly string[] {
  if (plan === 'smoke') return []
  const { turns } = planCosts[plan]
  return [
    `A deployment that does not refuse what it should can start up to ${maxUnexpectedTurns} more turns. Each is cut at`,
    'its first byte, and --max-turns counts it.',
    ...(maxTurns === undefined || maxTurns >= turns
      ? []
      : [
          `--max-turns ${maxTurns} is less than the ${turns} of this plan: some checks are skipped.`,
        ]),
    ...(maxTurns === 0
      ? ['--max-turns 0 also skips each request that could start a turn on such a deployment.']
      : []),
  ]
}

function missingFlagLines({ target }: PlannedRun, checks: readonly Check[]): readonly string[] {
  const missingNames = checks.filter(isActive).flatMap((check) => missingFlags(check, target) ?? [])
  return [...Map.groupBy(missingNames, (flags) => flags)].map(
    ([flags, same]) => `${same.length} checks are skipped without ${flags}.`,
  )
}

/** The data of a check that a list of checks shows. */
type ListedCheck = Pick<Check, 'id' | 'level' | 'rule'> & {
  /** The section and the number of the rule in the specification, such as `5.R7`. */
  readonly clause: string
  /** The text of the rule. */
  readonly says: string
  /** The cheapest plan that runs the check; `every` for a check that sends no requests. */
  readonly plan: Plan | 'every'
}

/** Lists checks, one in each line: level, cheapest plan, clause and id. */
export const checkListText = (checks: readonly Check[]): string =>
  checks
    .map(toListedCheck)
    .map(
      ({ level, plan, clause, id }) =>
        `${level.padEnd(8)}${plan.padEnd(12)}${clause.padEnd(10)}${id}\n`,
    )
    .join('')

/** Lists checks as JSON: an array with `id`, `level`, `plan`, `rule`, `clause`, `says` for each. */
export const checkListJson = (checks: readonly Check[]): string =>
  `${escapeJson(JSON.stringify(checks.map(toListedCheck), null, 2))}\n`

function toListedCheck(check: Check): ListedCheck {
  const { id, level, rule } = check
  const { clause, says } = statementOf(rule)
  return { id, level, plan: isActive(check) ? check.plan : 'every', rule, clause, says }
}
