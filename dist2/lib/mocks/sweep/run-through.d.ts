import type { Fake } from '../fake.ts';
import type { Cut } from './cuts.ts';
import { type Delivery } from './paced-fetch.ts';
import { type Question, type SweptTurn } from './prepare-turn.ts';
/**
 * Plays a turn to its end, whatever happens to its stream, and gives what it saw, in order. What
 * that is, is up to the client: its events, or the state that they lead to.
 */
export type SweepClient = (turn: SweptTurn) => Promise<readonly unknown[]>;
/** How a turn went. */
export type RunThrough = {
    readonly seed: string;
    readonly seen: readonly unknown[];
    /** What the client failed with. */
    readonly failed?: string;
    readonly streams: readonly Delivery[];
};
export type RunThroughs = {
    readonly question: Question;
    readonly client: SweepClient;
    readonly turn: 'running' | 'ended';
    readonly patienceMs: number;
};
/** Lets a client play the turn in a fresh fake, its streams cut: the first one, then the resumes. */
export declare function runThrough(fake: Fake, { question, client, turn, patienceMs }: RunThroughs, cuts: readonly Cut[]): Promise<RunThrough>;
