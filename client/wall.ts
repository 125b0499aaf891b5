/** Machine time in milliseconds, passed in so that a test can own it. */
export type Wall = {
  now(): number
  /** Settles after `ms`; sooner where the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock and timers. */
export const systemWall: Wall = {
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
