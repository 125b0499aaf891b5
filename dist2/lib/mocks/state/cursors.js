/** Hands out the cursors of events, rising over each conversation. */
export class Cursors {
    #store;
    #next;
    constructor(store, tables) {
        this.#store = store;
        this.#next = tables.of('next-cursor');
    }
    /** A counter that goes on where the conversation stands. */
    ofConversation(id, step) {
        return () => {
            const cursor = this.#next.get(id) ?? this.#stored(id) + 1;
            this.#next.set(id, cursor + step);
            return cursor;
        };
    }
    /** The highest cursor in the stored turns of a conversation, -1 without any. */
    #stored(id) {
        const newest = this.#store.transcripts.owned(id, 'oldest').at(-1);
        return newest?.events.at(-1)?.cursor ?? -1;
    }
}
/** A counter of its own, from 0. */
export function countFromZero(step) {
    let next = -step;
    return () => (next += step);
}
