import type { Mutant } from './mutant.ts';
/** Wrong in what a version header does. */
export declare const versionMutants: readonly Mutant[];
