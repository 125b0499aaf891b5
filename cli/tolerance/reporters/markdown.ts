import {
  markdownCode as code,
  markdownFence,
  markdownProse as plain,
} from '../../../contract/escape.ts'
import {
  type BehaviourResult,
  type Finding,
  nameOf,
  type ToleranceReport,
} from '../../../contract/tolerance-report.ts'
import {
  adviceOf,
  clauseText,
  comparisonLines,
  responsesOf,
  resultText,
} from '../../../tolerance/summary.ts'

const maxTests = 10

/** Formats a report as Markdown, for a pull request or the summary of a workflow step. */
export function toMarkdown(report: ToleranceReport): string {
  const { findings, behaviours, stopped, setAside, counts } = report
  const open = findings.filter(({ known }) => known === null)
  const known = findings.filter((finding) => finding.known !== null)
  return [
    `## Tolerance of ${code(report.command.join(' '))}`,
    `${plain(resultText(report))} Profile ${code(report.profile)}, ${report.tests} tests, ${report.runs.length} runs.`,
    ...(stopped === null ? [] : [`**${plain(stopped.reason)}**`]),
    ...list(Array.from(comparisonLines(report), plain)),
    ...open.map((finding) => findingText(finding, behaviours)),
    ...section(
      'In the baseline',
      known.map((finding) => `${code(nameOf(finding))}: ${plain(finding.known?.reason ?? '')}`),
    ),
    ...section(
      'Tests set aside',
      setAside.map(({ test, reason }) => `${code(test)}: ${plain(reason)}`),
    ),
    `${counts['not-exercised']} allowed behaviours are not exercised: no request of the tests reached them.`,
    '',
  ].join('\n\n')
}

const list = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')]

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`### ${title}`, ...list(lines)]

function findingText(finding: Finding, all: readonly BehaviourResult[]): string {
  const { behaviours, tests, exchange, reproduce, isRough } = finding
  const parts = all.filter(({ id }) => behaviours.includes(id))
  const first = tests[0]
  const more = tests.length - maxTests
  return [
    `### ${code(nameOf(finding))}`,
    ...parts.map((part) =>
      [
        plain(`${part.question ?? ''} Here: ${part.says}.`.trim()),
        ...(part.clause === null ? [] : [plain(clauseText(part))]),
      ].join('  \n'),
    ),
    ...(isRough ? ['A smaller set was not found.'] : []),
    ...list([
      ...tests.slice(0, maxTests).map(({ test }) => code(test)),
      ...(more > 0 ? [`and ${more} more tests`] : []),
    ]),
    ...(first === undefined || first.message === '' ? [] : [markdownFence(first.message, 'text')]),
    ...(exchange === null
      ? []
      : [
          `First exchange that differs: ${code(exchange.request)}`,
          ...list(responsesOf(exchange).map(([name, text]) => `${name}: ${code(text)}`)),
          plain(exchange.explanation),
        ]),
    ...adviceOf(behaviours, all).map((advice) => `A tolerant client: ${plain(advice)}`),
    markdownFence(reproduce, 'sh'),
  ].join('\n\n')
}
