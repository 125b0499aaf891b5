import type { ActiveCheck } from '../check.ts';
/** The credential in the body of react and dag (5.R2), shown without ever starting a turn. */
export declare const bodyTokenChecks: readonly ActiveCheck[];
