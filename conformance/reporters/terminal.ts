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

const mostDetailed = 3
const mostBrief = 5
const mostLines = 10

/** The report for people, on one screen: what is wrong and how to see it, and what is undecided. */
export function toTerminal(report: Report, strict = false): string {
  const isHopeless = exitCode(report, strict) === 4
  return escapeLines([
    `Conformance of ${report.target}, plan ${report.plan}`,
    '',
    ...(isHopeless ? hopeless(report) : found(report.results)),
    ...undecided(report, isHopeless ? 2 : mostBrief),
    ...report.leftovers.slice(0, mostBrief).map((left) => `left behind: ${left}`),
    ...beyond(report.leftovers.length, mostBrief, 'left behind'),
    summaryText(report, strict),
  ])
}

function found(results: readonly Result[]): readonly string[] {
  const of = (verdict: Verdict) => results.filter((result) => result.verdict === verdict)
  const groups = groupCauses(results)
  return [
    ...of('error').slice(0, mostDetailed).flatMap(details),
    ...groups.slice(0, mostDetailed).flatMap(cause),
    ...groups.slice(mostDetailed, mostDetailed + mostBrief).map(briefCause),
    ...beyond(groups.length, mostDetailed + mostBrief, 'of the causes'),
    ...(groups.length > mostDetailed ? [''] : []),
    ...(of('fail').length > 1 ? [`${causesTitle(groups)} failed.`, ''] : []),
    ...of('warn').slice(0, mostBrief).map(brief),
    ...beyond(of('warn').length, mostBrief, 'warnings'),
    ...(of('warn').length > 0 ? [''] : []),
  ]
}

const beyond = (number: number, shown: number, what: string): readonly string[] =>
  number > shown ? [`and ${number - shown} more ${what}; --report html=FILE has all`] : []

function cause({ failures: [first, ...others] }: CauseGroup): readonly string[] {
  if (first === undefined) return []
  const same = others.length === 0 ? [] : [`  as do          ${some(checkIds(others))}`]
  return [...details(first).slice(0, -1), ...same, '']
}

function details(result: Result): readonly string[] {
  const { id, verdict, clause, says, evidence, instances, message, onPurpose } = result
  const [first] = evidence
  const more = instances > 1 ? ` (first of ${instances} instances)` : ''
  return [
    `${verdict.toUpperCase()} ${id}  ${clause}`,
    `  the spec says  ${says}`,
    ...(first?.expected === undefined
      ? messageLines(message)
      : [`  expected       ${first.expected}${more}`, `  got            ${first.got ?? ''}`]),
    ...(first ? [`  see it         ${first.curl}`] : []),
    ...(onPurpose ? [`  see it on purpose: ${onPurpose}`] : []),
    '',
  ]
}

// An error of the suite has a stack. What comes after the first line is marked as its own.
const messageLines = (message: string): readonly string[] =>
  message.split('\n', mostLines).map((line, index) => (index === 0 ? `  ${line}` : `    | ${line}`))

const briefCause = ({ failures, title }: CauseGroup): string =>
  `FAIL ${some(checkIds(failures))}: ${title}`

const brief = ({ id, verdict, message }: Result): string =>
  `${verdict.toUpperCase()} ${id}: ${message}`

// Where nearly nothing could be judged, the reason is worth more than a list of failures.
function hopeless(report: Report): readonly string[] {
  const { considered, blocked } = countDecided(report)
  const failed = report.results.filter(({ verdict }) => verdict === 'fail').slice(0, 2)
  const rest = report.summary.fail - failed.length
  const why = groupUndecided(report).find(({ verdict }) => verdict === 'blocked')?.reason ?? ''
  return [
    `${blocked} of ${considered} checks could not be made, most of them because of this:`,
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
        `${verdict} ×${results.length}: ${reason} (${some(checkIds(results))})`,
    )
  return lines.length === 0 ? [] : [...lines, ...beyond(groups.length, most, 'reasons'), '']
}

const some = (names: readonly string[]): string =>
  names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')
