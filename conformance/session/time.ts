import { maxTimerMs } from '../../contract/duration.ts'

/** The real clock: the default time source of a run. */
export const systemTime = {
  now: (): number => performance.now(),
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, Math.min(ms, maxTimerMs))
      if (signal?.aborted) wake()
      else signal?.addEventListener('abort', wake)
    }),
  /** The current time in UTC, such as `2026-11-21T08:00:00.000Z`. */
  timestamp: (): string => new Date().toISOString(),
  /** The current day in UTC, such as `2026-11-21`. */
  today: (): string => new Date().toISOString().slice(0, 10),
} as const

/** A function that waits `ms` milliseconds, or less if the signal aborts. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

/** Calls `act` after `ms` milliseconds, which keeps the process alive. Returns its cancellation. */
export function runAfter(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(ms, maxTimerMs))
  return () => clearTimeout(timer)
}

/** Returns a controller that aborts with `why()` after `ms` milliseconds. Lets the process exit. */
export function abortAfter(ms: number, why: () => Error): AbortController {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(why()), Math.min(ms, maxTimerMs))
  if (typeof timer === 'object') timer.unref()
  controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return controller
}
