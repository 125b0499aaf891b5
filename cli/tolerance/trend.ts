import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { escapeJson } from '../../contract/escape.ts'
import { parseJson } from '../../contract/json.ts'
import { nameOf, type ToleranceReport } from '../../contract/tolerance-report.ts'
import { UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'
import { ensureWritable } from '../output-file.ts'

const count = z.int().check(z.nonnegative())
/** A session, as one line of a file of `--trend`. */
const sessionSchema = z.object({
  day: z.iso.date(),
  profile: z.string(),
  reached: count,
  tolerated: count,
  findings: z.array(z.string()),
})
type PastSession = z.infer<typeof sessionSchema>

/** The sessions that a file keeps. */
const maxSessions = 200

/**
 * Reads the former sessions. Returns the function that compares a report to the last session with
 * the same profile, and adds it to the file. Throws `UsageError` for a file that is wrong or cannot
 * be written.
 */
export async function prepareTrend(
  file: string | undefined,
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  if (file === undefined) return async (report) => report
  await ensureWritable(file)
  const past = load(file)
  return async (report) => {
    const last = past.findLast(({ profile }) => profile === report.profile)
    const own = toSession(report, today)
    // A session that was stopped knows too little to be compared with.
    if (report.stopped === null) {
      const lines = [...past, own].slice(-maxSessions).map((each) => JSON.stringify(each))
      await writeFile(file, escapeJson(`${lines.join('\n')}\n`))
    }
    return last === undefined ? report : { ...report, trend: compare(last, own, report) }
  }
}

const toSession = (report: ToleranceReport, day: string): PastSession => ({
  day,
  profile: report.profile,
  reached: report.counts.reached,
  tolerated: report.counts.tolerated,
  findings: report.findings.map(nameOf).toSorted(),
})

function compare(last: PastSession, own: PastSession, { behaviours }: ToleranceReport) {
  const tolerated = new Set(
    behaviours.filter(({ verdict }) => verdict === 'tolerated').map(({ id }) => id),
  )
  const isTolerated = (name: string) => name.split(' with ').every((id) => tolerated.has(id))
  return {
    since: last.day,
    reached: last.reached,
    tolerated: last.tolerated,
    mended: last.findings.filter((name) => !own.findings.includes(name) && isTolerated(name)),
    broken: own.findings.filter((name) => !last.findings.includes(name)),
  }
}

function load(file: string): readonly PastSession[] {
  const text = existsSync(file) ? readInput('trend', file) : ''
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = sessionSchema.safeParse(parseJson(line, undefined))
    if (read.success) return [read.data]
    throw new UsageError(
      `--trend: line ${index + 1} of ${file} is no session of tolerance. Name a file that --trend wrote, or a new one.`,
    )
  })
}
