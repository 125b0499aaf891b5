import type { Check } from './check.ts';
/**
 * Every check, in the order of a run: from what needs least to what costs most. A refresh may end
 * a session, so it comes after all that relies on one; what must never appear is sought last.
 */
export declare const allChecks: readonly Check[];
