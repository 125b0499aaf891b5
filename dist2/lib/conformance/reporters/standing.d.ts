import type { Standing } from '../standing.ts';
/** How a run stands to its baseline, a line for the sum and one for each entry to look at. */
export declare function standingLines(standing: Standing): readonly string[];
/** Whether an entry is to be taken out, or its day is over. */
export declare const isOutdated: ({ expired, stale }: Standing) => boolean;
/** The same for the end of a report in a terminal. */
export declare const toStandingText: (standing: Standing) => string;
