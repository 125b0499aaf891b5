import type { Check } from '../check.ts';
/** The exchange of refresh tokens (4.6, 5.R4). It may end sessions, so it has a login of its own. */
export declare const refreshChecks: readonly Check[];
