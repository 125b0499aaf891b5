import { toGlob } from '../../contract/glob.ts'
import { refuseOldRuntime } from '../../contract/runtime.ts'
import { collectShapes, findPrincipals, type Principals, summarizeCalls } from '../report/calls.ts'
import { computeOnce } from '../../contract/memoize.ts'
import { createReproducer } from '../report/reproduction.ts'
import { toScript } from '../report/reproduction-script.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import {
  type ActiveCheck,
  type Check,
  isActive,
  isPassive,
  type Need,
  type PassiveCheck,
  type Plan,
  plans,
  statementOf,
} from '../session/check.ts'
import { allChecks } from '../checks/all-checks.ts'
import { cleanUp } from './clean-up.ts'
import {
  collectEvidence,
  collectFindings,
  findBlocker,
  maskObservation,
  quoteMasked,
} from '../report/evidence.ts'
import type { Target, TestSession } from '../session/test-session.ts'
import { defaultTimeout, type Limits } from '../session/limits.ts'
import { createMask, type Mask } from '../report/mask.ts'
import { checkEach, skip } from '../session/assertions.ts'
import { Blocked, Finding, Findings, Inconclusive, Skipped } from '../session/outcomes.ts'
import { planCosts } from './plan-costs.ts'
import { createRecorder } from './recorder.ts'
import { type Report, type Result, toReport, type Verdict } from '../report/report.ts'
import type { Ledger } from './residue.ts'
import type { Sleep } from '../session/time.ts'
import type { Fetch } from '../http/transport.ts'
import { isError } from '../../contract/realm-safe.ts'
import { formatValue } from '../session/json.ts'
import { mutantCommand } from '../mutants/all-mutants.ts'

/** The options of a run. Times are in milliseconds. */
export type RunOptions = {
  readonly target: Target
  readonly plan: Plan
  /** The checks to select from; by default all checks of the suite. */
  readonly checks?: readonly Check[]
  /** Globs for the ids of checks, such as `keys.*`; by default all. */
  readonly only?: readonly string[]
  readonly fetch?: Fetch
  /** Returns a monotonic time in milliseconds. */
  readonly now?: () => number
  /** Waits a number of milliseconds, or less if the signal aborts. */
  readonly sleep?: Sleep
  /** Milliseconds to wait for a delayed effect, such as a changed list item; 3000 by default. */
  readonly grace?: number
  /** Timeout of a request in milliseconds, including its body; 30000 by default. */
  readonly timeout?: number
  /** Milliseconds for all checks, without the clean-up; 600000 (ten minutes) by default. */
  readonly maxTime?: number | undefined
  /** The limits on reading a response; see `suiteLimits`. */
  readonly limits?: Limits
  /** Maximum number of turns; unlimited by default. Checks that need more turns are skipped. */
  readonly maxTurns?: number | undefined
  /** Maximum number of requests per second; unlimited by default. */
  readonly rate?: number | undefined
  /** A text that is part of the name of each record of this run; random by default. */
  readonly tag?: string
  readonly onProgress?: (progress: Progress) => void
  /** Called when a check has its verdict. Passive checks are decided together at the end. */
  readonly onDecided?: (decided: DecidedCheck) => void
  /** Receives an entry before the run creates a record; see `removeResidue`. */
  readonly ledger?: Ledger | undefined
  /** Stops the run: aborts the pending request, then cleans up and reports. */
  readonly stop?: AbortSignal | undefined
}

/**
 * The id of the check that starts now, the number of finished checks, and the number of all checks.
 */
export type Progress = { readonly done: number; readonly of: number; readonly id: string }

/** A check that has its verdict, while the run continues. */
export type DecidedCheck = {
  readonly id: string
  readonly verdict: Verdict
  /** Returns the result of the check. Masks all secrets that the run has seen so far. */
  result(): Result
}

/**
 * Runs the checks of a plan against a target, one after another, and removes what they created.
 * Throws only if Node is too old, never because of the target; `exitCode` evaluates the report.
 * @example
 * const report = await runConformance({ target: { baseUrl, email, password }, plan: 'core' })
 * process.exitCode = exitCode(report)
 */
export async function runConformance(options: RunOptions): Promise<Report> {
  const { target, plan, checks = allChecks, only = [], onProgress } = options
  const session = createRunRecorder(options)
  const run = async (check: ActiveCheck): Promise<CheckOutcome> => {
    const began = session.now()
    const since = session.exchanges.length
    const outcome = await runCheck(check, async () => {
      if (options.stop?.aborted) skip('the run was stopped before this check')
      session.throwIfEnded()
      return runActive(check, session)
    })
    return { ...outcome, ms: session.now() - began, since }
  }
  const selected = selectChecks(checks, plan, only)
  const active = selected.filter(isActive)
  const passive = selected.filter(isPassive)
  const outcomes: CheckOutcome[] = []
  const record = (outcome: CheckOutcome) => {
    outcomes.push(outcome)
    const { check, verdict } = outcome
    const result = () =>
      toResult(
        outcome,
        createMask(target, session.exchanges),
        findPrincipals(target, session.exchanges),
      )
    options.onDecided?.({ id: check.id, verdict, result })
  }
  for (const [done, check] of active.entries()) {
    onProgress?.({ done, of: active.length, id: check.id })
    record(await run(check))
  }
  // If only passive checks are selected, the checks that produce traffic for them run first. These
  // active checks are not reported.
  if (active.length === 0)
    for (const check of trafficChecks(passive, selectChecks(checks, plan))) await run(check)
  const ending = {
    ...(options.stop?.aborted && ({ interrupted: true } as const)),
    ...(session.isOutOfTime && ({ outOfTime: true } as const)),
  }
  // Cleans up before the passive checks, so that they also judge the responses of the clean-up.
  const leftovers = await cleanUp(session)
  for (const check of passive) record(await runCheck(check, () => runPassive(check, session)))
  const mask = createMask(target, session.exchanges)
  const failures = outcomes.filter(({ verdict }) => verdict === 'fail')
  const principals = findPrincipals(target, session.exchanges)
  const reproduce = createScriptWriter(session.exchanges, principals, options, mask)
  const report = toReport(
    target.baseUrl,
    plan,
    outcomes.map((outcome) => ({
      ...toResult(outcome, mask, principals, failures),
      ...reproduce(outcome),
    })),
    leftovers.map((left) => quoteMasked(left, mask)),
    summarizeCalls(principals).map((calls) => ({
      ...calls,
      operation: quoteMasked(calls.operation, mask),
    })),
    session.spent,
  )
  const shapes = collectShapes(session.exchanges.filter(isCompleteResponse), mask)
  return { ...report, shapes, ...ending }
}

/** The options that report the progress of a run. */
export type ProgressCallbacks = 'onProgress' | 'onDecided'

/** Creates the recorder of a run. Throws if Node is too old. */
export function createRunRecorder(
  options: Omit<RunOptions, 'checks' | 'only' | ProgressCallbacks>,
) {
  refuseOldRuntime()
  return createRecorder({
    ...options,
    plannedTurns: planCosts[options.plan].turns,
    tag: options.tag ?? crypto.randomUUID().slice(0, 8),
  })
}

/** Returns the checks of a plan whose id matches one of the globs, in the order of a run. */
export function selectChecks(
  checks: readonly Check[],
  plan: Plan,
  only: readonly string[] = [],
): readonly Check[] {
  const affordable = plans.slice(0, plans.indexOf(plan) + 1)
  const ids = new Set(only)
  const patterns = only.filter((glob) => glob.includes('*')).map((glob) => toGlob(glob))
  const selected: Check[] = []
  for (const check of checks) {
    const isWanted = ids.size === 0 || ids.has(check.id) || patterns.some((fits) => fits(check.id))
    if (isWanted && (!isActive(check) || affordable.includes(check.plan))) selected.push(check)
  }
  return selected
}

async function runActive(check: ActiveCheck, session: TestSession): Promise<unknown> {
  const missing = missingFlags(check, session.target)
  if (missing !== undefined) skip(`needs ${missing}`)
  return check.run(session)
}

/** Returns the reason why a passive check cannot pass. */
const whyIncomplete = (count: number): string =>
  `${count === 1 ? 'a response was' : `${count} responses were`} cut, so the result is incomplete`

/** Whether the service itself responded, and the body was not dropped. */
const isCompleteResponse = (exchange: Exchange): boolean =>
  !isUnavailable(exchange) && exchange.cutReason === undefined

/** Ends the check if responses of the kind `among` exist, but none has the part to check. */
function requirePart({ among }: PassiveCheck, exchanges: readonly Exchange[]): void {
  const count = among === undefined ? 0 : exchanges.filter(among.applies).length
  if (among === undefined || count === 0) return
  const { kind, lacks, reportedBy } = among
  const reason = `none of the ${count} ${kind} has ${lacks}`
  if (reportedBy === undefined) skip(reason)
  throw new Blocked(reason, { reportedBy })
}

async function runPassive(check: PassiveCheck, session: TestSession): Promise<unknown> {
  const instances = session.exchanges.filter(
    (exchange) => isCompleteResponse(exchange) && check.applies(exchange),
  )
  const cut = session.exchanges.filter(({ cutReason }) => cutReason !== undefined).length
  if (instances.length === 0 && cut === 0) {
    requirePart(check, session.exchanges.filter(isCompleteResponse))
    skip('this run has no response of the kind that the check covers')
  }
  const results =
    instances.length === 0 ? [] : await checkEach(instances, (exchange) => check.verify(exchange))
  // A dropped body may violate the rule, so the check cannot pass.
  if (cut > 0) throw new Blocked(whyIncomplete(cut))
  return check.level === 'observe' ? [...new Set(results)] : undefined
}

function trafficChecks(
  passive: readonly PassiveCheck[],
  checks: readonly Check[],
): readonly ActiveCheck[] {
  const trafficIds = new Set(passive.flatMap((check) => check.trafficFrom ?? []))
  return checks.filter(isActive).filter((check) => trafficIds.has(check.id))
}

/** Returns the flags that a check needs and that were not given; undefined if none is missing. */
export function missingFlags(check: ActiveCheck, target: Target): string | undefined {
  const hasLogin = target.email !== undefined && target.password !== undefined
  const given: Record<Need, boolean> = {
    user: hasLogin || target.apiKey !== undefined,
    login: hasLogin,
    'other-user': target.otherEmail !== undefined && target.otherPassword !== undefined,
    'expired-token': target.expiredToken !== undefined,
  }
  const missing = check.needs?.find((need) => !given[need])
  return missing && flagsForNeed[missing]
}

const flagsForNeed: Record<Need, string> = {
  user: '--email and --password, or --api-key',
  login: '--email and --password',
  'other-user': '--other-email and --other-password',
  'expired-token': '--expired-token',
}

/** The verdict of a check, with the value that it returned or the error that it threw. */
type CheckOutcome = {
  readonly check: Check
  readonly verdict: Verdict
  readonly returned?: unknown
  readonly thrown?: unknown
  /** Milliseconds that the check took, if they were measured. */
  readonly ms?: number
  /** For an active check: the number of exchanges before the check started. */
  readonly since?: number
}

/** Creates a function that returns the script to reproduce a failed check that has an exchange. */
function createScriptWriter(
  exchanges: readonly Exchange[],
  principals: Principals,
  { target, timeout = defaultTimeout }: Pick<RunOptions, 'target' | 'timeout'>,
  mask: Mask,
) {
  const reproducerOf = computeOnce(() => createReproducer(exchanges))
  return ({ check, verdict, thrown, since = exchanges.length }: CheckOutcome) => {
    const [finding] = collectFindings(thrown)
    if (finding?.exchange === undefined || !/^(fail|warn)$/.test(verdict)) return {}
    const reproduction = reproducerOf()(finding.exchange, since)
    if (reproduction === undefined) return {}
    const { id, level, rule } = check
    const [expected, got] = [finding.expected, finding.got].map((text) => quoteMasked(text, mask))
    const failure = {
      id,
      level,
      ...statementOf(rule),
      expected: expected ?? '',
      got: got ?? '',
    }
    const principalOf = (exchange: Exchange) => principals.get(exchange) ?? 'no credential'
    return {
      reproduce: toScript(reproduction, { target, failure, finding, principalOf, mask, timeout }),
    }
  }
}

/** Runs a check and returns its outcome. Never throws: an error decides the verdict. */
async function runCheck(check: Check, run: () => Promise<unknown>): Promise<CheckOutcome> {
  try {
    const verdict = check.level === 'observe' ? 'observed' : 'pass'
    const returned = await run()
    return { check, verdict, returned: isNothing(returned) ? undefined : returned }
  } catch (thrown) {
    return { check, verdict: verdictOf(check, thrown), thrown }
  }
}

/** Whether a result has no observation. A check of several instances returns a list. */
const isNothing = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length > 0 && value.every(isNothing))

function verdictOf(check: Check, thrown: unknown): Verdict {
  if (thrown instanceof Finding || thrown instanceof Findings) return violationVerdicts[check.level]
  if (thrown instanceof Skipped) return 'skipped'
  if (thrown instanceof Blocked) return 'blocked'
  return thrown instanceof Inconclusive ? 'inconclusive' : 'error'
}

const violationVerdicts = { must: 'fail', should: 'warn', observe: 'observed' } as const

/**
 * Converts an outcome to a result for the report. `failures` are the failed checks, one of which
 * may explain why this check is blocked.
 */
function toResult(
  { check, verdict, returned, thrown, ms }: CheckOutcome,
  mask: Mask,
  principals: Principals,
  failures: readonly CheckOutcome[] = [],
): Result {
  const { id, level, rule } = check
  const { clause, says } = statementOf(rule)
  const message = thrown === undefined ? observed(returned) : describeThrown(thrown, verdict)
  const blockedBy = findBlocker(
    thrown,
    failures.map((failure) => ({ id: failure.check.id, thrown: failure.thrown })),
  )
  const command =
    verdict === 'fail' ? mutantCommand(id, collectFindings(thrown)[0]?.got) : undefined
  const observationField =
    returned === undefined ? {} : { observation: maskObservation(returned, mask) }
  return {
    id,
    level,
    clause,
    rule,
    says,
    verdict,
    message: quoteMasked(message, mask.withForms, verdict === 'blocked' ? maxReason : undefined),
    ...(ms === undefined ? {} : { ms: Math.round(ms) }),
    instances: thrown instanceof Blocked ? 0 : collectFindings(thrown).length,
    ...observationField,
    evidence: collectEvidence(thrown, mask, principals),
    ...(command === undefined ? {} : { onPurpose: command }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  }
}

// Maximum characters of the reason of a blocked check. The evidence contains the whole response.
const maxReason = 240

const observed = (returned: unknown): string =>
  returned === undefined ? '' : formatValue(returned)

function describeThrown(thrown: unknown, verdict: Verdict): string {
  if (!isError(thrown)) return String(thrown)
  return verdict === 'error' ? (thrown.stack ?? thrown.message) : thrown.message
}
