import type { PassiveCheck } from '../check.ts';
/** Validation bodies (2.4, 4.C2), over all that other checks see. */
export declare const validationChecks: readonly PassiveCheck[];
