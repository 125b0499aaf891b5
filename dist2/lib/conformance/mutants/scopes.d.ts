import type { Mutant } from './mutant.ts';
/** Wrong in what scoped keys may do. */
export declare const scopeMutants: readonly Mutant[];
