import type { Report } from '../report.ts';
/** The report as JSON text, of the shape that report.schema.json publishes. */
export declare const toJson: (report: Report) => string;
