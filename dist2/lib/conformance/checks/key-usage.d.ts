import type { ActiveCheck } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { Lab } from '../lab.ts';
type Usage = {
    readonly before: JsonObject;
    readonly after: JsonObject;
    /** How many requests were made with the key in between. */
    readonly uses: number;
    readonly exchange: Exchange;
};
/** The record of a key before and after three uses; counters may lag, so it is polled. */
export declare const usage: (lab: Lab) => Promise<Usage>;
/** The usage of keys (2.1.R3). */
export declare const keyUsageChecks: readonly ActiveCheck[];
export {};
