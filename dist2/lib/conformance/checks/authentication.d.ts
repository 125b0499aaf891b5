import type { Check } from '../check.ts';
/** Which credentials are accepted and which are rejected, and how (5, 7). */
export declare const authenticationChecks: readonly Check[];
