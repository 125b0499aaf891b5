import type { ActiveCheck } from '../check.ts';
/** What accepts a key and an access token (4.C1). */
export declare const acceptanceChecks: readonly ActiveCheck[];
