import type { Mutant } from './mutant.ts';
/** Wrong in what a resume refuses. */
export declare const refusalMutants: readonly Mutant[];
