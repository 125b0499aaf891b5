import type { Pace } from '../../contract/script-lines.ts';
/** A part of a text as it is typed, and how long after the part before it comes: script milliseconds. */
export type Delta = {
    readonly text: string;
    readonly wait: number;
};
/** A text in deltas, nothing added and nothing lost; `chance` gives fractions from 0 up to 1. */
export declare function typed(text: string, pace: Pace | undefined, chance: () => number): Delta[];
/** The time that a text takes, from before its first delta to its last. */
export declare const typingTime: (deltas: readonly Delta[]) => number;
