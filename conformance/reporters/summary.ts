import {
  type Report,
  type Result,
  type Verdict,
  countDecided,
  exitCode,
  isDifference,
  isMostlyBlocked,
  isPass,
  verdicts,
} from '../report/report.ts'
import { escapeLines } from '../../contract/escape.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import { profileRule } from '../session/check.ts'
import { formatCount } from '../../contract/format-count.ts'
import { type BaselineComparison, exitCodeWithBaseline } from '../report/baseline.ts'

/** Failures with the same likely cause, and the checks that they block. */
export type CauseGroup = {
  /** The violated rule, or for several rules the expected and actual value of all failures. */
  readonly title: string
  readonly clauses: string
  readonly instances: number
  readonly failures: readonly Result[]
  /** Checks that could not run because of these failures. */
  readonly blocked: readonly Result[]
}

/**
 * Groups failures by their likely cause: the same `expected` and `got`, or the same rule. The cause
 * that blocks most checks comes first. Among equal causes, a field with a wrong value or type comes
 * first, because other failures follow from it; then the cause that was found first.
 */
export function groupCauses(results: readonly Result[]): readonly CauseGroup[] {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  const blocked = results.filter(({ blockedBy }) => blockedBy !== undefined)
  const alike = [...Map.groupBy(failed, signature).values()]
  const single = alike.filter(({ length }) => length === 1).flat()
  const shared = alike.filter(({ length }) => length > 1)
  const place = ({ failures: [first] }: CauseGroup) =>
    first === undefined ? 0 : failed.indexOf(first) + (isAboutForm(first) ? 0 : failed.length)
  return [...shared, ...Map.groupBy(single, causeId).values()]
    .map((failures) => toGroup(failures, blocked))
    .toSorted((a, b) => b.blocked.length - a.blocked.length || place(a) - place(b))
}

/** Whether a failure is about the value or type of a field: `expires_in to be 7200`. */
const isAboutForm = ({ evidence: [first] }: Result): boolean =>
  / to be /.test(first?.expected ?? '')

/** Returns the id of the cause of a failure: the check if it compares a shape, else the rule. */
const causeId = ({ id, rule }: Result): string => (rule === profileRule.id ? id : rule)

const signature = ({ id, evidence: [first] }: Result): string =>
  first?.expected === undefined ? id : `expected ${first.expected}, got ${first.got ?? 'missing'}`

function toGroup(failures: readonly Result[], blocked: readonly Result[]): CauseGroup {
  const rules = new Set(failures.map(({ says }) => says))
  const clauses = new Set(failures.map(({ clause }) => clause))
  const [first] = failures
  return {
    title: (rules.size === 1 ? first?.says : first && signature(first)) ?? '',
    clauses: [...clauses].toSorted().join(', '),
    instances: failures.reduce((sum, { instances }) => sum + instances, 0),
    failures,
    blocked: blocked.filter(({ blockedBy }) => failures.some(({ id }) => id === blockedBy)),
  }
}

/** Formats a cause as one line: first check, number of failed and blocked checks, and values. */
export function causeLine({ title, failures, blocked }: CauseGroup): string {
  const [first] = failures
  const others = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  const blocks = blocked.length > 0 ? ` (blocks ${blocked.length})` : ''
  const isAlike = first && failures.every((each) => signature(each) === signature(first))
  const isQuoted = isAlike && first.evidence[0]?.expected !== undefined
  const subject = isQuoted ? signature(first) : isAlike ? first.message : title
  return shortenWithLength(`${first?.id}${others}${blocks}: ${subject}`, maxLine)
}

/** Maximum characters of a line. A longer line would wrap in most terminals. */
export const maxLine = 150

/** Returns the numbers of causes and checks, such as `1 cause, 13 checks`. */
export function causesTitle(groups: readonly CauseGroup[]): string {
  const checks = groups.reduce((sum, { failures }) => sum + failures.length, 0)
  return `${formatCount(groups.length, 'cause')}, ${formatCount(checks, 'check')}`
}

/** Undecided checks with the same reason. */
export type ReasonGroup = {
  readonly verdict: Verdict
  readonly reason: string
  readonly results: readonly Result[]
}

/** Groups the undecided checks by their reason, the most frequent first. */
export function groupUndecided({ results }: Report): readonly ReasonGroup[] {
  return (['blocked', 'inconclusive', 'skipped'] as const).flatMap((verdict) => {
    const undecided = results.filter((result) => result.verdict === verdict)
    return [...Map.groupBy(undecided, causeOf).values()]
      .map((group) => ({ verdict, reason: reasonOf(group), results: group }))
      .toSorted((a, b) => b.results.length - a.results.length)
  })
}

/** Returns the text that groups undecided checks: failed check, set-up expectation, or message. */
function causeOf({ blockedBy, verdict, message, evidence: [root] }: Result): string {
  if (verdict !== 'blocked') return message
  return blockedBy ?? (root?.expected === undefined ? message : `expected ${root.expected}`)
}

function reasonOf([first]: readonly Result[]): string {
  if (first === undefined) return ''
  const { blockedBy, message } = first
  return blockedBy === undefined ? message : `by ${blockedBy}: ${message}`
}

export const checkIds = (results: readonly Result[]): readonly string[] =>
  results.map(({ id }) => id)

/** A summary of the shape checks. `differing` has checks with differences and without a failure. */
export type ShapeSummary = { readonly text: string; readonly differing: readonly Result[] }

/** Summarizes the checks of shapes. Undefined if the run had none. */
export function summarizeShapes({ results }: Report): ShapeSummary | undefined {
  const all = results.filter(({ rule }) => rule === profileRule.id)
  if (all.length === 0) return undefined
  const differing = all.filter(isDifference)
  const failed = all.filter(({ verdict }) => verdict === 'fail').length
  const fitting = all.filter(isPass).length
  const differ = differing.length + failed
  const rest = all.length - fitting - differ
  const text = `Shapes of the profile: ${fitting} of ${formatCount(all.length, 'operation')} as declared, ${differ} not, ${rest} not seen.`
  return { text, differing }
}

/** Returns the result of a run as text, with the number of checks for each verdict. */
export function summaryText(report: Report, strict = false): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  return `${sentenceOf(report, strict)} ${counts}. ${decidedOf(report)}`
}

/**
 * Formats the cost of a run, such as `Cost: 433 requests, 0 turns, 1.1 s.`, or the traffic size.
 */
export function costText({ spent, traffic, plan }: Report): string {
  if (traffic !== undefined)
    return `${formatCount(traffic.exchanges, 'exchange')}, ${traffic.judged} judged.`
  const { requests, turns, unexpectedTurns, ms } = spent
  const refusable = unexpectedTurns > 0 ? ` (${unexpectedTurns} not refused by the target)` : ''
  const cost = `Cost: ${formatCount(requests, 'request')}, ${formatCount(turns, 'turn')}${refusable}, ${(ms / 1000).toFixed(1)} s.`
  const startsNoTurn = plan === 'smoke' || plan === 'core'
  return startsNoTurn ? `${cost} Streams are checked from --plan turn on.` : cost
}

/** Returns the result of a run as text, without the number of checks for each verdict. */
export const shortSummary = (report: Report): string => `${sentenceOf(report)} ${decidedOf(report)}`

function sentenceOf(report: Report, strict = false): string {
  const code = exitCode(report, strict)
  const isShort = code === 5 && report.outOfTime
  const sentence = isShort
    ? 'The run reached its time limit before all checks were done.'
    : code === 6 && report.traffic !== undefined
      ? 'The traffic reached too few rules; see --min-rules.'
      : code === 4 && report.traffic !== undefined
        ? 'Nothing of the traffic was judged.'
        : code === 0
          ? greenText(report)
          : sentences[code]
  // The exit code shows only the failures, so the reason for undecided checks is added.
  return [
    sentence,
    ...(code === 1 && isMostlyBlocked(report) ? ['Most checks were blocked.'] : []),
    ...(report.outOfTime && code !== 5 ? ['The run reached its time limit.'] : []),
  ].join(' ')
}

function decidedOf(report: Report): string {
  if (report.traffic !== undefined)
    return `${report.traffic.reached} of ${report.results.length} rules reached.`
  const { decided, selected } = countDecided(report)
  return `${decided} of ${selected} must checks decided.`
}

/** Formats exit code 0 as text, with the blocked checks, which the exit code does not show. */
function greenText(report: Report): string {
  const [most, ...others] = groupBlocked(report)
  if (most === undefined) return 'Green.'
  const qualifier = others.length === 0 ? '' : ', most often'
  const reason = shortenWithLength(most.reason, maxLine).replace(/\.$/, '')
  return `Green, but ${formatCount(report.summary.blocked, 'check')} could not run${qualifier}: ${reason}.`
}

/** Returns the most frequent reason why checks were blocked. */
export const whyBlocked = (report: Report): string => groupBlocked(report)[0]?.reason ?? ''

/** Returns the blocked checks by their reason, the most frequent first. */
const groupBlocked = (report: Report): readonly ReasonGroup[] =>
  groupUndecided(report).filter(({ verdict }) => verdict === 'blocked')

const sentences = {
  1: 'Not conforming.',
  4: 'Not decided: the target did not respond, or most checks were blocked.',
  5: 'More turns were needed than allowed; see --max-turns.',
  6: 'Too few checks were decided to call the run green.',
  7: 'The suite itself failed in a check.',
  130: 'Stopped before its end.',
} as const

/** Formats a comparison with the baseline: a summary, and a line for each entry to look at. */
export function baselineLines(comparison: BaselineComparison): readonly string[] {
  const { newFailures, known, expired, stale, unbroken, undecided } = comparison
  return [
    `Baseline: ${newFailures.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale.`,
    ...expired.map(({ check, owner, expires }) => `  expired  ${check}, on ${expires} (${owner})`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: remove its entry`),
    ...unbroken.map(
      ({ check }) => `  unbroken ${check} was not broken by this traffic: keep its entry`,
    ),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
    ...(isBaselineOutdated(comparison) ? ['The baseline is out of date.'] : []),
  ]
}

/** Whether an entry must be removed or has expired. */
export const isBaselineOutdated = ({ expired, stale }: BaselineComparison): boolean =>
  expired.length + stale.length > 0

/** Why a run is neither green nor failed. */
export type Shortcoming = { readonly what: 'baseline' | 'too few results'; readonly says: string }

/** The names of the tests that fail for a shortcoming, in JUnit and in `conformanceTests`. */
export const shortcomingNames: Readonly<Record<Shortcoming['what'], string>> = {
  baseline: 'the baseline is up to date',
  'too few results': 'enough was decided',
}

/** Finds the reason for an exit code that no result of a check shows. */
export function findShortcoming(
  report: Report,
  strict = false,
  comparison?: BaselineComparison,
): Shortcoming | undefined {
  const code = comparison
    ? exitCodeWithBaseline(report, comparison, strict)
    : exitCode(report, strict)
  if (code === 2 && comparison)
    return { what: 'baseline', says: baselineLines(comparison).join('\n') }
  // Failed checks (1) and errors of the suite (7) are in the results.
  return code === 0 || code === 1 || code === 7
    ? undefined
    : { what: 'too few results', says: summaryText(report, strict) }
}

/** Formats a comparison with the baseline for a terminal. */
export const toBaselineText = (comparison: BaselineComparison): string =>
  escapeLines(baselineLines(comparison))
