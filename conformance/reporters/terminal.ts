import { escapeLines } from '../../contract/escape.ts'
import { countDecided, exitCode, type Report, type Result, type Verdict } from '../report/report.ts'
import {
  summaryText,
  groupCauses,
  causesTitle,
  checkIds,
  groupUndecided,
  type CauseGroup,
} from './summary.ts'

const maxDetailed = 3
const maxBrief = 5
const maxLines = 10

/** Formats a report for one terminal screen: failures, how to reproduce them, undecided checks. */
export function toTerminal(report: Report, strict = false): string {
  const isMostlyBlocked = exitCode(report, strict) === 4
  return escapeLines([
    `Conformance of ${report.target}, plan ${report.plan}`,
    '',
    ...(isMostlyBlocked ? mostlyBlocked(report) : findings(report.results)),
    ...undecided(report, isMostlyBlocked ? 2 : maxBrief),
    ...report.leftovers.slice(0, maxBrief).map((left) => `left behind: ${left}`),
    ...moreLines(report.leftovers.length, maxBrief, 'left behind'),
    summaryText(report, strict),
  ])
}

function findings(results: readonly Result[]): readonly string[] {
  const of = (verdict: Verdict) => results.filter((result) => result.verdict === verdict)
  const groups = groupCauses(results)
  return [
    ...of('error').slice(0, maxDetailed).flatMap(details),
    ...groups.slice(0, maxDetailed).flatMap(cause),
    ...groups.slice(maxDetailed, maxDetailed + maxBrief).map(briefCause),
    ...moreLines(groups.length, maxDetailed + maxBrief, 'of the causes'),
    ...(groups.length > maxDetailed ? [''] : []),
    ...(of('fail').length > 1 ? [`${causesTitle(groups)} failed.`, ''] : []),
    ...of('warn').slice(0, maxBrief).map(brief),
    ...moreLines(of('warn').length, maxBrief, 'warnings'),
    ...(of('warn').length > 0 ? [''] : []),
  ]
}

const moreLines = (number: number, shown: number, what: string): readonly string[] =>
  number > shown ? [`and ${number - shown} more ${what}; --report html=FILE has all`] : []

function cause({ failures: [first, ...others] }: CauseGroup): readonly string[] {
  if (first === undefined) return []
  const same = others.length === 0 ? [] : [`  same cause     ${firstName(checkIds(others))}`]
  return [...details(first).slice(0, -1), ...same, '']
}

function details(result: Result): readonly string[] {
  const { id, verdict, clause, says, evidence, instances, message, onPurpose } = result
  const [first] = evidence
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    `${verdict.toUpperCase()} ${id}  ${clause}`,
    `  specification  ${says}`,
    ...(first?.expected === undefined
      ? messageLines(message)
      : [`  expected       ${first.expected}${more}`, `  got            ${first.got ?? ''}`]),
    ...(first ? [`  reproduce      ${first.curl}`] : []),
    ...(onPurpose ? [`  reproduce with a mutant: ${onPurpose}`] : []),
    '',
  ]
}

// An error of the suite has a stack. The lines after the first are marked as part of it.
const messageLines = (message: string): readonly string[] =>
  message.split('\n', maxLines).map((line, index) => (index === 0 ? `  ${line}` : `    | ${line}`))

const briefCause = ({ failures, title }: CauseGroup): string =>
  `FAIL ${firstName(checkIds(failures))}: ${title}`

const brief = ({ id, verdict, message }: Result): string =>
  `${verdict.toUpperCase()} ${id}: ${message}`

// If most checks were blocked, their reason is shown instead of a list of failures.
function mostlyBlocked(report: Report): readonly string[] {
  const { considered, blocked } = countDecided(report)
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').slice(0, 2)
  const rest = report.summary.fail - failed.length
  const why = groupUndecided(report).find(({ verdict }) => verdict === 'blocked')?.reason ?? ''
  return [
    `${blocked} of ${considered} checks could not run, most of them for this reason:`,
    `  ${why}`,
    '',
    ...failed.flatMap(details),
    ...(rest > 0 ? [`and ${rest} more failures`, ''] : []),
  ]
}

function undecided(report: Report, most: number): readonly string[] {
  const groups = groupUndecided(report)
  const lines = groups
    .slice(0, most)
    .map(
      ({ verdict, reason, results }) =>
        `${verdict} ×${results.length}: ${reason} (${firstName(checkIds(results))})`,
    )
  return lines.length === 0 ? [] : [...lines, ...moreLines(groups.length, most, 'reasons'), '']
}

const firstName = (names: readonly string[]): string =>
  names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')
