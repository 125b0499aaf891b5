import type { Mutant } from './mutant.ts';
/** Wrong in what an error body says. */
export declare const errorMutants: readonly Mutant[];
