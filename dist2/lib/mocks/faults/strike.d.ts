import type { Call, Reply } from '../call.ts';
import type { Matched } from '../pipeline/match.ts';
import type { Body } from '../pipeline/read.ts';
import type { World } from '../state/world.ts';
/** What is wrong with one call, by the faults of its world that it matches. */
export type Struck = {
    readonly ids: readonly string[];
    /** Holds the call up, and gives the reply that comes instead of an answer, if one does. */
    before(): Promise<Reply | undefined>;
    /** The reply as it is sent, damaged. */
    after(reply: Reply): Reply;
};
/** The faults that a call meets; `undefined` for none. */
export declare function strike(world: World, call: Call, matched: Matched, body: Body): Struck | undefined;
export type Strike = typeof strike;
