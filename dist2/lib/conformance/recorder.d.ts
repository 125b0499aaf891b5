import type { Spent } from './budget.ts';
import type { Lab } from './lab.ts';
import type { Ledger, Residue, ResidueBook } from './residue.ts';
import type { Transport } from './transport.ts';
export type RecorderOptions = Transport & {
    readonly sleep: (ms: number) => Promise<void>;
    readonly grace: number;
    /** Marks all that this run makes. */
    readonly tag: string;
    /** How many turns of the agent may be started; any number by default. */
    readonly maxTurns?: number | undefined;
    /** How many requests a second may be sent; as many as go by default. */
    readonly rate?: number | undefined;
    /** Told of all that a request makes, before it is sent. */
    readonly ledger?: Ledger | undefined;
    /** What earlier runs left, where it is to be removed as well. */
    readonly inherited?: readonly Residue[] | undefined;
    /** Once it aborts, the request under way is the last one until `close`. */
    readonly stop?: AbortSignal | undefined;
};
/** A lab that knows what it has cost, and what it has left on the target. */
export type Recorder = Lab & {
    readonly spent: Spent;
    readonly residue: ResidueBook;
    /** Ends the judging: from here on requests are for cleaning up, which no stop prevents. */
    close(): void;
};
/** The one recorded way to a target. */
export declare function createRecorder(options: RecorderOptions): Recorder;
