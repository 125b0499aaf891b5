import { toGlob } from '../../contract/glob.ts'
import { summarizeCalls } from '../report/calls.ts'
import { isUnavailable, type Exchange } from '../session/exchange.ts'
import {
  type ActiveCheck,
  type Check,
  type PassiveCheck,
  type Plan,
  isActive,
  isPassive,
  plans,
  type Need,
} from '../session/check.ts'
import { allChecks } from '../checks/all-checks.ts'
import { cleanUp } from './clean-up.ts'
import { quoteMasked } from '../report/evidence.ts'
import { runCheck, toResult, type CheckOutcome } from './run-check.ts'
import type { TestSession, Target } from '../session/test-session.ts'
import { defaultMaxTime, defaultTimeout, type Limits, suiteLimits } from '../session/limits.ts'
import { createMask } from '../report/mask.ts'
import { each, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { createRecorder } from './recorder.ts'
import { toReport, type Report, type Result, type Verdict } from '../report/report.ts'
import type { Ledger } from './residue.ts'
import { collectShapes } from '../report/shapes.ts'
import { type Sleep, systemTime } from '../session/time.ts'
import type { Fetch } from '../http/transport.ts'

export type RunOptions = {
  readonly target: Target
  readonly plan: Plan
  /** The checks to choose from; all of the suite by default. */
  readonly checks?: readonly Check[]
  /** Globs over the ids of checks, such as `keys.*`; none means all. */
  readonly only?: readonly string[]
  readonly fetch?: Fetch
  /** Milliseconds that only rise. */
  readonly now?: () => number
  /** Waits; may settle earlier once the signal aborts. */
  readonly sleep?: Sleep
  /** How long (ms) an effect may lag behind its cause; 3000 by default. */
  readonly grace?: number
  /** Milliseconds until a request counts as unanswered, its body included; 30000 by default. */
  readonly timeout?: number
  /**
   * Milliseconds until the run is ended: what was not judged by then is skipped, and the clean-up
   * and the report follow. Ten minutes by default.
   */
  readonly maxTime?: number | undefined
  /** How much of its answers is read; see `suiteLimits`. */
  readonly limits?: Limits
  /** How many turns of the agent may be started; what needs more is skipped. Any number by default. */
  readonly maxTurns?: number | undefined
  /** How many requests a second may be sent; as many as go by default. */
  readonly rate?: number | undefined
  /** Marks all that this run makes; random by default. */
  readonly tag?: string
  readonly onProgress?: (progress: Progress) => void
  /** Told of each check once it is decided; those that judge all traffic come last, together. */
  readonly onDecided?: (decided: DecidedCheck) => void
  /** Told of all that the run makes, before it is made; see `removeResidue`. */
  readonly ledger?: Ledger | undefined
  /**
   * Ends the run: the request under way is given up, unless it makes something; the clean-up and the
   * report of what was decided follow.
   */
  readonly stop?: AbortSignal | undefined
}

export type Progress = { readonly done: number; readonly of: number; readonly id: string }

/** A check that has its verdict while the run goes on. */
export type DecidedCheck = {
  readonly id: string
  readonly verdict: Verdict
  /** The same in words, with every secret masked that the run knows so far. */
  result(): Result
}

/**
 * Judges a target by the checks of a plan, one after another, and removes what it made. Never
 * throws for what the target does; see `exitCode` for what a report amounts to.
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  const { target, plan, checks = allChecks, only = [], onProgress } = options
  const session = createRunRecorder(options)
  const run = (check: ActiveCheck) =>
    runCheck(check, async () => {
      if (options.stop?.aborted) skip('the run was stopped before it')
      session.throwIfEnded()
      return runActive(check, session)
    })
  const selected = selectChecks(checks, plan, only)
  const active = selected.filter(isActive)
  const passive = selected.filter(isPassive)
  const outcomes: CheckOutcome[] = []
  const note = (outcome: CheckOutcome) => {
    outcomes.push(outcome)
    const { check, verdict } = outcome
    const result = () => toResult(outcome, createMask(target, session.exchanges))
    options.onDecided?.({ id: check.id, verdict, result })
  }
  for (const [done, check] of active.entries()) {
    onProgress?.({ done, of: active.length, id: check.id })
    note(await run(check))
  }
  for (const check of feeders(passive, active, selectChecks(checks, plan))) await run(check)
  const ending = {
    ...(options.stop?.aborted && ({ interrupted: true } as const)),
    ...(session.isOutOfTime && ({ outOfTime: true } as const)),
  }
  // Before the passive checks: what answers to the clean-up is judged as well.
  const leftovers = await cleanUp(session)
  for (const check of passive) note(await runCheck(check, () => runPassive(check, session)))
  const mask = createMask(target, session.exchanges)
  const report = toReport(
    target.baseUrl,
    plan,
    outcomes.map((outcome) => toResult(outcome, mask)),
    leftovers.map((left) => quoteMasked(left, mask)),
    summarizeCalls(target, session.exchanges).map((calls) => ({
      ...calls,
      operation: quoteMasked(calls.operation, mask),
    })),
    session.spent,
  )
  const shapes = collectShapes(session.exchanges.filter(isWhole), mask)
  return { ...report, shapes, ...ending }
}

/** The options by which a run tells how far it is. */
export type ProgressCallbacks = 'onProgress' | 'onDecided'

/** The way to the target that a run records, with what its options leave out. */
export const createRunRecorder = (
  options: Omit<RunOptions, 'checks' | 'only' | ProgressCallbacks>,
) =>
  createRecorder({
    target: options.target,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    now: options.now ?? systemTime.now,
    sleep: options.sleep ?? systemTime.sleep,
    grace: options.grace ?? 3000,
    timeout: options.timeout ?? defaultTimeout,
    maxTime: options.maxTime ?? defaultMaxTime,
    limits: options.limits ?? suiteLimits,
    maxTurns: options.maxTurns,
    rate: options.rate,
    tag: options.tag ?? crypto.randomUUID().slice(0, 8),
    ledger: options.ledger,
    stop: options.stop,
  })

/** The checks that a plan holds and whose id one of the globs matches, in the order of a run. */
export function selectChecks(
  checks: readonly Check[],
  plan: Plan,
  only: readonly string[] = [],
): readonly Check[] {
  const affordable = plans.slice(0, plans.indexOf(plan) + 1)
  const patterns = only.map((glob) => toGlob(glob))
  return checks.filter(
    (check) =>
      (!isActive(check) || affordable.includes(check.plan)) &&
      (patterns.length === 0 || patterns.some((fits) => fits(check.id))),
  )
}

async function runActive(check: ActiveCheck, session: TestSession): Promise<unknown> {
  const missing = missingFlags(check, session.target)
  if (missing !== undefined) skip(`needs ${missing}`)
  return check.run(session)
}

/** Why a check of all traffic can't say that there is nothing to find. */
const notKept = (answers: number): string =>
  `${answers === 1 ? 'an answer was' : `${answers} answers were`} cut, and nothing is known of the rest`

/** Whether it is an answer of the service that was kept with its body. */
const isWhole = (exchange: Exchange): boolean =>
  !isUnavailable(exchange) && exchange.cutReason === undefined

async function runPassive(check: PassiveCheck, session: TestSession): Promise<unknown> {
  const instances = session.exchanges.filter(
    (exchange) => isWhole(exchange) && check.applies(exchange),
  )
  const cut = session.exchanges.filter(({ cutReason }) => cutReason !== undefined).length
  if (instances.length === 0 && cut === 0)
    skip('no reply of this run is of the kind that it judges')
  const seen =
    instances.length === 0 ? [] : await each(instances, (exchange) => check.verify(exchange))
  // What it would have found in them is not known, so that it can fail but not pass.
  if (cut > 0) throw new Blocked(notKept(cut))
  return check.level === 'observe' ? [...new Set(seen)] : undefined
}

// A passive check on its own would have no traffic to judge, so those that bring it run unreported.
function feeders(
  passive: readonly PassiveCheck[],
  running: readonly ActiveCheck[],
  checks: readonly Check[],
): readonly ActiveCheck[] {
  if (running.length > 0) return []
  const wanted = new Set(passive.flatMap((check) => check.trafficFrom ?? []))
  return checks.filter(isActive).filter((check) => wanted.has(check.id))
}

/** The flags that a check would need and that were not given; undefined where nothing is missing. */
export function missingFlags(check: ActiveCheck, target: Target): string | undefined {
  const hasLogin = target.email !== undefined && target.password !== undefined
  const given: Record<Need, boolean> = {
    user: hasLogin || target.apiKey !== undefined,
    login: hasLogin,
    'other-user': target.otherEmail !== undefined && target.otherPassword !== undefined,
    'expired-token': target.expiredToken !== undefined,
  }
  const missing = check.needs?.find((need) => !given[need])
  return missing && flags[missing]
}

const flags: Record<Need, string> = {
  user: '--email and --password, or --api-key',
  login: '--email and --password',
  'other-user': '--other-email and --other-password',
  'expired-token': '--expired-token',
}
