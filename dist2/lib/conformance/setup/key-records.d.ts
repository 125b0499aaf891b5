import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
import type { IssuedKey, Purpose } from './keys.ts';
export type ListedKey = {
    readonly key: IssuedKey;
    readonly record: JsonObject;
    /** The page that holds the record. */
    readonly exchange: Exchange;
};
/** A throwaway key with its record in the list, which may lag behind its creation. */
export declare const keyRecord: (lab: Lab, purpose: Purpose) => Promise<ListedKey>;
