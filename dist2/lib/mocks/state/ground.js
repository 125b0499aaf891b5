import { listedOf, listKey } from './listed.js';
/** The frozen records that a fixture begins with, shared by all worlds that start from it. */
export class Ground {
    entries;
    kind;
    #sorted = new Map();
    #listed = new Map();
    constructor(records, kind) {
        this.kind = kind;
        this.entries = new Map(records.map((record, sequence) => [record.id, { record: Object.freeze(record), sequence }]));
    }
    /** The entries of one owner in one order, sorted once for all worlds. */
    owned(owner, order) {
        let byOwner = this.#sorted.get(order);
        if (byOwner === undefined) {
            byOwner = Map.groupBy(this.entries.values(), ({ record }) => this.kind.owner(record));
            for (const entries of byOwner.values())
                entries.sort(this.kind.orders[order]);
            this.#sorted.set(order, byOwner);
        }
        return byOwner.get(owner) ?? [];
    }
    /** The records of one owner in one order, as all worlds begin with them. */
    listed(owner, order) {
        const key = listKey(order, owner);
        let listed = this.#listed.get(key);
        if (listed === undefined)
            this.#listed.set(key, (listed = listedOf(this.owned(owner, order))));
        return listed;
    }
}
