import type { Mutant } from './mutant.ts';
/** Wrong in what a resume replays. */
export declare const replayMutants: readonly Mutant[];
