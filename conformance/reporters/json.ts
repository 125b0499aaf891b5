import type { Report } from '../report.ts'

/** The report as JSON text. */
export const toJson = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`
