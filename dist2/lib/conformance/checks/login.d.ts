import type { Check } from '../check.ts';
/** Login and the check of tokens (2.7, 4.6). */
export declare const loginChecks: readonly Check[];
