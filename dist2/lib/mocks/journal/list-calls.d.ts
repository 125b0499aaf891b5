import type { JournalEntry } from '../state/journal.ts';
import type { World } from '../state/world.ts';
import { type CallRecord } from './call-record.ts';
import { type CallLine } from './show.ts';
/** Which calls of a journal are wanted: all parts together, and a part that is left out means any. */
export type CallFilter = {
    /** A status as `404`, or all of a hundred as `4xx`. */
    readonly status?: string | undefined;
    /** `chat.react`, `chat.*`, `POST /api/react`, `/api/conversations/*`. */
    readonly endpoint?: string | undefined;
    readonly method?: string | undefined;
    /** Only calls with a higher number. */
    readonly since?: number | undefined;
    /** Only so many, the newest of them. */
    readonly limit?: number | undefined;
};
/** The calls of a world that a filter lets through, the newest last. */
export declare function listCalls(world: World, filter?: CallFilter): CallLine[];
/** All that a world has of one call; `undefined` where it has none of this number (any more). */
export declare function findCall(world: World, number: number): CallRecord | undefined;
/** Tells of each call whether a filter lets it through, its limit aside. */
export declare function wantedBy({ status, endpoint, method, since }: CallFilter): (entry: JournalEntry) => boolean;
