import type { Fetch } from '../transport.ts';
/** Turns a right server into a wrong one; `hit` is called each time the wrongness shows. */
export type Wrap = (fetch: Fetch, hit: () => void) => Fetch;
/** A server with one wrong behaviour, as a wrapper around a right one. */
export type Mutant = {
    readonly id: string;
    /** The check that has to fail because of it. */
    readonly breaks: string;
    /** Globs of further checks that bring traffic, where its own check makes none. */
    readonly among?: readonly string[];
    /** What is wrong, in one sentence. */
    readonly says: string;
    /** Called once per server: what it remembers of earlier calls is its own. */
    readonly wrap: Wrap;
};
