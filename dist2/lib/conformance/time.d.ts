/** The machine's own time, for runs that are given none: what rises, how to wait, and the day. */
export declare const systemTime: {
    readonly now: () => number;
    readonly sleep: (ms: number) => Promise<void>;
    /** As `2026-11-21`, by UTC. */
    readonly today: () => string;
};
