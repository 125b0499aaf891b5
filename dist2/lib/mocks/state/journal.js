import { conditions, invalidCode } from '../../contract/errors.js';
import { ownLimits } from '../../contract/limits.js';
import { Coverage } from './coverage.js';
import { Ring } from './ring.js';
/** About how many characters an entry takes besides its texts, and a frame of a ledger. */
const entrySize = 500;
const frameSize = 50;
/** The calls that a world received, the newest of them within bounds, and what they covered. */
export class Journal {
    coverage = new Coverage();
    /** Who called, by the record of the key or the user: calls of the same share it. */
    callers = new WeakMap();
    #options;
    /** In the order in which they were answered. */
    #entries = new Ring({
        most: ownLimits.journalEntries,
        heaviest: ownLimits.journalCharacters,
    });
    /** Where the calls stand whose streams are still open. */
    #open = new Map();
    #watchers = new Set();
    #closers = new Set();
    #count = 0;
    constructor(options) {
        this.#options = options;
    }
    /** The number of a new call. */
    next() {
        return ++this.#count;
    }
    /** How many calls the world received, also those that are no longer here. */
    get count() {
        return this.#count;
    }
    /** How many are told of each call. */
    get watchers() {
        return this.#watchers.size;
    }
    get(number) {
        return [...this.#entries].find((entry) => entry.number === number);
    }
    /** Every call that is here, in the order of their numbers. */
    entries() {
        return [...this.#entries].toSorted((a, b) => a.number - b.number);
    }
    /** Takes a call in that was answered. */
    add(entry) {
        const before = this.#entries.weight;
        const place = this.#entries.push(entry, sizeOf(entry));
        this.#options.onWeight?.(this.#entries.weight - before);
        if (entry.ledger === undefined)
            this.#cover(entry);
        else
            this.#open.set(entry, place);
        this.#tell('answered', entry);
    }
    /** Notes that the stream of a call has ended. */
    ended(entry) {
        this.#cover(entry);
        const before = this.#entries.weight;
        this.#entries.grow(this.#open.get(entry) ?? -1, framesSize(entry));
        this.#options.onWeight?.(this.#entries.weight - before);
        this.#open.delete(entry);
        this.#tell('ended', entry);
    }
    /** Forgets all calls, but neither how many there were nor what they covered. */
    clear() {
        this.#options.onWeight?.(-this.#entries.weight);
        this.#entries.clear();
    }
    /** Tells of each call until the returned function is called; `onClose` says that no more come. */
    watch(watcher, onClose) {
        this.#watchers.add(watcher);
        this.#closers.add(onClose);
        return () => {
            this.#watchers.delete(watcher);
            this.#closers.delete(onClose);
        };
    }
    close() {
        for (const close of this.#closers)
            close();
    }
    #cover(entry) {
        const place = { world: this.#options.world, number: entry.number };
        const seen = seenIn(entry);
        this.coverage.count(seen, entry.profile, place);
        this.#options.coverage?.count(seen, entry.profile, place);
    }
    #tell(happened, entry) {
        for (const watcher of this.#watchers)
            watcher(happened, entry);
    }
}
/** What a call showed of the deployment. */
export const seenIn = (entry) => ({
    endpoint: entry.endpoint,
    outcome: entry.outcome,
    code: contractCode(entry),
    events: entry.ledger?.events ?? [],
});
function contractCode(entry) {
    const { outcome } = entry;
    if (outcome === 'success')
        return undefined;
    if (outcome === 'invalid')
        return invalidCode;
    return outcome === 'fault' ? codeIn(entry) : conditions[outcome];
}
/** The code in the body of an error, whichever way the deployment writes it. */
export function codeIn({ status, answered }) {
    if (status === undefined || status < 400 || answered === undefined)
        return undefined;
    return /"(?:error|error_code)":\s*"(\w+)"/.exec(answered.text)?.[1];
}
const sizeOf = ({ path, query, sent, answered, explanation }) => entrySize +
    path.length +
    query.length +
    heldOf(sent) +
    heldOf(answered) +
    (explanation?.length ?? 0);
const heldOf = (body) => Math.min(body?.length ?? 0, ownLimits.journalBody);
const framesSize = ({ ledger }) => (ledger?.listed ?? 0) * frameSize;
