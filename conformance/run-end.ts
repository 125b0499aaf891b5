import type { Limits } from './limits.ts'
import { OutOfTime, Stopped } from './outcomes.ts'
import { abortAfter } from './time.ts'

/** Ends a run before all its checks are made, and its clean-up before all is removed. */
export type RunEnd = {
  /** Throws once the run, or its clean-up, is over. */
  check(): void
  /** Aborts the request under way; one that makes something has a moment more for its answer. */
  signal(makes: boolean): AbortSignal
  /** From here on requests are for cleaning up, which has a time of its own. */
  startCleanUp(): void
  /** The run itself came to its time limit. */
  readonly isOutOfTime: boolean
}

/** The end of a run: when its user stops it, or when its time (ms) is over. */
export function createRunEnd(
  stop: AbortSignal | undefined,
  maxTime: number,
  limits: Limits,
): RunEnd {
  const timer = abortAfter(maxTime, () => new OutOfTime(outOfTime(maxTime)))
  const ended = new AbortController()
  const answered = new AbortController()
  let cleanUp: AbortController | undefined
  let isOutOfTime = false
  const end = (why: Error) => {
    if (cleanUp !== undefined || ended.signal.aborted) return
    isOutOfTime = why instanceof OutOfTime
    ended.abort(why)
    const last = abortAfter(limits.lastAnswer, () => why)
    last.signal.addEventListener('abort', () => answered.abort(why), { once: true })
  }
  const onStop = () => end(new Stopped('the run was stopped'))
  const onTime = () => end(timer.signal.reason as Error)
  if (stop?.aborted) onStop()
  stop?.addEventListener('abort', onStop, { once: true })
  timer.signal.addEventListener('abort', onTime, { once: true })

  return {
    check() {
      const signal = cleanUp ? cleanUp.signal : ended.signal
      if (signal.aborted) throw signal.reason
    },
    signal: (makes) => (cleanUp ? cleanUp.signal : makes ? answered.signal : ended.signal),
    startCleanUp() {
      if (cleanUp !== undefined) return
      const seconds = limits.cleanUp / 1000
      cleanUp = abortAfter(
        limits.cleanUp,
        () => new Stopped(`the ${seconds} s for cleaning up were over`),
      )
      stop?.removeEventListener('abort', onStop)
      timer.abort()
    },
    get isOutOfTime() {
      return isOutOfTime
    },
  }
}

const outOfTime = (maxTime: number): string =>
  `the time of the run (${maxTime / 1000} s) was over; see --max-time`
