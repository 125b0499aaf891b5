import type { Reply } from '../call.ts';
import type { Visit } from '../pipeline/visit.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { World } from '../state/world.ts';
import { type Received } from './refusal.ts';
/** Whom to tell of what a call came to. */
export type Audience = {
    /** Whether the client is told, in a header, why it was refused. */
    readonly explains: boolean;
    /** Told of each call that was answered, and of a stream once more when it has ended. */
    readonly onCall?: ((entry: JournalEntry, world: World) => void) | undefined;
};
/** What faults did to a call. */
export type Met = {
    readonly ids: readonly string[];
    /** Whether a fault answered in the place of the platform. */
    readonly instead: boolean;
};
/** Loads what explains refusals: with the first of them. */
export declare function loadExplain(): Promise<void>;
/** One call of a world as it goes on; `close` takes it into the journal, with what came of it. */
export declare class OpenEntry {
    #private;
    readonly number: number;
    /** How far it came; `undefined` where it led to no operation. */
    visit: Visit | undefined;
    /** What was thrown, where something was. */
    error: unknown;
    constructor(received: Received, audience: Audience);
    /** The reply as it is sent; its stream is watched. Where a call was refused, needs `loadExplain`. */
    close(reply: Reply, faults?: Met): Reply;
}
