import type { Note } from './changes.ts';
import type { Ground } from './ground.ts';
import { type Listed } from './listed.ts';
/** What a collection differs by from its ground, as plain JSON; `null` is a record that was deleted. */
export type CollectionState<R> = {
    /** The place in the order of creation of the next record. */
    readonly next: number;
    readonly changed: readonly (readonly [id: string, sequence: number, record: R | null])[];
};
/**
 * The records of one kind in one world: copy-on-write over their ground, so a fresh world costs
 * nothing. Records are frozen; a change is a new record. Synchronous throughout.
 */
export declare class Collection<R extends {
    readonly id: string;
}, Order extends string> {
    #private;
    constructor(ground: Ground<R, Order>, note?: Note);
    get size(): number;
    get(id: string): R | undefined;
    /** Adds a record with an id that is new. */
    insert(record: R): R;
    /** Puts a changed copy in the place of a record that exists; returns the copy. */
    update(record: R, change: Partial<R>): R;
    delete(id: string): void;
    /** How many records an owner has. */
    count(owner: string): number;
    /** The records of an owner in an order, until one of them changes. */
    listed(owner: string, order: Order): Listed<R>;
    /** Up to `count` records of an owner from position `from`, in an order. */
    slice(owner: string, order: Order, from: number, count: number): R[];
    /** All records of an owner, in an order. */
    owned(owner: string, order: Order): R[];
    /** The records of an owner that are kept, in an order; told the place of each in that of creation. */
    select(owner: string, order: Order, keep: (record: R, place: number) => boolean): R[];
    /** The place of a record in the order of creation, which it keeps. */
    placeOf(id: string): number | undefined;
    /** Up to `count` records of all owners from position `from`, in an order. */
    sliceAll(order: Order, from: number, count: number): R[];
    /** Every record, in no promised order. */
    values(): Generator<R>;
    /** Puts a record where the id leads, whether one stands there or not; `null` deletes it. */
    put(id: string, record: R | null): void;
    /** All records in the order of their creation. */
    inOrder(): R[];
    dump(): CollectionState<R>;
    /** Takes over what was dumped from a collection over the same ground. */
    load({ next, changed }: CollectionState<R>): void;
}
