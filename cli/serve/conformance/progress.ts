import type { Plan } from '../../../conformance/session/check.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import type { Result, Verdict } from '../../../conformance/report/report.ts'
import { type DecidedCheck, selectChecks } from '../../../conformance/runner/runner.ts'
import { type ChoiceId, choices } from '../../../contract/choices.ts'
import { type Pick as Picked, picksAt, type Profile } from '../../../contract/picks.ts'

/** How often each verdict was found; those that were not are left out. */
type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>

/** What was decided of some checks. */
type CheckCounts = {
  readonly checks: number
  readonly done: number
  readonly verdicts: VerdictCounts
}

/** What a run has decided so far. */
export type RunProgress = CheckCounts & {
  /** The same by the first word of the ids of checks, in the order of a run. */
  readonly groups: readonly ({ readonly name: string } & CheckCounts)[]
  /** What failed, or departs from what is implied, as it came. */
  readonly failures: readonly Failure[]
}

/** A check that fails or warns. */
export type Failure = Pick<Result, 'id' | 'verdict' | 'clause' | 'says' | 'message'> & {
  /** The picks of the world that make it fail: then it does what it was told. */
  readonly played: readonly { readonly choice: ChoiceId; readonly option: string }[]
}

/** Counts the checks of a plan as they are decided, for a world that plays a profile. */
export function createProgress(plan: Plan, profile: Profile) {
  const selected = selectChecks(allChecks, plan)
  const groups = new Map(
    [...Map.groupBy(selected, ({ id }) => groupOf(id))].map(([name, { length }]) => [
      name,
      { name, checks: length, verdicts: {} as Partial<Record<Verdict, number>> },
    ]),
  )
  const verdicts: Partial<Record<Verdict, number>> = {}
  const failures: Failure[] = []
  const seenBy = new Map(selected.map(({ id, detects: sees = [] }) => [id, sees]))
  const onPurpose = deviationsOf(profile)

  return {
    add({ id, verdict, result }: DecidedCheck): void {
      count(verdicts, verdict)
      count(groups.get(groupOf(id))?.verdicts ?? {}, verdict)
      if (!reportedVerdicts.has(verdict)) return
      const { clause, says, message } = result()
      const played = onPurpose.filter(({ choice }) => seenBy.get(id)?.includes(choice))
      failures.push({ id, verdict, clause, says, message, played })
    },
    now: (): RunProgress => ({
      checks: selected.length,
      done: sum(verdicts),
      verdicts,
      groups: [...groups.values()].map((group) => ({ ...group, done: sum(group.verdicts) })),
      failures,
    }),
  }
}

const groupOf = (id: string): string => id.split('.')[0] ?? id

const reportedVerdicts: ReadonlySet<Verdict> = new Set(['fail', 'error', 'warn'])

const count = (verdicts: Partial<Record<Verdict, number>>, verdict: Verdict) =>
  (verdicts[verdict] = (verdicts[verdict] ?? 0) + 1)

const sum = (verdicts: VerdictCounts): number =>
  Object.values(verdicts).reduce((total, some) => total + some, 0)

/** The picks of a profile that contradict the specification, at any operation. */
function deviationsOf(profile: Profile): Failure['played'] {
  const all = [picksAt(profile), ...Object.values(profile.at)].flatMap(
    (picks) => Object.entries(picks) as [ChoiceId, Picked][],
  )
  const deviating = all.filter(
    ([choice, { option }]) => choices[choice].options[option]?.grade === 'deviates',
  )
  return [...new Map(deviating)].map(([choice, { option }]) => ({ choice, option }))
}
