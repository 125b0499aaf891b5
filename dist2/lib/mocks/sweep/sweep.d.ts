import type { Fake } from '../fake.ts';
import type { FakeOptions } from '../fake-options.ts';
import type { Question } from './prepare-turn.ts';
import { type SweepClient } from './run-through.ts';
/** What is swept. */
export type SweepOptions = {
    /** What fakes are made from, or a way to make them: there is a fresh one for each cut. */
    readonly fake: FakeOptions | (() => Fake);
    readonly question: Question;
    readonly client: SweepClient;
    /**
     * `running`, the default: the turn goes on as the client reads, so that it is resumed while it
     * runs. `ended`: it is over, and stored, before its first byte is read.
     */
    readonly turn?: 'running' | 'ended';
    /** So many cuts, drawn by the seed of the fake; every one unless given. */
    readonly sample?: number;
    /** Cuts the stream of the resume, too, at a place that is drawn for each cut of the turn. */
    readonly twice?: boolean;
    /** Milliseconds of the machine after which a client hangs; 5000 unless given. */
    readonly patienceMs?: number;
};
/** How a sweep went that found nothing. */
export type Sweep = {
    readonly seed: string;
    /** How many turns were cut. */
    readonly cuts: number;
    /** What the client saw of the turn that was not cut, without `end`. */
    readonly seen: readonly unknown[];
};
/**
 * Plays a turn uncut, and then once for every place at which its stream can break: behind and inside
 * of every event, by a reset and by an early end. The client must see the same each time: no gap, no
 * duplicate, the same order and payloads; only `end` and `resume_done` may stand for each other.
 * Approvals are given as they are asked for. Throws a `SweepError` that names every cut that showed.
 */
export declare function sweep(options: SweepOptions): Promise<Sweep>;
