import type { ActiveCheck } from '../check.ts';
/** Keys belong to one user (3, 4.1). */
export declare const keyOwnershipChecks: readonly ActiveCheck[];
