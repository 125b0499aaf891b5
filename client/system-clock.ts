/** Machine time in milliseconds, passed in so that a test can own it. */
export type SystemClock = {
  now(): number
  /** Settles after `ms`; sooner where the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock and timers. */
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
