import type { Beat, Beats } from './beats.ts';
/** Something to tell beside others, of which nothing comes before `from`. */
export type Strand<Result> = {
    readonly from: number;
    readonly beats: Beats<Result, Beat>;
};
/** Tells strands side by side in the order of time, and gives what each of them came to. */
export declare function interleave<Result>(strands: readonly Strand<Result>[]): Beats<Result[], Beat>;
