import { writeFile } from 'node:fs/promises'
import { escapeJson } from '../../contract/escape.ts'
import type { ToleranceReport } from '../../contract/tolerance-report.ts'
import { toHtml, toMarkdown } from '../../tolerance/summary.ts'
import { type Flags, type FlagValues, parseWord, UsageError } from '../command-line.ts'
import { ensureWritable } from '../output-file.ts'
import { prepareBaseline } from './baseline.ts'
import { toBadge } from './reporters/badge.ts'
import { toJunit } from './reporters/junit.ts'
import { prepareTrend } from './trend.ts'

const reporters = { html: toHtml, json: toJson, junit: toJunit, markdown: toMarkdown } as const
const formats = ['html', 'json', 'junit', 'markdown'] as const

/** The flags of what is made of a report. */
export const reportFlags = {
  report: {
    value: 'FORMAT=FILE',
    values: formats.map((format) => `${format}=`),
    isRepeatable: true,
    help: `writes a report: ${formats.join(', ')}`,
  },
  badge: { value: 'FILE', help: 'writes a badge as SVG: how many behaviours are tolerated' },
  baseline: {
    value: 'FILE',
    help: 'accepts the findings that this file lists with a reason; exit code 2 if an entry is stale or expired',
  },
  'update-baseline': {
    help: 'adds the findings to the file of --baseline, and removes what is tolerated now',
  },
  trend: {
    value: 'FILE',
    help: 'compares with the last session in this file, and adds this one',
  },
} as const satisfies Flags

/** The report as JSON. */
export function toJson(report: ToleranceReport): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`
}

/**
 * Reads baseline and trend, and ensures that all files can be written, before the first run. Returns
 * the function that completes the report and writes the files. Throws `UsageError`.
 */
export async function prepareReports(
  given: Omit<FlagValues<typeof reportFlags>, 'help' | 'words'>,
  ids: readonly string[],
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  const { badge, trend } = given
  const orders = given.report.map(parseReport)
  for (const { file } of orders) await ensureWritable(file)
  if (badge !== undefined) await ensureWritable(badge)
  const withBaseline = await prepareBaseline(given, ids, today)
  const withTrend = await prepareTrend(trend, today)
  return async (made) => {
    const report = await withTrend(await withBaseline(made))
    for (const { format, file } of orders) await writeFile(file, reporters[format](report))
    if (badge !== undefined) await writeFile(badge, toBadge(report))
    return report
  }
}

function parseReport(value: string) {
  const [format = '', ...rest] = value.split('=')
  const file = rest.join('=')
  if (file === '')
    throw new UsageError(
      `--report takes ${formats.join(', ')}, each with a file, such as html=tolerance.html.`,
    )
  return { format: parseWord('--report', format, formats), file }
}
