import { coverage, exitCode, verdicts } from '../report.ts'
import type { Report } from '../report.ts'
import { exitCodeAgainst } from '../standing.ts'
import type { Standing } from '../standing.ts'

/** What a run amounts to, in a sentence and the numbers behind it. */
export function conclusion(report: Report, strict = false, standing?: Standing): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  const { decided, considered } = coverage(report)
  const sentence = sentences[codeOf(report, strict, standing)]
  return `${sentence} ${counts}. ${decided} of ${considered} checks of the spec's own words decided.`
}

/** The exit code of a run, by its baseline where it has one. */
export const codeOf = (report: Report, strict: boolean, standing: Standing | undefined) =>
  standing ? exitCodeAgainst(report, standing, strict) : exitCode(report, strict)

const sentences = {
  0: 'Green.',
  1: 'Not conforming.',
  2: 'The baseline is out of date.',
  4: 'Not judged: the target did not answer, or most checks were blocked.',
  5: 'The turns that were allowed were not enough; see --max-turns.',
  6: 'Too little was decided to call it green.',
  7: 'The suite itself failed in a check.',
} as const
