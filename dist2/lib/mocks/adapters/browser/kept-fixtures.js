import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { leadsTo, parseObject } from './kept-head.js';
/** What worlds began with, by the hash of its content: written once, however many worlds share it. */
export class KeptFixtures {
    #shelf;
    #hashes = new WeakMap();
    /** Those in memory, so that worlds share them after a reload, too. */
    #read = new Map();
    constructor(shelf) {
        this.#shelf = shelf;
    }
    /** Writes a fixture unless it is there; gives its hash. */
    keep(fixture) {
        const known = this.#hashes.get(fixture);
        if (known !== undefined && this.#shelf.get(`fixture/${known}`) !== null)
            return known;
        const text = JSON.stringify(fixture);
        const hash = bytesToHex(sha256(utf8ToBytes(text)));
        this.#shelf.set(`fixture/${hash}`, text);
        this.#remember(hash, fixture);
        return hash;
    }
    /** The fixture of a hash; `undefined` where it is gone or damaged. */
    load(hash) {
        const known = this.#read.get(hash)?.deref();
        if (known !== undefined)
            return known;
        const text = this.#shelf.get(`fixture/${hash}`);
        const fixture = parseObject(text ?? '');
        if (fixture !== undefined)
            this.#remember(hash, fixture);
        return fixture;
    }
    /** Removes a fixture that no world began with any more. */
    leave(hash) {
        const heads = this.#shelf.keys('world/').map((key) => leadsTo(this.#shelf.get(key)));
        if (!heads.some((head) => head?.fixture === hash))
            this.#shelf.remove(`fixture/${hash}`);
    }
    #remember(hash, fixture) {
        this.#hashes.set(fixture, hash);
        this.#read.set(hash, new WeakRef(fixture));
    }
}
