import type { Report } from '../report.ts';
/** The report as JUnit XML: a test case for each check, warnings and observations as output. */
export declare function toJunit(report: Report): string;
