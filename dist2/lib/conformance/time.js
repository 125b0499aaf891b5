/** The machine's own time, for runs that are given none: what rises, how to wait, and the day. */
export const systemTime = {
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    /** As `2026-11-21`, by UTC. */
    today: () => new Date().toISOString().slice(0, 10),
};
