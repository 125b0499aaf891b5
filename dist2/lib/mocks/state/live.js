/** Events as they happen, and who waits for more; after its end nothing is added. */
export class Live {
    events = [];
    #watchers = [];
    #state = 'running';
    get state() {
        return this.#state;
    }
    add(event) {
        this.events.push(event);
        this.#wake();
    }
    /** Ends it; nothing is added afterwards. */
    close(state) {
        if (this.#state !== 'running')
            return;
        this.#state = state;
        this.#wake();
        this.#watchers = [];
    }
    /** Calls `wake` at every change until the returned function is called. */
    watch(wake) {
        this.#watchers = [...this.#watchers, wake];
        return () => (this.#watchers = this.#watchers.filter((watcher) => watcher !== wake));
    }
    #wake() {
        for (const wake of this.#watchers)
            wake();
    }
}
