import type { Scope } from '../../contract/scopes.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject, Place } from '../json.ts';
import type { Lab } from '../lab.ts';
/** A key that this run created, and so may disable and delete. */
export type IssuedKey = {
    /** The full key: a secret. */
    readonly value: string;
    readonly id: string;
    readonly name: string;
    /** The reply that created it. */
    readonly exchange: Exchange;
};
/** What a throwaway key is for; checks that change a key never share it with others. */
export type Purpose = 'full' | 'second' | 'toggled' | 'deleted' | 'counted' | Scope;
/** The throwaway key for a purpose; a scope's name gives a key limited to it. Made once per run. */
export declare const issuedKey: (lab: Lab, purpose: Purpose) => Promise<IssuedKey>;
/** The reply that created the key for a purpose, whatever it is. */
export declare const keyCreation: (lab: Lab, purpose: Purpose) => Promise<Exchange>;
/** The full value of a throwaway key without scopes. */
export declare const fullKey: (lab: Lab) => Promise<string>;
/** The full value of a throwaway key that is limited to one scope. */
export declare const scopedKey: (lab: Lab, scope: Scope) => Promise<string>;
/** The key that a reply created: finds its value and its id. */
export declare function readKey(lab: Lab, exchange: Exchange): Promise<IssuedKey>;
/** Asks for a new key, as the user unless told otherwise. A limit of keys blocks. */
export declare function postKey(lab: Lab, body: JsonObject, credential?: string): Promise<Exchange>;
/** Enables or disables a key, as the user unless told otherwise. */
export declare function setActive(lab: Lab, id: string, active: unknown, credential?: string): Promise<Exchange>;
/** One cheap request with this credential: does it authenticate? */
export declare const tryCredential: (lab: Lab, credential: string) => Promise<Exchange>;
/** The record of a key in the list, found by all of these fields. */
export declare const listedKey: (lab: Lab, fields: {
    id?: string;
    name?: string;
}, credential?: string) => Promise<{
    readonly item: JsonObject | undefined;
    readonly exchange: Exchange;
}>;
/** Where a reply holds a full key: the longest string that starts with `svc_`, names excluded. */
export declare function fullValue(json: unknown): Place | undefined;
/** The key record inside a reply, however it is wrapped. */
export declare function recordIn(json: unknown): JsonObject | undefined;
/** Every key that this run is known to have created: the full value and the reply that has it. */
export declare const keysMade: (exchanges: readonly Exchange[]) => readonly Exchange[];
