import { type CoverageReport } from './coverage.ts';
/** What a client under test has exercised, and what it relies on, for people to read. */
export declare function coverageMarkdown(report: CoverageReport): string;
