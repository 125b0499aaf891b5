import type { TurnEvent } from '../events/turn-event.ts'
import { isSameJson } from '../../contract/json.ts'

/** Tracks how far a turn was read over all its streams, and accepts each event once. */
export type TurnProgress = {
  /** The cursor to resume from: the last received cursor, or else the cursor at the start. */
  readonly cursor: number
  /** The first received cursor. If there is none, a resume must replay the whole turn. */
  readonly firstCursor: number | undefined
  /** Whether any event was received. */
  readonly hasEvents: boolean
  /** Whether `done` was received, or the `error` of a failed turn. */
  readonly isDone: boolean
  /** Whether the answer was received completely. */
  readonly isAnswered: boolean
  /** Starts a replay. Call it before the events of the replay. */
  startReplay(): void
  /** Whether an event is new. Throws `ReplayMismatchError` if a replay has a different event. */
  accept(event: TurnEvent): boolean
}

/** The error for a replay whose events differ from the events received before. */
export class ReplayMismatchError extends Error {
  override readonly name = 'ReplayMismatchError'
}

export function createTurnProgress(startCursor = -1): TurnProgress {
  let cursor: number | undefined
  let firstCursor: number | undefined
  /** The events received before the first cursor; a replay has to start with them. */
  let seen: TurnEvent[] = []
  /** The number of `seen` events that the replay has repeated so far. */
  let passed: number | undefined
  /** The last event with a cursor. */
  let last: TurnEvent | undefined
  let isReplay = false
  let isReplayDone = false
  let [isDone, isAnswered] = [false, false]

  /** Whether a replayed event equals the next event in `seen`. */
  function matchesNextSeenEvent(event: TurnEvent): boolean {
    for (passed ??= 0; passed < seen.length; passed++) {
      const expected = seen[passed]
      if (expected !== undefined && isSameEvent(expected, event)) {
        passed++
        return true
      }
      if (expected === undefined || !canBeMissingInReplay(expected))
        throw new ReplayMismatchError(
          `Event ${passed + 1} was \`${expected?.event}\`; the replay has a different \`${event.event}\` in its place.`,
        )
    }
    return false
  }

  function trackCursor(event: TurnEvent): void {
    if (event.cursor === undefined) return
    firstCursor ??= event.cursor
    cursor = Math.max(cursor ?? -1, event.cursor)
    last = event
    seen = []
  }

  return {
    get cursor() {
      return cursor ?? startCursor
    },
    get firstCursor() {
      return firstCursor
    },
    get hasEvents() {
      return cursor !== undefined || seen.length > 0
    },
    get isDone() {
      return isDone
    },
    get isAnswered() {
      return isAnswered
    },
    startReplay() {
      isReplay = true
      isReplayDone = false
      passed = 0
    },
    accept(event) {
      if (last !== undefined && last.cursor === event.cursor && isSameEvent(last, event))
        return false
      if (isReplay && event.cursor !== undefined && event.cursor <= (cursor ?? startCursor)) {
        if (isReplayDone && turnWork.has(event.event))
          throw new ReplayMismatchError('The replay has the events of an earlier turn.')
        return false
      }
      if (isReplay && cursor === undefined && matchesNextSeenEvent(event)) {
        // The replay has repeated all events in `seen`, so a resume can use the replay's cursors.
        if (passed === seen.length) trackCursor(event)
        return false
      }
      if (cursor === undefined) seen.push(event)
      if (cursor === undefined && isReplay) passed = seen.length
      trackCursor(event)
      // A replay of a whole conversation goes on with the next turn.
      if (turnWork.has(event.event)) [isDone, isAnswered] = [false, false]
      if (event.event === 'done' || event.event === 'error')
        [isDone, isReplayDone] = [true, isReplay]
      isAnswered ||=
        event.event === 'suggestions' || (event.event === 'answer' && event.data.type === 'done')
      return true
    },
  }
}

/** The events that come only before `done`. */
const turnWork: ReadonlySet<string> = new Set(['step', 'step_progress', 'answer'])

/** Whether two events are equal, apart from their cursors. */
export const isSameEvent = (a: TurnEvent, b: TurnEvent) =>
  a.event === b.event &&
  isSameJson(a.data, b.data) &&
  (a.event !== 'unknown' || (b.event === 'unknown' && a.name === b.name))

/** Whether an event may be missing in a replay: some deployments send it without storing it. */
const canBeMissingInReplay = ({ event, data }: TurnEvent): boolean =>
  ['routing', 'heartbeat', 'post_processing', 'unknown'].includes(event) ||
  ((event === 'step' || event === 'step_progress') && 'thinking_delta' in data)
