/** Machine time in milliseconds, passed in so that a test can own it. */
export type Wall = {
    now(): number;
    /** Settles after `ms`; sooner where the signal aborts. */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
};
/** The machine's own clock and timers. */
export declare const systemWall: Wall;
