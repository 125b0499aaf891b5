import { type Check, isActive, plans } from '../conformance/session/check.ts'
import { allChecks } from '../conformance/checks/all-checks.ts'
import { missingFlags, selectChecks } from '../conformance/runner/runner.ts'
import { planCosts } from '../conformance/runner/plan-costs.ts'
import type { ConformFlags } from './conform-flags.ts'

/** What a run would do and cost, and what the other plans would; nothing is sent. */
export function toDryRun(flags: ConformFlags): string {
  const { target, plan, only } = flags
  const chosen = selectChecks(allChecks, plan, only)
  return [
    `Plan ${plan} on ${target.baseUrl}. Nothing was sent.`,
    '',
    table(flags),
    '',
    ...(only.length > 0 ? ['A part of a plan costs less than the whole:', ...ids(chosen), ''] : []),
    ...budget(flags),
    'Keys and conversations are deleted at the end. Where the deployment has no way to do so, keys',
    'stay behind disabled, and conversations as they are.',
    ...missing(flags, chosen),
    '',
  ].join('\n')
}

function table({ plan, only }: ConformFlags): string {
  const columns = ['plan', 'checks', 'requests', 'turns', 'keys', 'conversations']
  const widths = columns.map(({ length }) => length)
  const rows = plans.map((each) => {
    const { requests, turns, keys, conversations } = planCosts[each]
    const checks = selectChecks(allChecks, each, only).length
    return [each, checks, `≤ ${requests}`, turns, keys, conversations].map(String)
  })
  return [columns, ...rows]
    .map((row) => {
      const cells = row.map((cell, at) =>
        at === 0 ? cell.padEnd(11) : cell.padStart(widths[at] ?? 0),
      )
      return `${row[0] === plan ? '>' : ' '} ${cells.join('  ')}`
    })
    .join('\n')
}

const ids = (checks: readonly Check[]): readonly string[] =>
  checks.map(({ id, level }) => `  ${level.padEnd(8)} ${id}`)

function budget({ plan, maxTurns }: ConformFlags): readonly string[] {
  const { turns } = planCosts[plan]
  return maxTurns === undefined || maxTurns >= turns
    ? []
    : [`--max-turns ${maxTurns} is less than the ${turns} of this plan: some checks are skipped.`]
}

function missing({ target }: ConformFlags, checks: readonly Check[]): readonly string[] {
  const unmet = checks.filter(isActive).flatMap((check) => missingFlags(check, target) ?? [])
  return [...Map.groupBy(unmet, (flags) => flags)].map(
    ([flags, same]) => `${same.length} checks are skipped without ${flags}.`,
  )
}
