/** The machine's own clock and timers. */
export const systemWall = {
    now: () => Date.now(),
    sleep: (ms, signal) => new Promise((resolve) => {
        const settle = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', settle);
            resolve();
        };
        const timer = setTimeout(settle, ms);
        signal?.addEventListener('abort', settle, { once: true });
        if (signal?.aborted)
            settle();
    }),
};
