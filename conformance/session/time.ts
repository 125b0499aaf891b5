/** The machine's own time, for runs that are given none: what rises, how to wait, and the day. */
export const systemTime = {
  now: (): number => performance.now(),
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      if (signal?.aborted) wake()
      else signal?.addEventListener('abort', wake)
    }),
  /** As `2026-11-21`, by UTC. */
  today: (): string => new Date().toISOString().slice(0, 10),
} as const

/** Waits so many milliseconds; may settle earlier once the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

// A longer timer would fire at once.
const longestTimer = 2 ** 31 - 1

/** Aborts after so many milliseconds, with this reason; it keeps no process alive. */
export function abortAfter(ms: number, why: () => Error): AbortController {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(why()), Math.min(ms, longestTimer))
  if (typeof timer === 'object') timer.unref()
  // Whoever aborts it earlier needs the timer no more.
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return controller
}
