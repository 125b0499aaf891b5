import type { TurnEvent } from '../events/turn-event.ts'
import { isSameJson } from '../json.ts'

/** How far a turn was read, over all of its streams: it lets every event through once. */
export type TurnProgress = {
  /** What a resume is to ask for: the last cursor, or where the reading began. */
  readonly cursor: number
  /** Whether nothing told where the reading stands: a resume has to begin anew. */
  readonly isWithoutCursor: boolean
  /** Whether the event `done` was seen. */
  readonly isDone: boolean
  /** Whether the answer was seen to its end. */
  readonly isAnswered: boolean
  /** Says that the next events come from a replay. */
  startReplay(): void
  /** Whether an event is new. Throws a `ReplayDiffers` where a replay is of something else. */
  accept(event: TurnEvent): boolean
}

/** A replay is not of what was seen before. */
export class ReplayMismatchError extends Error {
  override readonly name = 'ReplayDiffers'
}

export function createTurnProgress(from = -1): TurnProgress {
  let cursor: number | undefined
  /** What was seen as long as no cursor was, to know it again in a replay. */
  let seen: TurnEvent[] = []
  /** How many of them a replay has passed; `undefined` where none has to. */
  let passed: number | undefined
  let isReplay = false
  let [isDone, isAnswered] = [false, false]

  /** Whether a replayed event is one of those that were seen, in their order. */
  function recognize(event: TurnEvent): boolean {
    for (passed ??= 0; passed < seen.length; passed++) {
      const expected = seen[passed]
      if (expected !== undefined && isSameEvent(expected, event)) {
        passed++
        return true
      }
      if (expected === undefined || !isTransient(expected))
        throw new ReplayMismatchError(
          `Event ${passed + 1} was \`${expected?.event}\`, and is replayed as another \`${event.event}\`.`,
        )
    }
    return false
  }

  function place(event: TurnEvent): void {
    if (event.cursor === undefined) return
    cursor = Math.max(cursor ?? -1, event.cursor)
    seen = []
  }

  return {
    get cursor() {
      return cursor ?? from
    },
    get isWithoutCursor() {
      return cursor === undefined
    },
    get isDone() {
      return isDone
    },
    get isAnswered() {
      return isAnswered
    },
    startReplay() {
      isReplay = true
      passed = 0
    },
    accept(event) {
      if (isReplay && event.cursor !== undefined && event.cursor <= (cursor ?? from)) return false
      if (isReplay && cursor === undefined && recognize(event)) {
        // Where all is passed, a later resume may go by the cursors of this replay.
        if (passed === seen.length) place(event)
        return false
      }
      if (cursor === undefined) seen.push(event)
      if (cursor === undefined && isReplay) passed = seen.length
      place(event)
      isDone ||= event.event === 'done'
      isAnswered ||= event.event === 'answer' && event.data.type === 'done'
      return true
    },
  }
}

/** Whether two events are the same, wherever their cursors stand. */
export const isSameEvent = (a: TurnEvent, b: TurnEvent) =>
  a.event === b.event &&
  isSameJson(a.data, b.data) &&
  (a.event !== 'unknown' || (b.event === 'unknown' && a.name === b.name))

/** Events of the moment, which some deployments send but do not store. */
const isTransient = ({ event, data }: TurnEvent): boolean =>
  ['routing', 'heartbeat', 'post_processing', 'unknown'].includes(event) ||
  ((event === 'step' || event === 'step_progress') && 'thinking_delta' in data)
