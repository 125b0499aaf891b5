import type { Wrap } from './mutant.ts';
/** A key that was created through the wrapper. */
export type KnownKey = {
    readonly value: string;
    readonly id: string;
    readonly name: string;
    /** The scopes that it was created with. */
    readonly scopes: unknown;
    /** The credential that created it. */
    readonly owner: string;
    readonly record: unknown;
    state: 'new' | 'disabled' | 'enabled' | 'deleted';
};
/** What a wrong server remembers of the calls that went through it. */
export type Memory = {
    readonly keys: KnownKey[];
    /** The access tokens that were issued, oldest first: the first is that of the main user. */
    readonly tokens: string[];
    readonly byValue: (value: string | undefined) => KnownKey | undefined;
};
/** Gives a wrapper a memory of the keys and tokens that its server has issued. */
export declare const remembering: (wrap: (memory: Memory) => Wrap) => Wrap;
