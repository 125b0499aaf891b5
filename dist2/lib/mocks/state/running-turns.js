/** The turns of a world that still run, oldest first. */
export class RunningTurns {
    #turns = new Set();
    get size() {
        return this.#turns.size;
    }
    add(turn) {
        this.#turns.add(turn);
    }
    remove(turn) {
        this.#turns.delete(turn);
    }
    /** The one of a conversation that began last. */
    newestOf(conversationId) {
        let newest;
        for (const turn of this.#turns)
            if (turn.conversationId === conversationId)
                newest = turn;
        return newest;
    }
    [Symbol.iterator]() {
        return this.#turns.values();
    }
}
