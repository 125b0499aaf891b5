import { onEvent, mutants, onEvents } from './wrap.ts'
import { resume, turns } from './call.ts'
import { type WireFrame, cursorOf, dataOf, withCursor, withData } from './wire-frame.ts'
import { isObject } from '../../contract/json.ts'

/** Mutants with a fault in the line format of a stream. */
export const sseMutants = mutants({
  'nameless-answer': {
    killedBy: 'sse.every-event-has-a-name',
    description: 'Answer events are sent without an `event:` line.',
    wrap: onEvent(turns, 'answer', (frame) => ({ ...frame, event: undefined })),
  },
  'nameless-replay': {
    killedBy: 'sse.every-event-has-a-name',
    description: 'Replayed `done` events have no `event:` line.',
    wrap: onEvent(resume, 'done', (frame) => ({ ...frame, event: undefined })),
  },
  'end-without-data': {
    killedBy: 'sse.every-event-has-data',
    description: 'The `end` event is sent without a `data:` line.',
    wrap: onEvent(turns, 'end', (frame) => ({ ...frame, data: undefined })),
  },
  'data-in-single-quotes': {
    killedBy: 'sse.data-is-json',
    description: 'The JSON of the `done` event has single quotes.',
    wrap: onEvent(turns, 'done', (frame) => ({
      ...frame,
      data: frame.data?.replaceAll('"', "'"),
    })),
  },
  'replayed-data-cut-short': {
    killedBy: 'sse.data-is-json',
    looksLike: (got) => got.startsWith('{"'),
    description: 'The data of a replayed answer is truncated.',
    wrap: onEvent(resume, 'answer', (frame) => ({ ...frame, data: frame.data?.slice(0, -1) })),
  },
})

/** Returns the frame and a new event after it, with the next cursor. */
const followedBy = (frame: WireFrame, event: string, data: unknown): readonly WireFrame[] => {
  const next = withCursor({ ...frame, event }, (cursorOf(frame) ?? 0) + 1)
  const cursor = dataOf(next)
  return [frame, withData(next, isObject(cursor) && isObject(data) ? { ...cursor, ...data } : data)]
}

/** Mutants that send the event `end` too early, twice, or not at all. */
export const orderMutants = mutants({
  'title-after-end': {
    killedBy: 'order.end-is-last',
    description: 'A `title` event is sent after `end`.',
    wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'title', { title: 'Too late' })),
  },
  'dag-without-end': {
    killedBy: 'order.end-is-last',
    looksLike: (got) => got.startsWith('suggestions'),
    description: 'The stream of a DAG turn closes without `end`.',
    wrap: onEvent('POST /api/dag', 'end', () => []),
  },
  'two-ends': {
    killedBy: 'order.end-comes-once',
    description: 'A turn sends `end` twice.',
    wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'end', {})),
  },
})

/** Mutants with a fault in the cursors of events. */
export const cursorMutants = mutants({
  'suggestions-without-cursor': {
    killedBy: 'cursor.every-event-carries-one',
    description: 'The `suggestions` event has no cursor.',
    wrap: onEvent(turns, 'suggestions', (frame) => withCursor(frame, undefined)),
  },
  'cursor-with-a-fraction': {
    killedBy: 'cursor.every-event-carries-one',
    description: 'The cursor of a `done` event is a fraction.',
    wrap: onEvent(turns, 'done', (frame) => withCursor(frame, (cursorOf(frame) ?? 0) + 0.5)),
  },
  'cursor-repeated': {
    killedBy: 'cursor.rises-in-a-stream',
    description: 'Two events in a row have the same cursor.',
    wrap: onEvents(turns, () => {
      let first: number | undefined
      return (frame) => {
        first ??= cursorOf(frame)
        return cursorOf(frame) === (first ?? 0) + 1 ? withCursor(frame, first) : frame
      }
    }),
  },
  'cursor-below-zero': {
    killedBy: 'cursor.is-not-negative',
    description: 'Cursors count up from -1000.',
    wrap: onEvents(turns, () => (frame) => withCursor(frame, (cursorOf(frame) ?? 0) - 1000)),
  },
  'cursor-anew-in-each-turn': {
    killedBy: 'cursor.rises-over-turns',
    description: 'Cursors start at 0 in every turn.',
    wrap: onEvents(turns, () => {
      let first: number | undefined
      return (frame) => {
        first ??= cursorOf(frame) ?? 0
        return first === 0 ? frame : withCursor(frame, (cursorOf(frame) ?? 0) - first)
      }
    }),
  },
})
