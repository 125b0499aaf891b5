import type { Mutant } from './mutant.ts';
/** Wrong in which credentials count. */
export declare const credentialMutants: readonly Mutant[];
