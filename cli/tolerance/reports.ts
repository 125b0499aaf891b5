import { formatCount } from '../../contract/format-count.ts'
import { writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import * as z from 'zod/mini'
import {
  type BehaviourResult,
  type Finding,
  nameOf,
  type ToleranceReport,
} from '../../contract/tolerance-report.ts'
import { adviceOf, clauseText, toHtml, toMarkdown } from '../../testing/tolerance/summary.ts'
import { diffOfResponses } from '../../testing/tolerance/first-difference.ts'
import type { Flags, FlagValues } from '../flags.ts'
import { ensureWritable } from '../output-file.ts'
import { ensureReportsWritable, writeReports } from '../report-files.ts'
import { reportFlag } from '../value-types.ts'
import { prepareBaseline } from './baseline.ts'
import { jsonText } from '../json-text.ts'
import { escapeXml } from '../../conformance/reporters/junit.ts'
import { escapeJson } from '../../contract/escape.ts'
import { parseJson } from '../../contract/json.ts'
import { UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'

/** The flags for the files that are made from a report. */
export const reportFlags = {
  report: reportFlag(['html', 'json', 'junit', 'markdown']),
  badge: { value: 'FILE', help: 'writes a badge as SVG: how many behaviours are tolerated' },
  baseline: {
    value: 'FILE',
    help: 'accepts the findings that this file lists with a reason; exit code 2 if an entry is stale or expired',
  },
  'update-baseline': {
    needs: ['baseline'],
    help: 'adds the findings to the file of --baseline, and removes what is tolerated now',
  },
  trend: {
    value: 'FILE',
    help: 'compares with the last session in this file, and adds this one',
  },
} as const satisfies Flags

/**
 * Reads baseline and trend, and ensures that all files can be written, before the first run.
 * Returns the function that completes the report and writes the files. Throws `UsageError`.
 */
export async function prepareReports(
  given: FlagValues<typeof reportFlags>,
  ids: readonly string[],
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  const { badge, trend, report: requested } = given
  await ensureReportsWritable(requested)
  if (badge !== undefined) await ensureWritable(badge)
  const withBaseline = await prepareBaseline(given.baseline, given.updateBaseline, ids, today)
  const withTrend = await prepareTrend(trend, today)
  return async (made) => {
    const report = await withTrend(await withBaseline(made))
    await writeReports(requested, {
      html: () => toHtml(report),
      json: () => jsonText(report),
      junit: () => toJunit(report),
      markdown: () => toMarkdown(report),
    })
    if (badge !== undefined) await writeFile(badge, toBadge(report))
    return report
  }
}

/** The average width of a character in the badge, in units of the SVG. */
const characterWidth = 6.6
const padding = 8

/** Draws a badge as SVG: how many of the reached behaviours are tolerated. */
function toBadge(report: ToleranceReport): string {
  const { tolerated, reached } = report.counts
  const label = 'tolerance'
  const value = reached === 0 ? 'unknown' : `${tolerated} of ${reached}`
  const leftWidth = widthOf(label)
  const width = leftWidth + widthOf(value)
  const title = escapeXml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${width}" height="20" rx="3" fill="#3a3f45"/>
<path d="M${leftWidth} 0h${width - leftWidth - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${leftWidth}z" fill="${colourOf(report)}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${leftWidth / 2}" y="14">${label}</text>
<text x="${leftWidth + (width - leftWidth) / 2}" y="14">${value}</text>
</g>
</svg>
`
}

const widthOf = (text: string): number => Math.round(text.length * characterWidth + 2 * padding)

/** Green without findings, amber if the baseline accepts all findings, otherwise red. */
function colourOf({ counts, findings }: ToleranceReport): string {
  if (counts.reached === 0) return '#565d66'
  if (findings.some(({ known }) => known === null)) return '#b3152a'
  return findings.length > 0 ? '#7d5000' : '#1a6b35'
}

/**
 * Formats a report as JUnit XML: a test case per behaviour, and one per set of behaviours that
 * break tests only together. An accepted finding is a skipped test case with the baseline's reason.
 */
function toJunit(report: ToleranceReport): string {
  const { behaviours, findings, stopped, seconds } = report
  const byId = new Map(
    findings.flatMap((finding) =>
      finding.behaviours.length === 1 ? [[nameOf(finding), finding] as const] : [],
    ),
  )
  const cases = [
    ...behaviours.map((each) => testCase(each.id, innerOf(each, byId.get(each.id), behaviours))),
    ...findings
      .filter((finding) => finding.behaviours.length > 1)
      .map((finding) => testCase(nameOf(finding), findingText(finding, behaviours))),
    ...(stopped === null ? [] : [testCase('the session', outcomeElement('error', stopped.reason))]),
  ]
  const number = (tag: string) => cases.filter((text) => text.includes(`<${tag} `)).length
  const counts = `tests="${cases.length}" failures="${number('failure')}" errors="${number('error')}" skipped="${number('skipped')}" time="${seconds.toFixed(3)}"`
  const name = escapeXml(`tolerance of ${report.command.join(' ')}`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="${name}" ${counts}>
${cases.join('\n')}
</testsuite>
</testsuites>
`
}

function testCase(id: string, inner: string): string {
  const [group = ''] = id.split(/[.:]/)
  const open = `<testcase classname="${escapeXml(group)}" name="${escapeXml(id)}"`
  return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`
}

function innerOf(
  { id, verdict }: BehaviourResult,
  finding: Finding | undefined,
  all: readonly BehaviourResult[],
): string {
  if (finding !== undefined) return findingText(finding, all)
  if (verdict === 'tolerated') return ''
  if (verdict !== 'intolerant') return outcomeElement('skipped', verdict)
  return outcomeElement('failure', `${id} breaks tests`)
}

function findingText(finding: Finding, all: readonly BehaviourResult[]): string {
  const { known, tests, exchange, reproduce, behaviours } = finding
  if (known !== null)
    return outcomeElement('skipped', `in the baseline until ${known.expires}: ${known.reason}`)
  const parts = all.filter(({ id }) => behaviours.includes(id))
  const lines = [
    ...parts.flatMap((part) => [
      `${part.question ?? ''} Here: ${part.says}.`.trim(),
      ...(part.clause === null ? [] : [clauseText(part)]),
    ]),
    ...tests.map(({ test, message }) => `${test}: ${message}`),
    ...(exchange === null
      ? []
      : [
          `First exchange that differs: ${exchange.request}`,
          diffOfResponses(exchange),
          exchange.explanation,
        ]),
    ...adviceOf(behaviours, all).map((advice) => `A tolerant client: ${advice}`),
    reproduce,
  ]
  const testCount = formatCount(tests.length, 'test fails', 'tests fail')
  return outcomeElement('failure', `${nameOf(finding)}: ${testCount}`, lines.join('\n'))
}

function outcomeElement(tag: 'failure' | 'error' | 'skipped', message: string, text = ''): string {
  const open = `<${tag} message="${escapeXml(message)}"`
  return text === '' ? `${open} />` : `${open}>${escapeXml(text)}</${tag}>`
}

const count = z.int().check(z.nonnegative())
/** The schema of a line in a file of `--trend`, which describes one session. */
const sessionSchema = z.object({
  day: z.iso.date(),
  profile: z.string(),
  reached: count,
  tolerated: count,
  findings: z.array(z.string()),
  /** The ids of the behaviours with a verdict. Lines of earlier versions have none. */
  judged: z.optional(z.array(z.string())),
})
type PastSession = z.infer<typeof sessionSchema>

/** The maximum number of sessions in a file of `--trend`. */
const maxSessions = 200

/**
 * Reads the former sessions. Returns the function that compares a report to the last session with
 * the same profile, and adds the report to the file. Throws `UsageError` for a file that is wrong
 * or cannot be written.
 */
async function prepareTrend(
  file: string | undefined,
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  if (file === undefined) return async (report) => report
  await ensureWritable(file)
  const history = readSessions(file)
  return async (report) => {
    const now = toSession(report, today)
    const last = history.findLast(({ profile }) => profile === now.profile)
    // The file omits a session that was stopped: it has too few results to compare with.
    if (report.stopped === null) {
      const lines = [...history, now].slice(-maxSessions).map((each) => JSON.stringify(each))
      await writeFile(file, escapeJson(`${lines.join('\n')}\n`))
    }
    return last === undefined ? report : { ...report, trend: compareSessions(last, now, report) }
  }
}

const toSession = (report: ToleranceReport, day: string): PastSession => ({
  day,
  profile: report.to == null ? report.profile : `${report.profile} to ${report.to}`,
  reached: report.counts.reached,
  tolerated: report.counts.tolerated,
  findings: report.findings.map(nameOf).toSorted(),
  judged: report.behaviours
    .filter(({ verdict }) => verdict === 'tolerated' || verdict === 'intolerant')
    .map(({ id }) => id),
})

function compareSessions(last: PastSession, own: PastSession, { behaviours }: ToleranceReport) {
  const toleratedIds = new Set(
    behaviours.filter(({ verdict }) => verdict === 'tolerated').map(({ id }) => id),
  )
  const wasJudged = (name: string) =>
    last.judged === undefined || name.split(' with ').every((id) => last.judged?.includes(id))
  const isTolerated = (name: string) => name.split(' with ').every((id) => toleratedIds.has(id))
  return {
    since: last.day,
    reached: last.reached,
    tolerated: last.tolerated,
    mended: last.findings.filter((name) => !own.findings.includes(name) && isTolerated(name)),
    broken: own.findings.filter((name) => !last.findings.includes(name) && wasJudged(name)),
  }
}

function readSessions(file: string): readonly PastSession[] {
  const text = existsSync(file) ? readInput('trend', file) : ''
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = sessionSchema.safeParse(parseJson(line, undefined))
    if (read.success) return [read.data]
    throw new UsageError(
      `--trend: line ${index + 1} of ${file} is not a session of tolerance. Name a file that --trend wrote, or a new one.`,
    )
  })
}
