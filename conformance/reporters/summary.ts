import {
  type Report,
  type Result,
  type Verdict,
  countDecided,
  exitCode,
  verdicts,
} from '../report/report.ts'
import { escapeLines } from '../../contract/escape.ts'
import type { BaselineComparison } from '../report/baseline.ts'

/** Failures with the same likely cause. */
export type CauseGroup = {
  /** The rule that they violate or, for several rules, their common expected and actual value. */
  readonly title: string
  readonly clauses: string
  readonly instances: number
  readonly failures: readonly Result[]
}

/** Groups failures by their likely cause: the same `expected` and `got`, or the same rule. */
export function groupCauses(results: readonly Result[]): readonly CauseGroup[] {
  const failed = results.filter(({ verdict }) => verdict === 'fail')
  const alike = [...Map.groupBy(failed, signature).values()]
  const single = alike.filter(({ length }) => length === 1).flat()
  const shared = alike.filter(({ length }) => length > 1)
  return [...shared, ...Map.groupBy(single, ({ rule }) => rule).values()]
    .map(toGroup)
    .toSorted((a, b) => b.failures.length - a.failures.length)
}

const signature = ({ id, evidence: [first] }: Result): string =>
  first?.expected === undefined ? id : `expected ${first.expected}, got ${first.got ?? 'nothing'}`

function toGroup(failures: readonly Result[]): CauseGroup {
  const rules = new Set(failures.map(({ says }) => says))
  const clauses = new Set(failures.map(({ clause }) => clause))
  const [first] = failures
  return {
    title: (rules.size === 1 ? first?.says : first && signature(first)) ?? '',
    clauses: [...clauses].toSorted().join(', '),
    instances: failures.reduce((sum, { instances }) => sum + instances, 0),
    failures,
  }
}

/** The numbers of causes and checks, such as `1 cause, 13 checks`. */
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
    return [...Map.groupBy(undecided, ({ message }) => message)]
      .map(([reason, group]) => ({ verdict, reason, results: group }))
      .toSorted((a, b) => b.results.length - a.results.length)
  })
}

export const formatCount = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

export const checkIds = (results: readonly Result[]): readonly string[] =>
  results.map(({ id }) => id)

/** The result of a run in one sentence, with its numbers. */
export function summaryText(report: Report, strict = false): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  return `${sentenceOf(report, strict)} ${counts}. ${decidedOf(report)}`
}

/** The result of a run in one sentence, without the number of each verdict. */
export const shortSummary = (report: Report): string => `${sentenceOf(report)} ${decidedOf(report)}`

function sentenceOf(report: Report, strict = false): string {
  const code = exitCode(report, strict)
  const isShort = code === 5 && report.outOfTime
  const sentence = isShort
    ? 'The run reached its time limit before all checks were done.'
    : sentences[code]
  // Failures take precedence, but the time limit is mentioned too.
  return report.outOfTime && code !== 5 ? `${sentence} The run reached its time limit.` : sentence
}

function decidedOf(report: Report): string {
  const { decided, considered } = countDecided(report)
  return `${decided} of ${considered} must checks decided.`
}

const sentences = {
  0: 'Green.',
  1: 'Not conforming.',
  4: 'Not decided: the target did not respond, or most checks were blocked.',
  5: 'More turns were needed than allowed; see --max-turns.',
  6: 'Too few checks were decided to call the run green.',
  7: 'The suite itself failed in a check.',
  130: 'Stopped before its end.',
} as const

/** A comparison with the baseline: a summary, and one line for each entry that needs attention. */
export function baselineLines(comparison: BaselineComparison): readonly string[] {
  const { newFailures, known, expired, stale, undecided } = comparison
  return [
    `Baseline: ${newFailures.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale.`,
    ...expired.map(({ check, owner, expires }) => `  expired  ${check}, on ${expires} (${owner})`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: remove its entry`),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
    ...(isBaselineOutdated(comparison) ? ['The baseline is out of date.'] : []),
  ]
}

/** Whether an entry must be removed or has expired. */
export const isBaselineOutdated = ({ expired, stale }: BaselineComparison): boolean =>
  expired.length + stale.length > 0

/** Formats a comparison with the baseline for a terminal. */
export const toBaselineText = (comparison: BaselineComparison): string =>
  escapeLines(baselineLines(comparison))
