import type { TurnEvent } from '../../../contract/events.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import type { Turn } from '../../world/turns.ts'
import type { ScriptEvent, ScriptEvents, TextBatch } from './timed-events.ts'

/** Thrown when the script of a loaded turn does not reproduce the events that were sent before. */
export class EventMismatchError extends Error {
  override readonly name = 'EventMismatchError'
}

/** The events and text batches of a script. The decision on an approval is passed to `next()`. */
type ScriptItems = Iterator<ScriptEvent | TextBatch, void, Decision | undefined>

/**
 * Counts the items of a script as they are read. The count is recorded with each input of the turn.
 * Also stores the current line in `turn.position`.
 */
export const countSteps = (events: ScriptEvents, turn: Turn): ScriptItems => ({
  next(decision) {
    turn.inputs.beginStep()
    const item = events.next(decision)
    if (item.done === true || 'events' in item.value) return item
    const { at, event } = item.value
    if ('signal' in event && event.signal === 'line')
      turn.position = { line: event.line, at, events: turn.events.length }
    return item
  },
})

/**
 * Replays a script with the recorded inputs of its turn, and leaves out the events that were sent
 * before. `skip` is called for each of these events, and returns how often the event was sent.
 */
export function* skipSentEvents(
  items: ScriptItems,
  { events, inputs }: Turn,
  skip: (event: TurnEvent) => number,
): ScriptEvents {
  const sent = events.filter((_, position) => !inputs.isForeign(position))
  let skipped = 0
  const skipEvent = (event: TurnEvent) => {
    const times = skip(event)
    if (times > 0 && !isSameEvent(event, sent[skipped])) throw new EventMismatchError()
    skipped += times
  }
  let decision: Decision | undefined
  for (;;) {
    const { done, value } = items.next(decision)
    decision = undefined
    if (skipped >= sent.length) inputs.catchUp()
    else if (done === true) throw new EventMismatchError()
    if (done === true) return
    if ('events' in value) {
      const count = Math.min(value.events.length, sent.length - skipped)
      for (const { event } of value.events.slice(0, count)) skipEvent(event)
      if (count === value.events.length) continue
      // A change of speed in the middle of the batch applies to the rest of the batch.
      inputs.catchUp()
      yield withoutFirstEvents(value, count)
    } else if (!('signal' in value.event)) {
      if (skipped < sent.length) skipEvent(value.event)
      else decision = yield value as ScriptEvent
    } else if (value.event.signal === 'approval') {
      const approval = inputs.recordedApproval()
      decision = approval?.decision
      if (approval === undefined) decision = yield value
      else if (decision === undefined)
        decision = yield { at: value.at, event: { ...value.event, requested: approval.id } }
    } else if (skipped >= sent.length) yield value
  }
}

/** Whether an event of a script equals a sent event. Only `answer` events are compared by data. */
const isSameEvent = (event: TurnEvent, sent: TurnEvent | undefined) =>
  event.event === sent?.event &&
  (event.event !== 'answer' || JSON.stringify(event.data) === JSON.stringify(sent.data))

/** A batch without its first events; the other events keep their times. */
const withoutFirstEvents = ({ at, events }: TextBatch, count: number): TextBatch => ({
  at: events.slice(0, count).reduce((time, { delay }) => time + delay, at),
  events: events.slice(count),
})
