import type { RuleId } from '../../contract/rules.ts'
import type { Level, Plan } from '../session/check.ts'

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

/** One exchange as a report shows it: secrets masked, body cut. */
export type Evidence = {
  /** What this exchange should have shown, and what it showed instead. */
  readonly expected?: string
  readonly got?: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** A command that shows it again, with secrets as placeholders. */
  readonly curl: string
}

/** The verdict of one check. */
export type Result = {
  readonly id: string
  readonly level: Level
  readonly clause: string
  readonly rule: RuleId
  /** The rule in our words. */
  readonly says: string
  readonly verdict: Verdict
  readonly message: string
  /** How many instances broke the rule. */
  readonly instances: number
  /** What the check saw, where it returned something. */
  readonly observation?: unknown
  readonly evidence: readonly Evidence[]
  /** The command that serves a platform with this failure, where it failed. */
  readonly onPurpose?: string
}

/** Failing checks that break one and the same rule. */
type Cause = {
  readonly rule: RuleId
  readonly instances: number
  readonly checks: readonly string[]
}

/** What came of the calls that one kind of caller made to one operation. */
export type CallSummary = {
  /** The credential in words, such as `user`, `chat key` or `no credential`. */
  readonly principal: string
  /** Method and path, such as `GET /api/agents/{id}`. */
  readonly operation: string
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>
  /** All of them together, in milliseconds; a stream counts until it was left. */
  readonly totalMs: number
  readonly slowestMs: number
}

/**
 * What a target's replies look like, without their values: for each operation and status, such as
 * `GET /api/agents 200`, or event of a stream, the JSON types seen at each pointer; `*` is any item.
 */
export type Shapes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export type Report = {
  readonly target: string
  readonly plan: Plan
  readonly summary: Readonly<Record<Verdict, number>>
  readonly causes: readonly Cause[]
  readonly results: readonly Result[]
  /** What the run made and could not remove. */
  readonly leftovers: readonly string[]
  /** Who called what, how often and how fast. */
  readonly calls: readonly CallSummary[]
  /** What the replies of the run consist of. */
  readonly shapes?: Shapes
  /** What the run cost, and if its budget was too small for all of it. */
  readonly spent: Spent
  /** The run was stopped before its end. */
  readonly interrupted?: true
  /** The time of the run was over before its end: what was not judged by then is skipped. */
  readonly outOfTime?: true
}

/** Counts the verdicts and groups the failures by the rule they break. */
export function toReport(
  target: string,
  plan: Plan,
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
 * The exit code that a report deserves: 0 green, 1 failures, 4 unreachable or mostly blocked,
 * 5 a budget of turns or time that left something out, 6 too little decided, 7 an error of the suite itself,
 * 130 stopped before its end. `strict` counts warnings as failures.
 */
export function exitCode(report: Report, strict = false): 0 | 1 | 4 | 5 | 6 | 7 | 130 {
  if (report.interrupted) return 130
  const { selected, decided, considered, blocked } = countDecided(report)
  if (blocked > 0 && blocked * 2 > considered) return 4
  if (report.summary.fail > 0 || (strict && report.summary.warn > 0)) return 1
  if (report.summary.error > 0) return 7
  if (report.spent.overBudget || report.outOfTime) return 5
  const isThin = decided < considered * leastDecided || decided <= selected * leastApplied
  return isThin ? 6 : 0
}

// A green run that decided less than this share of what applied, or skipped nearly all of what was
// selected (for want of credentials, mostly), would promise too much.
const leastDecided = 0.6
const leastApplied = 0.2

/** How many `must` checks applied, and what became of them. */
export function countDecided(report: Report): {
  readonly selected: number
  readonly considered: number
  readonly decided: number
  readonly blocked: number
} {
  const musts = report.results.filter(({ level }) => level === 'must')
  const considered = musts.filter(({ verdict }) => verdict !== 'skipped')
  return {
    selected: musts.length,
    considered: considered.length,
    decided: considered.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    blocked: considered.filter(({ verdict }) => verdict === 'blocked').length,
  }
}

/** What a run has cost. */
export type Spent = {
  /** All requests, also repeated ones and those of the clean-up. */
  readonly requests: number
  /** Turns of the agent that were started, on purpose or not. */
  readonly turns: number
  /** True once something was left out because no more turns were allowed. */
  readonly overBudget: boolean
}
