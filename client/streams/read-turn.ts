import { ApiError, type InterruptedReason, StreamInterruptedError } from '../errors.ts'
import { type Frame, readFrames } from '../events/frames.ts'
import { readEvent } from '../events/read-event.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { rejectOnAbort } from '../transport.ts'
import type { SystemClock } from '../system-clock.ts'
import { type TurnProgress, ReplayMismatchError } from './turn-progress.ts'

/** Options of a turn. */
export type TurnOptions = {
  /**
   * Stops reading. The loop over the turn throws the signal's reason; the turn itself continues.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Called before each attempt to resume a broken stream. `attempt` counts from 1; `cause` is the
   * error that broke the stream, or `undefined` if the stream just ended.
   */
  readonly onReconnect?: ((attempt: number, cause: unknown) => void) | undefined
}

/** The functions that open and resume the streams of a turn. */
export type TurnSource = TurnOptions & {
  readonly conversationId: string | undefined
  readonly progress: TurnProgress
  readonly open: (signal: AbortSignal) => Promise<Response>
  /** Opens a replay of the events after a cursor; `undefined` if the turn cannot be resumed. */
  readonly resume: ((cursor: number, signal: AbortSignal) => Promise<Response>) | undefined
  /** Removes the events of other turns from a replay. */
  readonly filterReplay: (replay: AsyncIterable<Frame>) => AsyncIterable<Frame>
  /**
   * Whether a stream can have several turns. If so, only an `end` without a next turn is the last.
   */
  readonly hasSeveralTurns: boolean
  /** Whether the end of a replay means that the turn has ended. */
  readonly isFinished: () => boolean
}

/** The delays before each attempt to resume, in milliseconds, and the clock that measures them. */
export type RetryPolicy = { readonly backoff: readonly number[]; readonly systemClock: SystemClock }

/**
 * Yields each event of a turn once, `end` last, and resumes the stream as often as needed. Throws
 * the error of the first request; after a stream was open, a `StreamInterruptedError`.
 */
export async function* readTurn(
  source: TurnSource,
  { backoff, systemClock }: RetryPolicy,
): AsyncGenerator<TurnEvent, void, undefined> {
  const { conversationId, progress, open, resume, filterReplay, isFinished } = source
  const { signal, onReconnect, hasSeveralTurns } = source
  const maxDelay = Math.max(0, ...backoff)
  let failures = 0
  let wasOpen = false
  /** The time at which the current stream was opened. */
  let openedAt: number | undefined
  let cause: unknown
  /** The `end` after which no other turn has followed yet. */
  let end: TurnEvent | undefined
  const recordOpening = async (opening: Promise<Response>) => {
    const response = await opening
    openedAt = systemClock.now()
    wasOpen = true
    return response
  }
  const replay = (connection: AbortSignal) =>
    recordOpening(resume?.(progress.cursor, connection) ?? Promise.reject(cause))
  const createInterruptedError = (reason: InterruptedReason) =>
    new StreamInterruptedError(reason, { cursor: progress.cursor, conversationId }, cause)

  let frames: AsyncIterable<Frame> = readFrames(
    (connection) => recordOpening(open(connection)),
    signal,
  )
  for (;;) {
    let isReplayed = false
    try {
      for await (const frame of frames) {
        isReplayed = frame.name === 'resume_done'
        if (isReplayed) break
        const event = readEvent(frame)
        if (!progress.accept(event)) continue
        failures = 0
        end = hasSeveralTurns && event.event === 'end' ? event : undefined
        if (end !== undefined) continue
        yield event
        if (event.event === 'end') return
        signal?.throwIfAborted()
      }
      cause = undefined
    } catch (error) {
      signal?.throwIfAborted()
      // No stream was opened yet, so the first request failed and there is nothing to resume.
      if (!wasOpen) throw error
      cause = error
    }
    const isLastAttempt = failures >= backoff.length
    if (cause === undefined && end !== undefined) return yield end
    if (isReplayed && (isFinished() || (isLastAttempt && progress.isAnswered)))
      return yield endEvent
    if (resume === undefined) throw createInterruptedError('not-resumable')
    if (cause instanceof ReplayMismatchError) throw createInterruptedError('differs')
    if (isResumeRefused(cause)) throw createInterruptedError('refused')
    // A connection that was open longer than the longest delay counts as a success.
    const leastOpenMs = Math.max(maxDelay, minOpenMs)
    if (openedAt !== undefined && systemClock.now() - openedAt > leastOpenMs) failures = 0
    const delay = backoff[failures]
    if (delay === undefined) throw createInterruptedError('lost')
    failures++
    onReconnect?.(failures, cause)
    await rejectOnAbort(systemClock.sleep(Math.max(delay, retryAfterMs(cause)), signal), signal)
    progress.startReplay()
    openedAt = undefined
    frames = filterReplay(readFrames(replay, signal))
  }
}

/** Even without delays, retries must end if a target always closes the stream at once. */
const minOpenMs = 1000

const endEvent: TurnEvent = { event: 'end', data: {}, cursor: undefined }

/** Client error statuses after which a retry can succeed. */
const temporaryStatuses = [408, 425, 429]

/** Whether the platform refused the request, and would refuse a retry, too. */
export const isResumeRefused = (cause: unknown) =>
  cause instanceof ApiError &&
  cause.status < 500 &&
  !temporaryStatuses.includes(cause.status) &&
  // This code may mean "not stored yet": some deployments store a turn only when it is done.
  cause.code !== 'no_recent_assistant_message'

/** A platform may send any `Retry-After`, but the reader of a turn does not wait for a day. */
const maxRetryAfterMs = 60_000

const retryAfterMs = (cause: unknown) =>
  cause instanceof ApiError ? Math.min((cause.retryAfter ?? 0) * 1000, maxRetryAfterMs) : 0
