/** Machine time and timers, passed in so that a test can control them. */
export type SystemClock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The clock and timers of this machine. */
export const systemClock: SystemClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', settle)
        resolve()
      }
      const timer = setTimeout(settle, ms)
      signal?.addEventListener('abort', settle, { once: true })
      if (signal?.aborted) settle()
    }),
}
