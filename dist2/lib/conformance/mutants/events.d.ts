import type { Mutant } from './mutant.ts';
/** Wrong in what the payload of an event says. */
export declare const eventMutants: readonly Mutant[];
