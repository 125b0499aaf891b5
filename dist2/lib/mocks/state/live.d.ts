/** Events as they happen, and who waits for more; after its end nothing is added. */
export declare class Live<Event> {
    #private;
    readonly events: Event[];
    get state(): "cancelled" | "done" | "running";
    add(event: Event): void;
    /** Ends it; nothing is added afterwards. */
    close(state: 'done' | 'cancelled'): void;
    /** Calls `wake` at every change until the returned function is called. */
    watch(wake: () => void): () => void;
}
