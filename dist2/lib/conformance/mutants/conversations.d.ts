import type { Mutant } from './mutant.ts';
/** Wrong in what conversations do. */
export declare const conversationMutants: readonly Mutant[];
