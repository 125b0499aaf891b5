import { coverage, exitCode, verdicts } from '../report.ts'
import type { Report } from '../report.ts'

/** What a run amounts to, in a sentence and the numbers behind it. */
export function conclusion(report: Report, strict = false): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  return `${sentenceOf(report, strict)} ${counts}. ${decidedOf(report)}`
}

/** The same without the numbers of each verdict, for where they are shown beside it. */
export const shortConclusion = (report: Report): string =>
  `${sentenceOf(report)} ${decidedOf(report)}`

function sentenceOf(report: Report, strict = false): string {
  const code = exitCode(report, strict)
  const isShort = code === 5 && report.outOfTime
  const sentence = isShort ? 'The time of the run was over before its checks.' : sentences[code]
  // Failures count for more, but what was not looked at must not go unsaid.
  return report.outOfTime && code !== 5 ? `${sentence} The time of the run was over.` : sentence
}

function decidedOf(report: Report): string {
  const { decided, considered } = coverage(report)
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
