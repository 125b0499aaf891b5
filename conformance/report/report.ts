import type { CheckRule, Level, Plan } from '../session/check.ts'

export const verdicts = [
  'pass',
  'fail',
  'warn',
  'observed',
  'skipped',
  'blocked',
  'inconclusive',
  'error',
] as const

export type Verdict = (typeof verdicts)[number]

/** One exchange in a report. Its secrets are masked and its body is truncated. */
export type Evidence = {
  /** The value that the check expected. */
  readonly expected?: string
  readonly got?: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A command that repeats the request, with placeholders for secrets. */
  readonly curl: string
}

/** The result of one check. */
export type Result = {
  readonly id: string
  readonly level: Level
  readonly clause: string
  readonly rule: CheckRule
  /** The text of the rule, as this suite words it. */
  readonly says: string
  readonly verdict: Verdict
  readonly message: string
  /** Duration of the check in milliseconds, including the shared set-ups that it ran first. */
  readonly ms?: number
  /** Number of violations of the rule. */
  readonly instances: number
  /** The observation that the check returned, if any. */
  readonly observation?: unknown
  readonly evidence: readonly Evidence[]
  /** For a failure: the command that serves a mutant with the same failure. */
  readonly onPurpose?: string
  /** The text of a Node module that reproduces the failure; see docs/conformance.md. */
  readonly reproduce?: string
  /** For a blocked check: the id of the failed check that reports the cause, if there is one. */
  readonly blockedBy?: string
}

/** Whether a response differs from a shape of the profile, which without `--strict` is no failure. */
export const isDifference = ({ verdict, instances }: Result): boolean =>
  verdict === 'observed' && instances > 0

/** Whether a check found no violation of its rule. */
export const isPass = ({ verdict, instances }: Result): boolean =>
  verdict === 'pass' || (verdict === 'observed' && instances === 0)

/** The failed checks of one rule. */
type Cause = {
  readonly rule: CheckRule
  readonly instances: number
  readonly checks: readonly string[]
}

/** The calls of one operation with one kind of credential. */
export type CallSummary = {
  /** The kind of credential, such as `user`, `chat key` or `no credential`. */
  readonly principal: string
  /** Method and path, such as `GET /api/agents/{id}`. */
  readonly operation: string
  /** The number of responses with each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Total duration in milliseconds; of a stream, until it was closed or cut. */
  readonly totalMs: number
  readonly slowestMs: number
}

/**
 * The shapes of all responses, without values. Keys are an operation and a status, such as `GET
 * /api/agents 200`, and for a stream an event type. Values are the JSON types at each JSON pointer.
 */
export type Shapes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Traffic of other clients that the rules judged. */
export type JudgedTraffic = {
  readonly exchanges: number
  /** The number of exchanges with a complete response, which the rules judged. */
  readonly judged: number
  /** The number of rules that could judge at least one exchange. */
  readonly reached: number
  /** The required minimum of `reached`. If `reached` is lower, the exit code is 6. */
  readonly minRules: number
}

/** Check ids by group. The checks of `stale` pass but have an entry; all others failed. */
export type BaselineSummary = Readonly<Record<'new' | 'known' | 'expired' | 'stale', Ids>>
type Ids = readonly string[]

/** The result of a conformance run. */
export type Report = {
  readonly target: string
  /** The command that started the run, without flags for credentials, baseline and reports. */
  readonly command?: string
  /** When the run started, such as `2026-11-21T08:00:00.000Z`. */
  readonly startedAt?: string
  /** The version of the suite. */
  readonly version?: string
  /** `traffic` if the suite sent nothing itself. */
  readonly plan: Plan | 'traffic'
  readonly summary: Readonly<Record<Verdict, number>>
  readonly causes: readonly Cause[]
  readonly results: readonly Result[]
  /** Records that the run created and could not remove. */
  readonly leftovers: readonly string[]
  /** The number and duration of the calls, by operation and kind of credential. */
  readonly calls: readonly CallSummary[]
  readonly shapes?: Shapes
  /** The cost of the run, and whether its turn budget was too small. */
  readonly spent: Spent
  /** The judged traffic, for plan `traffic`. */
  readonly traffic?: JudgedTraffic
  /** How the failures compare to the baseline, if the run had one. */
  readonly baseline?: BaselineSummary
  /** Set if the run was stopped before its end. */
  readonly interrupted?: true
  /** Set if the run reached its time limit; checks not run by then are skipped. */
  readonly outOfTime?: true
}

/** Counts the verdicts and groups the failures by rule. */
export function toReport(
  target: string,
  plan: Report['plan'],
  results: readonly Result[],
  leftovers: readonly string[],
  calls: readonly CallSummary[],
  spent: Spent,
): Report {
  const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length
  const summary = Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)]))
  return {
    target,
    plan,
    summary: summary as Record<Verdict, number>,
    causes: causesOf(results.filter((result) => result.verdict === 'fail')),
    results,
    leftovers,
    calls,
    spent,
  }
}

function causesOf(failures: readonly Result[]): readonly Cause[] {
  return [...Map.groupBy(failures, (failure) => failure.rule)].map(([rule, group]) => ({
    rule,
    instances: group.reduce((sum, failure) => sum + failure.instances, 0),
    checks: group.map((failure) => failure.id),
  }))
}

/**
 * Returns the exit code of a report: 0 green; 1 a `must` check failed; 4 target unreachable or most
 * checks blocked; 5 the turn or time budget was too small; 6 too few checks were decided; 7 an
 * error of the suite itself; 130 stopped. With `strict`, warnings count as failures.
 * For traffic of other clients: 4 if no rule could judge an exchange, 6 if too few rules could.
 *
 * @example
 * const code = exitCode(await runConformance({ target, plan: 'core' })) // 0 if it is green
 */
export function exitCode(report: Report, strict = false): 0 | 1 | 4 | 5 | 6 | 7 | 130 {
  if (report.interrupted) return 130
  const { traffic } = report
  const { selected, decided, considered } = countDecided(report)
  if (report.summary.fail > 0 || (strict && report.summary.warn > 0)) return 1
  if (traffic !== undefined)
    return traffic.reached === 0 ? 4 : traffic.reached < traffic.minRules ? 6 : 0
  if ((isUnanswered(report) && !report.outOfTime) || isMostlyBlocked(report)) return 4
  if (report.summary.error > 0) return 7
  if (report.spent.overBudget || report.outOfTime) return 5
  const isThin = decided < considered * minDecided || decided <= selected * minApplied
  return isThin ? 6 : 0
}

/** Whether requests were sent, and none got a response. */
export const isUnanswered = ({ calls, spent }: Report): boolean =>
  spent.requests > 0 && calls.length === 0

/** The levels and verdicts of a run, which a stored report has too. */
type Judged = { readonly results: readonly Pick<Result, 'level' | 'verdict'>[] }

/** Whether more than half of the applicable must checks were blocked. */
export function isMostlyBlocked(report: Judged): boolean {
  const { considered, blocked } = countDecided(report)
  return blocked * 2 > considered
}

// Minimum shares of decided checks and of applicable checks. A run with less gets exit code 6
// instead of 0. The usual reason is that credentials were missing.
const minDecided = 0.6
const minApplied = 0.2

/** Counts the applicable `must` checks and their results. */
export function countDecided(report: Judged) {
  const musts = report.results.filter(({ level }) => level === 'must')
  const considered = musts.filter(({ verdict }) => verdict !== 'skipped')
  return {
    selected: musts.length,
    considered: considered.length,
    decided: considered.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    blocked: considered.filter(({ verdict }) => verdict === 'blocked').length,
  }
}

/** The cost of a run. */
export type Spent = {
  /** All requests, including retries and the clean-up. */
  readonly requests: number
  /** The number of started turns, including turns that the target should have refused. */
  readonly turns: number
  /** The number of started turns that a correct target would have refused. */
  readonly unexpectedTurns: number
  /** Set if a check was skipped because no more turns were allowed. */
  readonly overBudget: boolean
  /** Duration of the run in milliseconds, with the clean-up. */
  readonly ms: number
}
