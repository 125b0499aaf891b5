import { coverage, exitCode, verdicts } from '../report.ts'
import type { Report, Result, Verdict } from '../report.ts'

/** The report for people: what failed and how to see it, then why the rest was not decided. */
export function toTerminal(report: Report, strict = false): string {
  const isHopeless = exitCode(report, strict) === 4
  const shown = report.results.filter(({ verdict }) => isShown(verdict))
  return [
    `Conformance of ${report.target}, plan ${report.plan}`,
    '',
    ...(isHopeless ? hopeless(report) : shown.flatMap(details)),
    ...undecided(report, isHopeless),
    ...causes(report),
    ...report.leftovers.map((left) => `left behind: ${left}`),
    '',
    conclusion(report, strict),
    '',
  ].join('\n')
}

const isShown = (verdict: Verdict): boolean =>
  verdict === 'fail' || verdict === 'warn' || verdict === 'error'

function details(result: Result): readonly string[] {
  const { id, verdict, clause, says, evidence, instances, message } = result
  const [first] = evidence
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    `${verdict.toUpperCase()} ${id}  ${clause}`,
    `  the spec says  ${says}`,
    ...(first?.expected === undefined
      ? [`  ${indent(message)}`]
      : [
          `  expected       ${first.expected}${more}`,
          `  got            ${indent(first.got ?? '')}`,
        ]),
    ...(first ? [`  see it         ${first.curl}`] : []),
    '',
  ]
}

const indent = (text: string): string => text.replaceAll('\n', '\n    ')

// Where nearly nothing could be judged, the reason is worth more than a list of failures.
function hopeless(report: Report): readonly string[] {
  const { considered, blocked } = coverage(report)
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').slice(0, 2)
  const rest = report.summary.fail - failed.length
  const reasons = report.results.filter(({ verdict }) => verdict === 'blocked')
  const [why] = byReason(reasons)[0] ?? ['']
  return [
    `${blocked} of ${considered} checks could not be made, most of them because of this:`,
    `  ${why}`,
    '',
    ...failed.flatMap(details),
    ...(rest > 0 ? [`and ${rest} more failures`, ''] : []),
  ]
}

const undecidedVerdicts = ['blocked', 'inconclusive', 'skipped'] as const

function undecided({ results }: Report, isHopeless: boolean): readonly string[] {
  const lines = undecidedVerdicts.flatMap((verdict) => {
    const group = results.filter((result) => result.verdict === verdict)
    return byReason(group)
      .slice(0, isHopeless ? 2 : 8)
      .map(([message, checks]) => `${verdict} ×${checks.length}: ${message} (${names(checks)})`)
  })
  return lines.length === 0 ? [] : [...lines, '']
}

const byReason = (results: readonly Result[]) =>
  [...Map.groupBy(results, ({ message }) => message)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )

const names = (results: readonly Result[]): string =>
  results.length > 2
    ? `${results[0]?.id} and ${results.length - 1} more`
    : results.map(({ id }) => id).join(', ')

const causes = (report: Report): readonly string[] =>
  report.summary.fail < 2 || exitCode(report) === 4
    ? []
    : [
        `${report.summary.fail} failures break ${report.causes.length} rules:`,
        ...report.causes.map(
          ({ rule, checks, instances }) => `  ${rule}: ${checks.length} checks, ${instances} ×`,
        ),
      ]

function conclusion(report: Report, strict: boolean): string {
  const counts = verdicts
    .filter((verdict) => report.summary[verdict] > 0)
    .map((verdict) => `${report.summary[verdict]} ${verdict}`)
    .join(', ')
  const { decided, considered } = coverage(report)
  return `${sentences[exitCode(report, strict)]} ${counts}. ${decided} of ${considered} checks of the spec's own words decided.`
}

const sentences = {
  0: 'Green.',
  1: 'Not conforming.',
  4: 'Not judged: the target did not answer, or most checks were blocked.',
  6: 'Too little was decided to call it green.',
  7: 'The suite itself failed in a check.',
} as const
