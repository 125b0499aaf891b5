import type { Check } from '../check.ts';
/** Operations that are named without bodies and responses (4.7): which of them there are. */
export declare const namedOperationChecks: readonly Check[];
