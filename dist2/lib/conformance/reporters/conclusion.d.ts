import type { Report } from '../report.ts';
/** What a run amounts to, in a sentence and the numbers behind it. */
export declare function conclusion(report: Report, strict?: boolean): string;
/** The same without the numbers of each verdict, for where they are shown beside it. */
export declare const shortConclusion: (report: Report) => string;
