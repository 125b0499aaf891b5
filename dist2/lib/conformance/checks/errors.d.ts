import type { Check } from '../check.ts';
/** Errors (2.3, 7): mostly passive, over all that other checks see. */
export declare const errorChecks: readonly Check[];
