import type { Choose } from './choose.ts';
/** What differs about workflows. */
export declare const compileWorkflows: (choose: Choose) => {
    /** How many runs of the minute a batch is, by its size. */
    startsOfBatch: (() => 1) | ((size: number) => number);
};
