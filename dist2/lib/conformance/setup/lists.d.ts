import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
/** The four lists that the specification describes. */
export declare const lists: {
    readonly keys: '/api/me/api-keys';
    readonly conversations: '/api/conversations';
    readonly 'knowledge bases': '/api/knowledge-bases';
    readonly agents: '/api/agents';
};
export type ListName = keyof typeof lists;
/** Reads a list with a query such as `?size=1`, as the user unless told otherwise. */
export declare function readList(lab: Lab, path: string, query?: string, credential?: string): Promise<Exchange>;
/** The reply to the plain list, whatever it is. */
export declare const plainList: (lab: Lab, name: ListName) => Promise<Exchange>;
/** The plain list, once it is known to list: the positive control of what is asked of lists. */
export declare function goodList(lab: Lab, name: ListName): Promise<Exchange>;
/** The items of a list, however it is wrapped: what judges the envelope reads it itself. */
export declare function itemsOf({ json }: Exchange): readonly JsonObject[] | undefined;
/** Walks a list in pages of 100, at most `most` of them, until an item is the wanted one. */
export declare function findItem(lab: Lab, path: string, wanted: (item: JsonObject) => boolean, credential?: string, most?: number): Promise<{
    readonly item: JsonObject | undefined;
    readonly exchange: Exchange;
}>;
