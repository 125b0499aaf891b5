import type { Check } from '../check.ts';
/** The creation of keys (2.1, 4.1). */
export declare const keyChecks: readonly Check[];
