import type { Mutant } from './mutant.ts';
/** Wrong in how keys are created and listed. */
export declare const keyMutants: readonly Mutant[];
