import { writeFile } from 'node:fs/promises'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import { toHtml, toMarkdown } from '../../tolerance/summary.ts'
import type { Flags, FlagValues } from '../flags.ts'
import { ensureWritable } from '../output-file.ts'
import { ensureReportsWritable, writeReports } from '../report-files.ts'
import { reportFile } from '../value-types.ts'
import { prepareBaseline } from './baseline.ts'
import { toBadge } from './reporters/badge.ts'
import { toJunit } from './reporters/junit.ts'
import { prepareTrend } from './trend.ts'
import { jsonText } from '../json-text.ts'

const formats = ['html', 'json', 'junit', 'markdown'] as const

/** The flags of what is made of a report. */
export const reportFlags = {
  report: {
    value: 'FORMAT=FILE',
    type: reportFile(formats),
    isRepeatable: true,
    help: `writes a report: ${formats.join(', ')}`,
  },
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

/** The report as JSON. */
export function toJson(report: ToleranceReport): string {
  return jsonText(report)
}

/**
 * Reads baseline and trend, and ensures that all files can be written, before the first run. Returns
 * the function that completes the report and writes the files. Throws `UsageError`.
 */
export async function prepareReports(
  given: FlagValues<typeof reportFlags>,
  ids: readonly string[],
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  const { badge, trend, report: requested } = given
  await ensureReportsWritable(requested)
  if (badge !== undefined) await ensureWritable(badge)
  const withBaseline = await prepareBaseline(given, ids, today)
  const withTrend = await prepareTrend(trend, today)
  return async (made) => {
    const report = await withTrend(await withBaseline(made))
    await writeReports(requested, {
      html: () => toHtml(report),
      json: () => toJson(report),
      junit: () => toJunit(report),
      markdown: () => toMarkdown(report),
    })
    if (badge !== undefined) await writeFile(badge, toBadge(report))
    return report
  }
}
