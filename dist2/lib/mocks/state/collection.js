import { listedOf, listKey } from './listed.js';
import { SortedList } from './sorted-list.js';
/**
 * The records of one kind in one world: copy-on-write over their ground, so a fresh world costs
 * nothing. Records are frozen; a change is a new record. Synchronous throughout.
 */
export class Collection {
    #ground;
    #note;
    /** What stands in the place of the ground's record, or beside them; `null` where it was deleted. */
    #changed = new Map();
    #lists = new Map();
    /** Those of them that were asked for since they changed last. */
    #listed = new Map();
    /** Every owner's records together: sorted when first asked for, kept sorted from then on. */
    #whole = new Map();
    #sequence;
    #size;
    constructor(ground, note = () => { }) {
        this.#ground = ground;
        this.#note = note;
        this.#sequence = ground.entries.size;
        this.#size = ground.entries.size;
    }
    get size() {
        return this.#size;
    }
    get(id) {
        return this.#entry(id)?.record;
    }
    /** Adds a record with an id that is new. */
    insert(record) {
        this.#write(undefined, { record: Object.freeze(record), sequence: this.#sequence++ });
        return record;
    }
    /** Puts a changed copy in the place of a record that exists; returns the copy. */
    update(record, change) {
        const old = this.#entry(record.id);
        if (old === undefined)
            throw new Error(`Failed to update ${record.id}: no such record.`);
        const next = Object.freeze({ ...old.record, ...change });
        this.#write(old, { record: next, sequence: old.sequence });
        return next;
    }
    delete(id) {
        const old = this.#entry(id);
        if (old === undefined)
            return;
        this.#write(old, undefined);
    }
    /** How many records an owner has. */
    count(owner) {
        const order = Object.keys(this.#ground.kind.orders)[0];
        return this.listed(owner, order).length;
    }
    /** The records of an owner in an order, until one of them changes. */
    listed(owner, order) {
        const key = listKey(order, owner);
        const list = this.#lists.get(key);
        if (list === undefined)
            return this.#ground.listed(owner, order);
        let listed = this.#listed.get(key);
        if (listed === undefined)
            this.#listed.set(key, (listed = listedOf(list)));
        return listed;
    }
    /** Up to `count` records of an owner from position `from`, in an order. */
    slice(owner, order, from, count) {
        return this.listed(owner, order).slice(from, count);
    }
    /** All records of an owner, in an order. */
    owned(owner, order) {
        return this.slice(owner, order, 0, Number.POSITIVE_INFINITY);
    }
    /** The records of an owner that are kept, in an order; told the place of each in that of creation. */
    select(owner, order, keep) {
        const entries = this.#lists.get(listKey(order, owner)) ?? this.#ground.owned(owner, order);
        return entries
            .filter(({ record, sequence }) => keep(record, sequence))
            .map(({ record }) => record);
    }
    /** The place of a record in the order of creation, which it keeps. */
    placeOf(id) {
        return this.#entry(id)?.sequence;
    }
    /** Up to `count` records of all owners from position `from`, in an order. */
    sliceAll(order, from, count) {
        let whole = this.#whole.get(order);
        if (whole === undefined) {
            const compare = this.#ground.kind.orders[order];
            whole = new SortedList(compare, [...this.#entries()].toSorted(compare));
            this.#whole.set(order, whole);
        }
        return whole.slice(from, count).map(({ record }) => record);
    }
    /** Every record, in no promised order. */
    *values() {
        for (const { record } of this.#entries())
            yield record;
    }
    *#entries() {
        for (const [id, entry] of this.#ground.entries)
            if (!this.#changed.has(id))
                yield entry;
        for (const entry of this.#changed.values())
            if (entry !== null)
                yield entry;
    }
    #entry(id) {
        const changed = this.#changed.get(id);
        return changed === undefined ? this.#ground.entries.get(id) : (changed ?? undefined);
    }
    /** Puts a record where the id leads, whether one stands there or not; `null` deletes it. */
    put(id, record) {
        const old = this.#entry(id);
        if (record === null)
            this.delete(id);
        else if (old === undefined)
            this.insert(record);
        else
            this.#write(old, { record: Object.freeze(record), sequence: old.sequence });
    }
    /** All records in the order of their creation. */
    inOrder() {
        return [...this.#entries()]
            .toSorted((a, b) => a.sequence - b.sequence)
            .map(({ record }) => record);
    }
    dump() {
        const changed = [...this.#changed].map(([id, entry]) => [id, entry?.sequence ?? 0, entry?.record ?? null]);
        return { next: this.#sequence, changed };
    }
    /** Takes over what was dumped from a collection over the same ground. */
    load({ next, changed }) {
        for (const [id, sequence, record] of changed)
            if (record === null)
                this.delete(id);
            else
                this.#write(this.#entry(id), { record: Object.freeze(record), sequence });
        this.#sequence = next;
    }
    #write(old, next) {
        const { owner, name, orders } = this.#ground.kind;
        for (const order of Object.keys(orders)) {
            const whole = this.#whole.get(order);
            if (whole !== undefined)
                move(whole, whole, old, next);
            const left = old && this.#listOf(owner(old.record), order);
            const entered = next && this.#listOf(owner(next.record), order);
            move(left, entered, old, next);
        }
        this.#size += Number(next !== undefined) - Number(old !== undefined);
        const id = (next ?? old)?.record.id;
        if (id === undefined)
            return;
        const before = this.#changed.get(id)?.record;
        if (next !== undefined || this.#ground.entries.has(id))
            this.#changed.set(id, next ?? null);
        else
            this.#changed.delete(id);
        this.#note(name, id, next?.record ?? null, before);
    }
    /** The records of an owner in an order, to be written to: copied from the ground the first time. */
    #listOf(owner, order) {
        const key = listKey(order, owner);
        this.#listed.delete(key);
        let list = this.#lists.get(key);
        if (list === undefined) {
            list = new SortedList(this.#ground.kind.orders[order], this.#ground.owned(owner, order));
            this.#lists.set(key, list);
        }
        return list;
    }
}
/** Takes an entry from the list that it leaves to the one that it enters, which may be the same. */
function move(left, entered, old, next) {
    if (left === entered && old !== undefined && next !== undefined)
        left?.exchange(old, next);
    else {
        if (old !== undefined)
            left?.remove(old);
        if (next !== undefined)
            entered?.add(next);
    }
}
