/** A storage that can't keep worlds: says why, and what would help. */
export class BrowserStorageError extends Error {
    name = 'BrowserStorageError';
}
/** What the browser says of a failure, such as that the quota was exceeded. */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
/** The part of a storage that is ours: everything below one name. */
export class Shelf {
    storage;
    #start;
    /** Throws `BrowserStorageError` where the page has no storage. */
    constructor(name, given) {
        this.storage = given ?? ownStorage();
        this.#start = `${name}/`;
    }
    get(key) {
        return this.storage.getItem(this.#start + key);
    }
    set(key, text) {
        this.storage.setItem(this.#start + key, text);
    }
    remove(key) {
        this.storage.removeItem(this.#start + key);
    }
    /** All keys that begin so. */
    keys(start = '') {
        const { storage } = this;
        const all = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return all.flatMap((key) => this.own(key) ?? []).filter((key) => key.startsWith(start));
    }
    /** A key of the storage as one of ours. */
    own(key) {
        return key.startsWith(this.#start) ? key.slice(this.#start.length) : undefined;
    }
}
function ownStorage() {
    const refuse = (why) => new BrowserStorageError(`Failed to keep worlds in this browser: ${why}. Let the page store data, or leave the keeper out.`);
    let storage;
    try {
        ;
        ({ localStorage: storage } = globalThis);
    }
    catch (error) {
        throw refuse(reasonOf(error));
    }
    if (typeof storage?.getItem !== 'function')
        throw refuse('there is no localStorage here');
    return storage;
}
