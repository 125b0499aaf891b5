import type { Caller, CallOptions } from './caller.ts';
import type { Query } from './transport.ts';
/** A part of a list. */
export type Page<Item> = {
    readonly items: readonly Item[];
    /** How many items the whole list has; those of this page where the deployment doesn't tell. */
    readonly total: number;
    /** Which page this is, from 1. */
    readonly page: number;
    /** How many items a page has at most. */
    readonly size: number;
    /** How many pages there are. */
    readonly pages: number;
};
/** Which part of a list: `page` from 1, `size` from 1 to 100 (20 unless given). */
export type PageQuery = Query & {
    readonly page?: number | undefined;
    readonly size?: number | undefined;
};
/** A list, by page or item by item. */
export type List<Item, Filter extends PageQuery = PageQuery> = {
    /** One page of it. */
    list(query?: Filter, options?: CallOptions): Promise<Page<Item>>;
    /** All of it, page by page as it is read; what moves to a later page meanwhile comes once. */
    all(query?: Omit<Filter, 'page'>, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
};
/** The list that stands at a path. */
export declare function listAt<Item extends {
    readonly id: string;
}, Filter extends PageQuery = PageQuery>({ request }: Caller, path: string): List<Item, Filter>;
