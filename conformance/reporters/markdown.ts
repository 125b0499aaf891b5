import {
  markdownCode as code,
  markdownFence,
  markdownProse as plain,
} from '../../contract/escape.ts'
import { verdicts, type Report, type Result, type Verdict } from '../report/report.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { formatCount } from '../session/json.ts'
import {
  summaryText,
  costText,
  groupCauses,
  causesTitle,
  checkIds,
  groupUndecided,
  summarizeShapes,
  type CauseGroup,
  type ReasonGroup,
  baselineLines,
} from './summary.ts'

/** Formats a report as Markdown, for a pull request or the summary of a workflow step. */
export function toMarkdown(
  report: Report,
  strict = false,
  comparison?: BaselineComparison,
): string {
  const groups = groupCauses(report.results)
  const of = (verdict: Verdict) => report.results.filter((result) => result.verdict === verdict)
  return [
    `## Conformance of ${code(report.target)}`,
    `${summaryText(report, strict)} ${costText(report)} Plan ${code(report.plan)}.`,
    counts(report),
    ...(comparison ? [baselineLines(comparison).map(plain).join('  \n')] : []),
    ...section(causesTitle(groups), groups.map(cause)),
    ...chapter('Failures', of('fail')),
    ...chapter('Errors of the suite', of('error')),
    ...chapter('Warnings', of('warn')),
    ...shapes(report),
    ...section('Not decided', groupUndecided(report).map(reason)),
    ...section('Left behind', report.leftovers.map(code)),
    '',
  ].join('\n\n')
}

function shapes(report: Report): readonly string[] {
  const { text, differing } = summarizeShapes(report) ?? {}
  if (text === undefined) return []
  const lines = differing?.map(({ id, message }) => `- ${code(id)}: ${plain(message)}`) ?? []
  return ['### Shapes', [text, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')]
}

function counts({ summary }: Report): string {
  const shown = verdicts.filter((verdict) => summary[verdict] > 0)
  return [
    row(shown),
    row(shown.map(() => '---:')),
    row(shown.map((verdict) => summary[verdict])),
  ].join('\n')
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const section = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`### ${title}`, items.map((item) => `- ${item}`).join('\n')]

const chapter = (title: string, results: readonly Result[]): readonly string[] =>
  results.length === 0 ? [] : [`### ${title}`, ...results.map(details)]

const cause = ({ title, clauses, instances, failures, blocked }: CauseGroup): string => {
  const blocks = blocked.length > 0 ? `, blocks ${formatCount(blocked.length, 'check')}` : ''
  return `**${plain(title)}** (${clauses}): ${formatCount(failures.length, 'check')}, ${formatCount(instances, 'instance')}${blocks}: ${checkIds(failures).map(code).join(', ')}`
}

const reason = ({ verdict, reason: why, results }: ReasonGroup): string =>
  `${verdict} ×${results.length}: ${plain(why)} (${checkIds(results).map(code).join(', ')})`

/** Traffic has a line for each cause. An error of the suite has a stack, which is one text. */
const messageLines = (verdict: Verdict, message: string): readonly string[] =>
  verdict === 'error' ? [message] : message.split('\n')

function details({
  id,
  verdict,
  clause,
  says,
  message,
  instances,
  evidence: [first],
  onPurpose,
}: Result): string {
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  const saw =
    first?.expected === undefined
      ? messageLines(verdict, message).map((line) => `- ${code(line)}`)
      : [`- expected ${code(first.expected)}${more}`, `- got ${code(first.got ?? '')}`]
  return [
    `#### ${code(id)} (${clause})`,
    plain(says),
    saw.join('\n'),
    ...(first ? [markdownFence(first.curl, 'sh')] : []),
    ...(onPurpose ? [`Reproduce with a mutant: ${code(onPurpose)}`] : []),
  ].join('\n\n')
}
