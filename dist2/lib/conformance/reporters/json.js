/** The report as JSON text, of the shape that report.schema.json publishes. */
export const toJson = (report) => `${JSON.stringify(report, null, 2)}\n`;
