import type { Exchange } from '../exchange.ts';
import type { Lab } from '../lab.ts';
export type Deletion = {
    readonly route: string;
    readonly exchange: Exchange;
};
/**
 * Deletes a key of this run, as the user unless told otherwise. The specification names no route
 * for it, so the first key finds out which candidate is accepted; undefined where none is.
 */
export declare function deleteKey(lab: Lab, id: string, other?: string): Promise<Deletion | undefined>;
