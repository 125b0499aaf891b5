import { WorldError } from '../../state/world-error.js';
import { leadsTo, parseObject } from './kept-head.js';
import { reasonOf } from './shelf.js';
/** Characters of changes below which a world is never written anew. */
const leastChanges = 256 * 1024;
export const lineKey = (log, number) => `log/${log}/${number}`;
/** Reads the log that goes on from a head. */
export function readLog(shelf, log, at) {
    const changes = [];
    let end = { count: 0, id: log, at, size: 0 };
    for (;;) {
        const text = shelf.get(lineKey(log, end.count + 1));
        if (text === null)
            return { changes, end, torn: false };
        const line = parseObject(text);
        if (line?.after !== end.id || line.id === undefined || !Array.isArray(line.changes))
            return { changes, end, torn: true };
        changes.push(...line.changes);
        const size = end.size + text.length;
        end = { count: end.count + 1, id: line.id, at: line.at ?? at, size };
    }
}
/** Removes the lines of a log, from one on. */
export function removeLines(shelf, log, from = 1) {
    for (let number = from; shelf.get(lineKey(log, number)) !== null; number += 1)
        shelf.remove(lineKey(log, number));
}
/** What a page is told that was too late; its next call has the world as the other left it. */
export const changedElsewhere = (world) => new WorldError('unkept', `Another page changed the world \`${world}\` at the same time, so nothing was changed: call again.`);
/** The changes of one world, a line for each commit; it refuses a line that another page was before with. */
export class PageLog {
    #shelf;
    #options;
    #log;
    #end;
    /** Characters at which it is written anew. */
    #most;
    constructor(shelf, end, state, options) {
        this.#shelf = shelf;
        this.#options = options;
        this.#log = options.log;
        this.#end = end;
        this.#most = Math.max(leastChanges, state);
    }
    write(changes) {
        const { world, now, drawId } = this.#options;
        if (!this.#isLast())
            throw changedElsewhere(world);
        const line = { id: drawId(), after: this.#end.id, at: now(), changes };
        const text = JSON.stringify(line);
        const count = this.#end.count + 1;
        try {
            this.#shelf.set(lineKey(this.#log, count), text);
        }
        catch (error) {
            const why = `The world \`${world}\` can’t be kept: ${reasonOf(error)}.`;
            this.#options.notice(`${why} It goes back to what the browser has of it.`);
            throw new WorldError('unkept', `${why} Nothing was changed.`);
        }
        this.#end = { count, id: line.id, at: line.at, size: this.#end.size + text.length };
        if (this.#end.size > this.#most)
            this.#compact();
    }
    /** Whether nobody wrote since we did. */
    #isLast() {
        const { count, id } = this.#end;
        if (this.#shelf.get(lineKey(this.#log, count + 1)) !== null)
            return false;
        if (count === 0)
            return leadsTo(this.#shelf.get(`world/${this.#options.world}`))?.log === this.#log;
        return this.#shelf.get(lineKey(this.#log, count))?.startsWith(`{"id":"${id}"`) === true;
    }
    /** Puts the state in the place of all changes that led to it; where that fails, they go on. */
    #compact() {
        const { world, now, compact, notice } = this.#options;
        try {
            const { log, size } = compact();
            this.#log = log;
            this.#end = { count: 0, id: log, at: now(), size: 0 };
            this.#most = Math.max(leastChanges, size);
        }
        catch (error) {
            this.#most += leastChanges;
            notice(`Failed to shorten the world \`${world}\`: ${reasonOf(error)}. It grows on.`);
        }
    }
}
