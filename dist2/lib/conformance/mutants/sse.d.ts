import type { Mutant } from './mutant.ts';
/** Wrong in how the lines of a stream are written. */
export declare const sseMutants: readonly Mutant[];
