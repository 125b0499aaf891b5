import type { Mutant } from './mutants/mutant.ts';
/** Every wrong server: at least one for each `must` check of the suite. */
export declare const allMutants: readonly Mutant[];
