import { weigh } from './weigh.js';
import { WorldError } from './world-error.js';
/** The log of a world that is no longer there: what a call still does to it is lost. */
const closed = {
    write() {
        throw new WorldError('missing', 'The world of this call went away before it was answered.');
    },
};
/** Tables that go on with every draw and event: nobody asks which call changed them last. */
const unsigned = new Set(['draws', 'next-cursor', 'turns', 'turn-events']);
/** The table of what turns have said that still run; it is weighed once, as what they leave. */
const unweighed = 'turn-events';
/** Milliseconds until counters are written, which nobody was promised. */
const flushCounters = 1000;
/** What changes in one world: who made each change, how heavy all of it is, and what is still to be written. */
export class Changes {
    /** The number of the call that is being answered; `undefined` while time alone acts. */
    cause;
    #onWeight;
    /** The number of the call that made each change, by table and key. */
    #authors = new Map();
    #counters = new Map();
    #pending = [];
    #log;
    #wall;
    #callOff;
    #onLost;
    /** Why something could not be written; from then on nothing is. */
    #lost;
    constructor(onWeight = () => { }) {
        this.#onWeight = onWeight;
    }
    /** Notes a change, of which there are some with every event of every stream. */
    note = (table, key, value, before, how) => {
        if (!unsigned.has(table))
            this.#sign(table, key);
        if (table !== unweighed) {
            const more = weigh(how === 'push' ? [value] : value) - weigh(before);
            if (more !== 0)
                this.#onWeight(more);
        }
        if (this.#log === undefined)
            return;
        this.#pending.push(how === undefined ? [table, key, value] : [table, key, value, how]);
    };
    /** Notes a counter that may be lost: it is written each second at most. */
    noteCounter = (table, key, value) => {
        if (this.#log === undefined || this.#log === closed)
            return;
        this.#counters.set(`${table}\n${key}`, [table, key, value]);
        this.#callOff ??= this.#wall?.after(flushCounters, () => this.#writeCounters());
    };
    /** The number of the call that changed this last, if a call did. */
    authorOf(table, key) {
        return this.#authors.get(table)?.get(key);
    }
    /** Writes each commit to a log from now on; `onLost` is told once when that fails. */
    keepIn(log, wall, onLost) {
        this.#log = log;
        this.#wall = wall;
        this.#onLost = onLost;
    }
    /** Hands all changes since the last time to the log; that this fails shows at the next commit. */
    flush() {
        if (this.#pending.length === 0)
            return;
        const changes = this.#pending;
        this.#pending = [];
        this.#write(changes);
    }
    /** Flushes; throws where this failed now or before: then nothing may be promised. */
    commit() {
        this.flush();
        if (this.#lost !== undefined)
            throw this.#lost.error;
    }
    /** Writes what is still to be written; whatever changes from now on is lost. */
    close() {
        this.flush();
        this.#writeCounters();
        if (this.#log !== undefined)
            this.#log = closed;
        this.#onLost = undefined;
    }
    #sign(table, key) {
        let authors = this.#authors.get(table);
        if (this.cause === undefined)
            authors?.delete(key);
        else {
            if (authors === undefined)
                this.#authors.set(table, (authors = new Map()));
            authors.set(key, this.cause);
        }
    }
    #writeCounters() {
        this.#callOff?.();
        this.#callOff = undefined;
        if (this.#counters.size === 0)
            return;
        const counters = [...this.#counters.values()];
        this.#counters.clear();
        this.#write(counters);
    }
    #write(changes) {
        if (this.#lost !== undefined)
            return;
        try {
            this.#log?.write(changes);
        }
        catch (error) {
            this.#lost = { error };
            this.#onLost?.();
        }
    }
}
