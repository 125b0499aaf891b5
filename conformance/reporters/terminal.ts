import { escapeLines } from '../../contract/escape.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import {
  countDecided,
  isMostlyBlocked,
  isUnanswered,
  type Report,
  type Result,
} from '../report/report.ts'
import { formatCount } from '../session/json.ts'
import {
  summaryText,
  costText,
  groupCauses,
  causesTitle,
  causeLine,
  maxLine,
  checkIds,
  groupUndecided,
  summarizeShapes,
  type CauseGroup,
} from './summary.ts'

const oneScreen = 40
const maxDetailed = 3
/** Lines of the details of one cause, and of the hint after them. */
const detailLines = 8
const hintLines = 2
const maxBrief = 5
const maxLines = 10
/** Characters of an expected or actual value. */
const maxValue = 300

/**
 * Formats a report for a terminal: all causes with one line each, then as many details as fit on one
 * screen, what is undecided, and what the run cost.
 */
export function toTerminal(report: Report, strict = false): string {
  const isBlocked = isMostlyBlocked(report)
  const groups = groupCauses(report.results)
  const head = [
    `Conformance of ${report.target}, plan ${report.plan}`,
    '',
    ...(isUnanswered(report) ? unanswered(report) : isBlocked ? mostlyBlocked(report) : []),
    ...causeLines(groups),
  ]
  const errors = report.results.filter(({ verdict }) => verdict === 'error').slice(0, maxDetailed)
  const tail = [
    ...warnings(report.results),
    ...shapeLines(report),
    ...undecided(report, isBlocked ? 2 : maxBrief),
    ...report.leftovers.slice(0, maxBrief).map((left) => `left behind: ${left}`),
    ...moreLines(report.leftovers.length, maxBrief, 'left behind'),
    summaryText(report, strict),
    costText(report),
  ]
  const room = oneScreen - head.length - tail.length - hintLines - errors.length * detailLines
  const least = isBlocked ? 0 : groups.length <= maxDetailed ? maxDetailed : 1
  const most = Math.min(maxDetailed, Math.max(least, Math.floor(room / detailLines)))
  return escapeLines([
    ...head,
    ...errors.flatMap(details),
    ...groups.slice(0, most).flatMap(causeDetails),
    ...(groups.length > most ? ['--report html=FILE has the details of each failure.', ''] : []),
    ...tail,
  ])
}

/** Lists each cause in one line; causes that block other checks come first. Empty for one failure. */
function causeLines(groups: readonly CauseGroup[]): readonly string[] {
  const failures = groups.reduce((sum, group) => sum + group.failures.length, 0)
  return failures < 2
    ? []
    : [`${causesTitle(groups)} failed.`, ...groups.map((group) => `FAIL ${causeLine(group)}`), '']
}

function warnings(results: readonly Result[]): readonly string[] {
  const all = results.filter(({ verdict }) => verdict === 'warn')
  if (all.length === 0) return []
  return [...all.slice(0, maxBrief).map(brief), ...moreLines(all.length, maxBrief, 'warnings'), '']
}

function shapeLines(report: Report): readonly string[] {
  const shapes = summarizeShapes(report)
  if (shapes === undefined) return []
  const { text, differing } = shapes
  const lines = differing.slice(0, maxBrief).map(({ id, message }) => `  ${id}: ${message}`)
  return [
    text,
    ...lines.map((line) => shortenWithLength(line, maxLine)),
    ...moreLines(differing.length, maxBrief, 'differences'),
    '',
  ]
}

const moreLines = (number: number, shown: number, what: string): readonly string[] =>
  number > shown ? [`and ${number - shown} more ${what}; --report html=FILE has all`] : []

function causeDetails({ failures: [first, ...others] }: CauseGroup): readonly string[] {
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
      : [
          `  expected       ${shortenWithLength(first.expected, maxValue)}${more}`,
          `  got            ${shortenWithLength(first.got ?? '', maxValue)}`,
        ]),
    ...(first ? [`  reproduce      ${first.curl}`] : []),
    ...(onPurpose ? [`  reproduce with a mutant: ${onPurpose}`] : []),
    '',
  ]
}

// An error of the suite has a stack. The lines after the first are marked as part of it.
const messageLines = (message: string): readonly string[] =>
  message.split('\n', maxLines).map((line, index) => (index === 0 ? `  ${line}` : `    | ${line}`))

const brief = ({ id, verdict, message }: Result): string =>
  shortenWithLength(`${verdict.toUpperCase()} ${id}: ${message}`, maxLine)

// If most checks were blocked, their reason is shown instead of a list of failures.
function mostlyBlocked(report: Report): readonly string[] {
  const { considered, blocked } = countDecided(report)
  return [
    `${blocked} of ${considered} checks could not run, most of them for this reason:`,
    `  ${shortenWithLength(whyBlocked(report), 2 * maxLine)}`,
    '',
  ]
}

const unanswered = (report: Report): readonly string[] => [
  `${report.target} sent no response to ${formatCount(report.spent.requests, 'request')}: ${shortenWithLength(whyBlocked(report), 2 * maxLine)}`,
  '',
]

const whyBlocked = (report: Report): string =>
  groupUndecided(report).find(({ verdict }) => verdict === 'blocked')?.reason ?? ''

function undecided(report: Report, most: number): readonly string[] {
  const groups = groupUndecided(report)
  const lines = groups
    .slice(0, most)
    .map(
      ({ verdict, reason, results }) =>
        `${verdict} ×${results.length}: ${shortenWithLength(reason, maxLine)} (${firstName(checkIds(results))})`,
    )
  return lines.length === 0 ? [] : [...lines, ...moreLines(groups.length, most, 'reasons'), '']
}

const firstName = (names: readonly string[]): string =>
  names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ')
