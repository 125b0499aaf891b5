import { writeFile } from 'node:fs/promises'
import type { Output } from './command-line.ts'
import { ensureWritable } from './output-file.ts'
import type { FileReport, GithubReport } from './value-types.ts'

type Requested<Format extends string> = readonly (FileReport<Format> | GithubReport)[]

/** Returns an error message for `--json` together with `--report github`. */
export const jsonOrGithub = ({
  json,
  report,
}: {
  readonly json: boolean
  readonly report: Requested<string>
}): string | undefined =>
  json && report.some(({ format }) => format === 'github')
    ? '--json and --report github both write to stdout: use only one of them.'
    : undefined

/** Throws `UsageError` if a report could not be written. */
export async function ensureReportsWritable(requested: Requested<string>): Promise<void> {
  for (const report of requested) if ('file' in report) await ensureWritable(report.file)
}

/** Writes the reports of `--report`. Each format has a renderer that creates its text. */
export async function writeReports<Format extends string>(
  requested: Requested<Format>,
  render: Readonly<Record<Format, () => string>> & { readonly github?: () => string },
  stdout?: Output,
): Promise<void> {
  for (const report of requested) {
    if ('file' in report) await writeFile(report.file, render[report.format]())
    else stdout?.write(render.github?.() ?? '')
  }
}
