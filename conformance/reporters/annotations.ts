import { escapeCommands, escapeText, maxLineLength } from '../../contract/escape.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import type { Report, Result, Verdict } from '../report/report.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { formatCount } from '../../contract/format-count.ts'
import {
  summaryText,
  costText,
  groupCauses,
  summarizeShapes,
  checkIds,
  type CauseGroup,
  findShortcoming,
  isBaselineOutdated,
  baselineLines,
} from './summary.ts'

/**
 * Formats a report as workflow commands of GitHub Actions: one error for each cause, one warning
 * for each warning (with `strict` an error), and the summary. GitHub shows only the first ten errors
 * of a step.
 *
 * @example
 * if (process.env.GITHUB_ACTIONS) console.log(toAnnotations(report))
 */
export function toAnnotations(
  report: Report,
  strict = false,
  comparison?: BaselineComparison,
): string {
  const of = (verdict: Verdict) => report.results.filter((result) => result.verdict === verdict)
  const { what } = findShortcoming(report, strict, comparison) ?? {}
  const lines = [
    ...of('error').map((result) => command('error', title(result), result.message)),
    ...groupCauses(report.results).map(causeAnnotation),
    ...of('warn').map((result) =>
      command(strict ? 'error' : 'warning', title(result), details(result)),
    ),
    ...shapeAnnotations(report),
    ...(comparison ? [baselineAnnotation(comparison)] : []),
    command(
      what === 'too few results' ? 'error' : 'notice',
      `Conformance of ${report.target}`,
      `${summaryText(report, strict)} ${costText(report)}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}

function causeAnnotation({ failures, title: what, clauses }: CauseGroup): string {
  const [first] = failures
  const name =
    failures.length === 1 ? checkIds(failures).join() : formatCount(failures.length, 'check')
  const all = failures.length === 1 ? '' : `\n${checkIds(failures).join(', ')}`
  return command('error', `${name} (${clauses})`, `${what}\n${first ? details(first) : ''}${all}`)
}

function shapeAnnotations(report: Report): readonly string[] {
  const { text, differing } = summarizeShapes(report) ?? {}
  const lines = differing?.map(({ id, message }) => `${id}: ${message}`) ?? []
  return text === undefined ? [] : [command('notice', 'Shapes', [text, ...lines].join('\n'))]
}

const baselineAnnotation = (comparison: BaselineComparison): string =>
  command(
    isBaselineOutdated(comparison) ? 'error' : 'notice',
    'Baseline',
    baselineLines(comparison).join('\n'),
  )

const title = ({ id, clause }: Result): string => `${id} (${clause})`

const details = ({ message, evidence: [first], onPurpose }: Result): string =>
  [message, ...(first ? [first.curl] : []), ...(onPurpose ? [`mutant: ${onPurpose}`] : [])].join(
    '\n',
  )

const command = (kind: 'error' | 'warning' | 'notice', name: string, message: string): string =>
  `::${kind} title=${escapeProperty(name)}::${escapeData(message)}`

// Escapes line breaks and colons, so that a text of the target cannot start another command.
const escapeData = (text: string): string =>
  escapeCommands(escapeText(shortenWithLength(text, maxLineLength)))
    .replaceAll('%', '%25')
    .replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
