import { writeFile } from 'node:fs/promises'
import type { Report } from '../../conformance/report/report.ts'
import { toAnnotations } from '../../conformance/reporters/annotations.ts'
import { toHtml, toMarkdown } from '../../conformance/reporters/documents.ts'
import { toJunit } from '../../conformance/reporters/junit.ts'
import type { BaselineComparison } from '../../conformance/report/baseline.ts'
import type { Output } from '../command-line.ts'
import { ensureWritable } from '../output-file.ts'

type Reporter = (report: Report, strict: boolean, comparison?: BaselineComparison) => string

export const fileFormats = ['json', 'junit', 'markdown', 'html'] as const
type FileFormat = (typeof fileFormats)[number]

/** A value of `--report`: a file, or annotations for GitHub Actions on stdout. */
export type RequestedReport =
  | { readonly format: FileFormat; readonly file: string }
  | { readonly format: 'github' }

type FinishedRun = {
  /** The report with all failures, as JSON. */
  readonly json: string
  /** The report without known failures. */
  readonly shown: Report
  readonly strict: boolean
  /** The run compared to its baseline, if there is one. */
  readonly comparison?: BaselineComparison | undefined
}

/** Throws `UsageError` if a report could not be written. */
export async function ensureReportsWritable(orders: readonly RequestedReport[]): Promise<void> {
  for (const order of orders) if ('file' in order) await ensureWritable(order.file)
}

/** Writes the reports of `--report`: JSON with all failures, the others without known ones. */
export async function writeReports(
  orders: readonly RequestedReport[],
  { json, shown, strict, comparison }: FinishedRun,
  stdout: Output,
): Promise<void> {
  for (const order of orders) {
    if (order.format === 'github') stdout.write(toAnnotations(shown, strict, comparison))
    else if (order.format === 'json') await writeFile(order.file, json)
    else await writeFile(order.file, reporters[order.format](shown, strict, comparison))
  }
}

const reporters: Record<Exclude<FileFormat, 'json'>, Reporter> = {
  junit: toJunit,
  markdown: toMarkdown,
  html: toHtml,
}
