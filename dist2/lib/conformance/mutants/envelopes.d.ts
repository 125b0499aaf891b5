import type { Mutant } from './mutant.ts';
/** Wrong in the general form of bodies. */
export declare const envelopeMutants: readonly Mutant[];
