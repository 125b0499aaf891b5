import type { Check } from '../check.ts';
/** Versions (9). */
export declare const versioningChecks: readonly Check[];
