import type { Report } from '../report.ts';
/** The report for people, on one screen: what is wrong and how to see it, and what is undecided. */
export declare function toTerminal(report: Report, strict?: boolean): string;
