import type { EndpointId } from '../../contract/endpoints.ts';
import type { Profile } from '../../contract/picks.ts';
import type { Outcome, Seen } from '../../contract/relied-on.ts';
import { Coverage } from './coverage.ts';
import type { Ledger } from './ledger.ts';
/** A body as far as a journal holds it, and how long it was, in characters. */
export type KeptBody = {
    readonly text: string;
    readonly length: number;
};
/** Who called, by what is no secret. */
export type JournalCaller = {
    readonly email: string;
    readonly key: {
        readonly id: string;
        readonly prefix: string;
        readonly name: string;
    } | undefined;
};
/** A call as it is held: what is masked, cut or worked out is so when the entry is shown. */
export type JournalEntry = {
    /** Its place among the calls of this world, from 1. */
    readonly number: number;
    /** When it came, in milliseconds of the world. */
    readonly at: number;
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Iterable<readonly [name: string, value: string]>;
    readonly endpoint: EndpointId | undefined;
    readonly caller: JournalCaller | undefined;
    /** The scenario that a turn plays. */
    readonly scenario: string | undefined;
    readonly sent: KeptBody | undefined;
    /** `undefined` where the connection was reset instead of an answer. */
    readonly status: number | undefined;
    readonly outcome: Outcome;
    /** The ids of the faults that it met. */
    readonly faults: readonly string[];
    readonly explanation: string | undefined;
    readonly answered: KeptBody | undefined;
    /** Milliseconds of the machine until the answer began. */
    readonly ms: number;
    /** The profile under which it was answered. */
    readonly profile: Profile;
    /** What the reader was handed, for a stream. */
    readonly ledger: Ledger | undefined;
};
/** Told of a call when it is `answered`, and of a stream once more when it has `ended`. */
export type JournalWatcher = (happened: 'answered' | 'ended', entry: JournalEntry) => void;
/** What a journal is made with. */
export type JournalOptions = {
    readonly world: string;
    /** Counts with it, beyond its own end. */
    readonly coverage?: Coverage | undefined;
    /** Told by how many bytes it grows or shrinks. */
    readonly onWeight?: ((delta: number) => void) | undefined;
};
/** The calls that a world received, the newest of them within bounds, and what they covered. */
export declare class Journal {
    #private;
    readonly coverage: Coverage;
    /** Who called, by the record of the key or the user: calls of the same share it. */
    readonly callers: WeakMap<object, JournalCaller>;
    constructor(options: JournalOptions);
    /** The number of a new call. */
    next(): number;
    /** How many calls the world received, also those that are no longer here. */
    get count(): number;
    /** How many are told of each call. */
    get watchers(): number;
    get(number: number): JournalEntry | undefined;
    /** Every call that is here, in the order of their numbers. */
    entries(): JournalEntry[];
    /** Takes a call in that was answered. */
    add(entry: JournalEntry): void;
    /** Notes that the stream of a call has ended. */
    ended(entry: JournalEntry): void;
    /** Forgets all calls, but neither how many there were nor what they covered. */
    clear(): void;
    /** Tells of each call until the returned function is called; `onClose` says that no more come. */
    watch(watcher: JournalWatcher, onClose: () => void): () => void;
    close(): void;
}
/** What a call showed of the deployment. */
export declare const seenIn: (entry: JournalEntry) => Seen;
/** The code in the body of an error, whichever way the deployment writes it. */
export declare function codeIn({ status, answered }: JournalEntry): string | undefined;
