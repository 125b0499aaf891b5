import { escapeJson } from '../../contract/escape.ts'
import type { WrittenReport } from '../report-schema.ts'
import type { Report } from '../report.ts'

/** The report as JSON text, of the shape that report.schema.json publishes. */
export const toJson = (report: Report): string =>
  `${escapeJson(JSON.stringify(report satisfies WrittenReport, null, 2))}\n`
