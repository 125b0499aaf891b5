import type { Check } from '../check.ts';
/** General rules and envelopes (1, 2.3), over all that other checks see. */
export declare const envelopeChecks: readonly Check[];
