import type { Check } from '../check.ts';
/** Pages, their fields and their limits (2.2, 4.C3, 8), each rule on all four lists. */
export declare const paginationChecks: readonly Check[];
