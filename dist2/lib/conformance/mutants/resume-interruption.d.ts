import type { Mutant } from './mutant.ts';
/** Wrong in what becomes of a turn whose reader left. */
export declare const interruptionMutants: readonly Mutant[];
