import type { Mutant } from './mutant.ts';
/** Wrong in where the end of a turn stands. */
export declare const orderMutants: readonly Mutant[];
