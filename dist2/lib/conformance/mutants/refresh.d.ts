import type { Mutant } from './mutant.ts';
/** Wrong in what a refresh answers. */
export declare const refreshMutants: readonly Mutant[];
