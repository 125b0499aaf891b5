import { ApiError, type InterruptedReason, StreamInterruptedError } from '../errors.ts'
import { type Frame, readFrames } from '../events/frames.ts'
import { readEvent } from '../events/read-event.ts'
import type { TurnEvent } from '../events/turn-event.ts'
import { rejectOnAbort } from '../transport.ts'
import type { SystemClock } from '../system-clock.ts'
import { type TurnProgress, ReplayMismatchError } from './turn-progress.ts'

/** What may go with a turn. */
export type TurnOptions = {
  /** Leaves the turn; the loop over it throws the signal's reason, whatever it waits for. */
  readonly signal?: AbortSignal | undefined
  /** Told before each attempt to resume, from 1, and of what broke the stream before. */
  readonly onReconnect?: ((attempt: number, cause: unknown) => void) | undefined
}

/** How the streams of a turn are opened. */
export type TurnSource = TurnOptions & {
  readonly conversationId: string | undefined
  readonly progress: TurnProgress
  readonly open: (signal: AbortSignal) => Promise<Response>
  /** Opens a replay of what comes after a cursor; `undefined` where there is none. */
  readonly resume: ((cursor: number, signal: AbortSignal) => Promise<Response>) | undefined
  /** Takes out of a replay what is not of this turn. */
  readonly ownPart: (replay: AsyncIterable<Frame>) => AsyncIterable<Frame>
  /** Whether a replay that came to its end says that the turn is over. */
  readonly isOver: () => boolean
}

/** How long to wait before each attempt to resume, in milliseconds, and by which clock. */
export type RetryPolicy = { readonly backoff: readonly number[]; readonly systemClock: SystemClock }

/**
 * Reads a turn to its end over as many streams as it takes: each event once, and `end` last. Throws
 * what the first call throws; later a `StreamInterruptedError`.
 */
export async function* readTurn(
  { conversationId, progress, open, resume, ownPart, isOver, signal, onReconnect }: TurnSource,
  { backoff, systemClock: wall }: RetryPolicy,
): AsyncGenerator<TurnEvent, void, undefined> {
  const longestPause = Math.max(0, ...backoff)
  let failures = 0
  let hasBegun = false
  /** When the stream at hand was opened, if it was. */
  let openedAt: number | undefined
  let cause: unknown
  const opened = async (answer: Promise<Response>) => {
    const response = await answer
    openedAt = wall.now()
    hasBegun = true
    return response
  }
  const replay = (leaving: AbortSignal) =>
    opened(resume?.(progress.cursor, leaving) ?? Promise.reject(cause))
  const interrupted = (reason: InterruptedReason) =>
    new StreamInterruptedError(reason, { cursor: progress.cursor, conversationId }, cause)

  let frames: AsyncIterable<Frame> = readFrames((leaving) => opened(open(leaving)), signal)
  for (;;) {
    let isTold = false
    try {
      for await (const frame of frames) {
        isTold = frame.name === 'resume_done'
        if (isTold) break
        const event = readEvent(frame)
        if (!progress.accept(event)) continue
        failures = 0
        yield event
        if (event.event === 'end') return
        signal?.throwIfAborted()
      }
      cause = undefined
    } catch (error) {
      signal?.throwIfAborted()
      // Before the first stream was open, there was no turn to lose.
      if (!hasBegun) throw error
      cause = error
    }
    const isSpent = failures >= backoff.length
    if (isTold && (isOver() || (isSpent && progress.isAnswered))) return yield endEvent
    if (resume === undefined) throw interrupted('not-resumable')
    if (cause instanceof ReplayMismatchError) throw interrupted('differs')
    if (isPermanentRefusal(cause)) throw interrupted('refused')
    // A connection that stood for a while was a good one, even where nothing happened meanwhile.
    if (openedAt !== undefined && wall.now() - openedAt > longestPause) failures = 0
    const pause = backoff[failures]
    if (pause === undefined) throw interrupted('lost')
    failures++
    onReconnect?.(failures, cause)
    await rejectOnAbort(wall.sleep(Math.max(pause, retryAfterMs(cause)), signal), signal)
    progress.startReplay()
    openedAt = undefined
    frames = ownPart(readFrames(replay, signal))
  }
}

const endEvent: TurnEvent = { event: 'end', data: {}, cursor: undefined }

/** Statuses of 4xx that may pass. */
const temporaryStatuses = [408, 425, 429]

/** Whether the platform will answer the same next time. */
const isPermanentRefusal = (cause: unknown) =>
  cause instanceof ApiError &&
  cause.status < 500 &&
  !temporaryStatuses.includes(cause.status) &&
  // The turn is not stored yet, of which nothing may be stored before it is done.
  cause.code !== 'no_recent_assistant_message'

const retryAfterMs = (cause: unknown) =>
  cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0
