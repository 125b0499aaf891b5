import type { Mutant } from './mutant.ts';
/** Wrong in how an agent is read. */
export declare const agentMutants: readonly Mutant[];
