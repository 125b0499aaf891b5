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

/** What stands behind several failures at once. */
export type CauseGroup = {
  /** The rule that they all break; where it is several, what they all expected and got. */
  readonly title: string
  readonly clauses: string
  readonly instances: number
  readonly failures: readonly Result[]
}

/**
 * Failures by their likely cause, the one behind most checks first: those that saw the same instead
 * of the same belong together, whatever rule they judge, and of the rest those of one rule.
 */
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

/** `1 cause, 13 checks`: how much there really is to repair. */
export function causesTitle(groups: readonly CauseGroup[]): string {
  const checks = groups.reduce((sum, { failures }) => sum + failures.length, 0)
  return `${formatCount(groups.length, 'cause')}, ${formatCount(checks, 'check')}`
}

/** Why checks came to no verdict: one reason, and all that share it. */
export type ReasonGroup = {
  readonly verdict: Verdict
  readonly reason: string
  readonly results: readonly Result[]
}

/** The checks that came to no verdict by their reason, the one that most share first. */
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

/** What a run amounts to, in a sentence and the numbers behind it. */
export function summaryText(report: Report, strict = false): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  return `${sentenceOf(report, strict)} ${counts}. ${decidedOf(report)}`
}

/** The same without the numbers of each verdict, for where they are shown beside it. */
export const shortSummary = (report: Report): string => `${sentenceOf(report)} ${decidedOf(report)}`

function sentenceOf(report: Report, strict = false): string {
  const code = exitCode(report, strict)
  const isShort = code === 5 && report.outOfTime
  const sentence = isShort ? 'The time of the run was over before its checks.' : sentences[code]
  // Failures count for more, but what was not looked at must not go unsaid.
  return report.outOfTime && code !== 5 ? `${sentence} The time of the run was over.` : sentence
}

function decidedOf(report: Report): string {
  const { decided, considered } = countDecided(report)
  return `${decided} of ${considered} checks of the spec's own words decided.`
}

const sentences = {
  0: 'Green.',
  1: 'Not conforming.',
  4: 'Not judged: the target did not answer, or most checks were blocked.',
  5: 'The turns that were allowed were not enough; see --max-turns.',
  6: 'Too little was decided to call it green.',
  7: 'The suite itself failed in a check.',
  130: 'Stopped before its end.',
} as const

/** How a run stands to its baseline, a line for the sum and one for each entry to look at. */
export function baselineLines(standing: BaselineComparison): readonly string[] {
  const { newFailures, known, expired, stale, undecided } = standing
  return [
    `Baseline: ${newFailures.length} new, ${known.length} known, ${expired.length} expired, ${stale.length} stale.`,
    ...expired.map(({ check, owner, expires }) => `  expired  ${check}, on ${expires} (${owner})`),
    ...stale.map(({ check }) => `  stale    ${check} passes now: take its entry out`),
    ...undecided.map(({ check }) => `  unknown  ${check} was not decided in this run`),
    ...(isBaselineOutdated(standing) ? ['The baseline is out of date.'] : []),
  ]
}

/** Whether an entry is to be taken out, or its day is over. */
export const isBaselineOutdated = ({ expired, stale }: BaselineComparison): boolean =>
  expired.length + stale.length > 0

/** The same for the end of a report in a terminal. */
export const toBaselineText = (standing: BaselineComparison): string =>
  escapeLines(baselineLines(standing))
