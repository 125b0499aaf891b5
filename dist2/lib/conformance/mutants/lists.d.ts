import type { Mutant } from './mutant.ts';
/** Wrong in how lists are paged. */
export declare const listMutants: readonly Mutant[];
