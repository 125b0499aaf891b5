const unused = { total_requests: 0, last_used_at: null };
/** Counters beside the key records, so that a call changes no record. */
export class Usage {
    #byKey;
    constructor(tables) {
        this.#byKey = tables.of('usage');
    }
    of(key) {
        return this.#byKey.get(key) ?? unused;
    }
    count(key, now) {
        this.#byKey.set(key, { total_requests: this.of(key).total_requests + 1, last_used_at: now });
    }
}
