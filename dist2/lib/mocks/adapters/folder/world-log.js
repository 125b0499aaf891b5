import { WorldError } from '../../state/world-error.js';
import { appendToFile } from './files.js';
import { reasonOf } from './folder-error.js';
import { seal } from './seal.js';
import { writeWorldFile } from './world-file.js';
/** Bytes of changes below which a file is never written anew. */
const leastChanges = 1024 * 1024;
/** The file of one world as it grows, line by line; it is written anew where changes outweigh the state. */
export class WorldLog {
    #path;
    #head;
    #now;
    #options;
    #end;
    /** Bytes at which it is written anew. */
    #most;
    constructor(path, head, end, now, options) {
        this.#path = path;
        this.#head = head;
        this.#end = end;
        this.#now = now;
        this.#options = options;
        this.#most = mostBeside(end.size);
    }
    write(changes) {
        const { line, sum } = seal(changes, this.#end.sum);
        try {
            appendToFile(this.#path, this.#end.size, line, this.#options.sync);
        }
        catch (error) {
            const { name } = this.#head;
            const why = `The world \`${name}\` can’t be kept: ${reasonOf(error)}.`;
            this.#options.notice(`${why} It goes back to what ${this.#path} has of it.`);
            throw new WorldError('unkept', `${why} Nothing was changed.`);
        }
        this.#end = { sum, size: this.#end.size + Buffer.byteLength(line) };
        if (this.#end.size > this.#most)
            this.#compact();
    }
    /** Puts the state in the place of all changes that led to it; where that fails, they go on. */
    #compact() {
        const sync = { content: true, place: this.#options.sync };
        try {
            this.#end = writeWorldFile(this.#path, this.#head, this.#now(), sync);
        }
        catch (error) {
            this.#options.notice(`Failed to shorten ${this.#path}: ${reasonOf(error)}. It grows on.`);
        }
        this.#most = mostBeside(this.#end.size);
    }
}
/** A state of this many bytes may be followed by twice as many of changes. */
const mostBeside = (state) => state + Math.max(leastChanges, 2 * state);
