import { setImmediate } from 'node:timers/promises'
import type {
  CheckFailure,
  ConformanceRun,
  RunProgress,
  StopReason,
  VerdictCounts,
} from '../../../contract/control/conformance.ts'
import type { Plan } from '../../../conformance/session/check.ts'
import type { Report, Result, Verdict } from '../../../conformance/report/report.ts'
import { groupCauses, shortSummary } from '../../../conformance/reporters/summary.ts'
import {
  type DecidedCheck,
  runConformance,
  selectChecks,
} from '../../../conformance/runner/runner.ts'
import type { Fetch } from '../../../conformance/http/transport.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { World } from '../../../mocks/world/world.ts'
import type { Target } from '../../../conformance/session/test-session.ts'
import { createAccessToken } from '../../../mocks/world/tokens.ts'
import { allChecks } from '../../../conformance/checks/all-checks.ts'
import { type ChoiceId, choices } from '../../../contract/choices.ts'
import { type Pick as Picked, picksAt, type Profile } from '../../../contract/picks.ts'

export type RunConfig = {
  readonly plan: Plan
  /** Globs for the ids of the checks to run; empty for all checks of the plan. */
  readonly only: readonly string[]
  /** The name of the world whose settings the run uses. */
  readonly like: string
  /** The world that was created for this run. */
  readonly world: World
  readonly baseUrl: string
  readonly fetch: Fetch
}

/** A run of the suite, which may be in progress or finished. */
export type Run = ReturnType<typeof startRun>

export function startRun(order: RunConfig) {
  const { plan, only, like, world, baseUrl } = order
  const { systemClock: wall, profile, name, speed } = world
  const id = crypto.randomUUID()
  const page = `console/report-${id}.html`
  const began = wall.now()
  const tally = createProgress(plan, only, profile)
  const stopping = new AbortController()
  let stopped: StopReason | undefined
  let outcome: { readonly at: number; readonly says: string; readonly report?: Report } | undefined

  /** Stops the run, which then cleans up and reports the results so far. */
  const stop = (why: StopReason) => {
    if (outcome === undefined) stopped ??= why
    stopping.abort()
  }
  const callOff = wall.after(ownLimits.conformanceSeconds * 1000, () => stop('too-long'))

  async function fetch(request: Request): Promise<Response> {
    // Lets other clients of the server get a response between two requests of the run.
    await setImmediate()
    if (world.closed) {
      stop('world-gone')
      // If the request were sent, it would create the deleted world again.
      throw new TypeError('The world of the run was deleted')
    }
    return order.fetch(request)
  }

  async function conform(): Promise<void> {
    try {
      const report = await runConformance({
        target: worldTarget(world, baseUrl),
        plan,
        only,
        fetch,
        grace: graceMs,
        stop: stopping.signal,
        onDecided: tally.add,
      })
      outcome = { at: wall.now(), says: shortSummary(report), report }
    } catch (error) {
      outcome = { at: wall.now(), says: `The suite itself failed: ${String(error)}` }
    } finally {
      callOff()
    }
  }

  return {
    config: order,
    /** The path of the report below the base URL of the server. Nobody can guess the path. */
    page,
    get isOver() {
      return outcome !== undefined
    },
    /** The report; undefined until the run has finished. */
    get report() {
      return outcome?.report
    },
    status: (): ConformanceRun => ({
      id,
      state: outcome ? 'over' : stopped ? 'stopping' : 'running',
      plan,
      only,
      like,
      world: name,
      profile: profile.name,
      speed,
      began_at: new Date(began).toISOString(),
      ms: (outcome?.at ?? wall.now()) - began,
      stopped: stopped ?? null,
      ...tally.now(),
      report: outcome?.report ? page : null,
      conclusion: outcome?.says ?? null,
    }),
    stop,
    /** Resolves when the run has finished. */
    finished: conform(),
  }
}

/** Milliseconds that the suite waits for a delayed effect. Effects in a fake have no delay. */
const graceMs = 300

/** Describes a world as the target of a run, with two users and an expired token. */
function worldTarget(world: World, baseUrl: string): Target {
  const { users } = world.config.fixture
  const [user, other] = world.showcase.users
  const owner = users.find(({ email }) => email === user?.email)
  return {
    baseUrl,
    email: user?.email,
    password: user?.password,
    otherEmail: other?.email,
    otherPassword: other?.password,
    expiredToken: owner && createAccessToken(world, owner, -60),
  }
}

/** Counts the verdicts of a run. `profile` is the profile of its world. */
function createProgress(plan: Plan, only: readonly string[], profile: Profile) {
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
      addVerdict(verdicts, verdict)
      addVerdict(groups.get(groupOf(id))?.verdicts ?? {}, verdict)
      if (!reportedVerdicts.has(verdict)) return
      const check = result()
      const { clause, says, message } = check
      results.push(check)
      const playedPicks = onPurpose.filter(({ choice }) => seenBy.get(id)?.includes(choice))
      const calls = check.evidence.map(({ method, path, status }) => ({ method, path, status }))
      failures.push({ id, verdict, clause, says, message, calls, played: playedPicks })
    },
    now: (): RunProgress => ({
      checks: selected.length,
      done: totalCount(verdicts),
      verdicts,
      groups: [...groups.values()].map((group) => ({ ...group, done: totalCount(group.verdicts) })),
      failures: withCauses(failures, results),
    }),
  }
}

/** Adds the likely cause to each failure. The report also groups failures by these causes. */
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

const addVerdict = (verdicts: Partial<Record<Verdict, number>>, verdict: Verdict) =>
  (verdicts[verdict] = (verdicts[verdict] ?? 0) + 1)

const totalCount = (verdicts: VerdictCounts): number =>
  Object.values(verdicts).reduce((total, some) => total + some, 0)

/** Finds picks that deviate from the specification, for all operations or for single ones. */
function deviationsOf(profile: Profile): CheckFailure['played'] {
  const all = [picksAt(profile), ...Object.values(profile.at)].flatMap(
    (picks) => Object.entries(picks) as [ChoiceId, Picked][],
  )
  const deviatingChoices = all.filter(
    ([choice, { option }]) => choices[choice].options[option]?.grade === 'deviates',
  )
  return [...new Map(deviatingChoices)].map(([choice, { option }]) => ({ choice, option }))
}
