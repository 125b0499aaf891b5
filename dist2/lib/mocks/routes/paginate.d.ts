import type { Page } from '../page.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { Listed } from '../state/listed.ts';
/** The page that a call asks for, of a list with a known length (2.2, 4.C3). */
export declare function paginate(visit: Visit, total: number, slice: (from: number, count: number) => readonly object[]): Page;
/** The page of a list that is at hand as a whole. */
export declare const paginateArray: (visit: Visit, items: readonly object[]) => Page;
/** The page of records that are shown as they are; it is frozen, so that its text can be kept. */
export declare function paginateListed(visit: Visit, list: Listed<object>): Page;
