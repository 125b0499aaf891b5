import type { Mutant } from './mutant.ts';
/** Wrong in what becomes of a key. */
export declare const keyLifecycleMutants: readonly Mutant[];
