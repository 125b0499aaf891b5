import type { Store } from './store.ts';
import type { Tables } from './tables.ts';
/** Hands out the cursors of events, rising over each conversation. */
export declare class Cursors {
    #private;
    constructor(store: Store, tables: Tables);
    /** A counter that goes on where the conversation stands. */
    ofConversation(id: string, step: number): () => number;
}
/** A counter of its own, from 0. */
export declare function countFromZero(step: number): () => number;
