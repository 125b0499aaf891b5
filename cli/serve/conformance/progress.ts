import type {
  CheckFailure,
  RunProgress,
  VerdictCounts,
} from '../../../contract/control/conformance.ts'
import type { Plan } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import { groupCauses } from '../../../conformance/reporters/summary.ts'
import type { Result, Verdict } from '../../../conformance/report/report.ts'
import { type DecidedCheck, selectChecks } from '../../../conformance/runner/runner.ts'
import { type ChoiceId, choices } from '../../../contract/choices.ts'
import { type Pick as Picked, picksAt, type Profile } from '../../../contract/picks.ts'

/** Counts the verdicts of a run, for a world with this profile. */
export function createProgress(plan: Plan, only: readonly string[], profile: Profile) {
  const selected = selectChecks(allChecks, plan, only)
  const groups = new Map(
    [...Map.groupBy(selected, ({ id }) => groupOf(id))].map(([name, { length }]) => [
      name,
      { name, checks: length, verdicts: {} as Partial<Record<Verdict, number>> },
    ]),
  )
  const verdicts: Partial<Record<Verdict, number>> = {}
  const failures: Omit<CheckFailure, 'cause'>[] = []
  const results: Result[] = []
  const seenBy = new Map(selected.map(({ id, detects: sees = [] }) => [id, sees]))
  const onPurpose = deviationsOf(profile)

  return {
    add({ id, verdict, result }: DecidedCheck): void {
      count(verdicts, verdict)
      count(groups.get(groupOf(id))?.verdicts ?? {}, verdict)
      if (!reportedVerdicts.has(verdict)) return
      const whole = result()
      const { clause, says, message } = whole
      results.push(whole)
      const played = onPurpose.filter(({ choice }) => seenBy.get(id)?.includes(choice))
      failures.push({ id, verdict, clause, says, message, played })
    },
    now: (): RunProgress => ({
      checks: selected.length,
      done: sum(verdicts),
      verdicts,
      groups: [...groups.values()].map((group) => ({ ...group, done: sum(group.verdicts) })),
      failures: withCauses(failures, results),
    }),
  }
}

/** Adds the likely causes, by which the report groups failures, too. */
function withCauses(
  failures: readonly Omit<CheckFailure, 'cause'>[],
  results: readonly Result[],
): CheckFailure[] {
  const causes = new Map(
    groupCauses(results).flatMap((group) => group.failures.map(({ id }) => [id, group.title])),
  )
  return failures.map((failure) => ({ ...failure, cause: causes.get(failure.id) ?? failure.says }))
}

const groupOf = (id: string): string => id.split('.')[0] ?? id

const reportedVerdicts: ReadonlySet<Verdict> = new Set(['fail', 'error', 'warn'])

const count = (verdicts: Partial<Record<Verdict, number>>, verdict: Verdict) =>
  (verdicts[verdict] = (verdicts[verdict] ?? 0) + 1)

const sum = (verdicts: VerdictCounts): number =>
  Object.values(verdicts).reduce((total, some) => total + some, 0)

/** The picks of a profile that deviate from the specification, for any operation. */
function deviationsOf(profile: Profile): CheckFailure['played'] {
  const all = [picksAt(profile), ...Object.values(profile.at)].flatMap(
    (picks) => Object.entries(picks) as [ChoiceId, Picked][],
  )
  const deviating = all.filter(
    ([choice, { option }]) => choices[choice].options[option]?.grade === 'deviates',
  )
  return [...new Map(deviating)].map(([choice, { option }]) => ({ choice, option }))
}
