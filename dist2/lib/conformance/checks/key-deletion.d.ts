import type { ActiveCheck } from '../check.ts';
/** The permanent deletion of keys (3, 4.1, 5.R7). */
export declare const keyDeletionChecks: readonly ActiveCheck[];
