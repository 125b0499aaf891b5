import { isSameJson } from '../../../contract/json.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** Events that a resume sends within this time are replayed at once: they have no pace. */
const replayedWithin = 50

/** The events of a resume; those that were replayed lose their times. */
export function resumedEvents(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const start = events[0]?.t ?? 0
  return events
    .filter(({ name }) => name !== 'resume_done')
    .map((event) =>
      event.t !== undefined && event.t > start + replayedWithin
        ? event
        : { ...event, t: undefined },
    )
}

const isSame = (a: RecordedEvent | undefined, b: RecordedEvent | undefined) =>
  a !== undefined && b !== undefined && a.name === b.name && isSameJson(a.data, b.data)

/** Events that are in the live stream only. */
const isLiveOnly = ({ name }: RecordedEvent) => name === 'routing' || name === 'heartbeat'

/**
 * The events of a stream that was cut, with those of its resume. `undefined` if the resume replays
 * another turn: it begins anew with other events.
 */
export function joinResumed(
  live: readonly RecordedEvent[],
  resumed: readonly RecordedEvent[],
): readonly RecordedEvent[] | undefined {
  const stored = live.filter((event) => !isLiveOnly(event))
  const [first] = resumed
  if (first === undefined) return undefined
  if (stored.length === 0) return [...live, ...resumed]
  const lastCursor = stored.findLast(({ cursor }) => cursor !== undefined)?.cursor
  if (lastCursor !== undefined && first.cursor !== undefined && first.cursor > lastCursor)
    return [...live, ...resumed]
  // The resume repeats the end of the live events, or all of them.
  for (let from = 0; from < stored.length; from++) {
    const repeated = stored.slice(from)
    const isRepeated = repeated.every(
      (event, index) => index >= resumed.length || isSame(event, resumed[index]),
    )
    if (isRepeated) return [...live, ...resumed.slice(repeated.length)]
  }
  return isBeginning(first) ? undefined : [...live, ...resumed]
}

/** Whether a turn begins with this event. */
const isBeginning = ({ name, data, cursor }: RecordedEvent) =>
  cursor === 0 ||
  (name === 'phase' && data['name'] === 'planning' && data['status'] === 'start') ||
  (name === 'step' && data['type'] === 'thinking' && data['status'] === 'start')

/** The answer of a complete turn, to recognize it. */
export const answerOf = (events: readonly RecordedEvent[]): unknown =>
  events.findLast(({ name }) => name === 'done')?.data['answer']
