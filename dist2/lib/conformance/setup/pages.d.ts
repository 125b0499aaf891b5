import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
import type { ListName } from './lists.ts';
/** The plain list, once it has proved to be a page, with nothing around it. */
export declare function firstPage(lab: Lab, name: ListName): Promise<Exchange>;
/** A page of a list with this query, once the plain list has proved to be one. */
export declare function page(lab: Lab, name: ListName, query: string): Promise<Exchange>;
/** The reply, unless it is refused for the credential: one that was good before may have ended. */
export declare function asStillAUser(exchange: Exchange): Exchange;
/** A number of a page; where it is none, the rule of that field tells. */
export declare const number: (exchange: Exchange, key: 'total' | 'page' | 'size' | 'pages') => number;
