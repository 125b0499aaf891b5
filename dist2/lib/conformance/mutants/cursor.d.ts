import type { Mutant } from './mutant.ts';
/** Wrong in the cursors. */
export declare const cursorMutants: readonly Mutant[];
