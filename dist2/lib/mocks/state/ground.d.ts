import type { Entry } from './entry.ts';
import { type Listed } from './listed.ts';
import type { Compare } from './sorted-list.ts';
/** What the records of a collection have in common. */
export type CollectionKind<R, Order extends string> = {
    /** What its records are called, as a fixture has it. */
    readonly name: string;
    readonly owner: (record: R) => string;
    readonly orders: Readonly<Record<Order, Compare<Entry<R>>>>;
};
/** The frozen records that a fixture begins with, shared by all worlds that start from it. */
export declare class Ground<R extends {
    readonly id: string;
}, Order extends string> {
    #private;
    readonly entries: ReadonlyMap<string, Entry<R>>;
    readonly kind: CollectionKind<R, Order>;
    constructor(records: readonly R[], kind: CollectionKind<R, Order>);
    /** The entries of one owner in one order, sorted once for all worlds. */
    owned(owner: string, order: Order): readonly Entry<R>[];
    /** The records of one owner in one order, as all worlds begin with them. */
    listed(owner: string, order: Order): Listed<R>;
}
