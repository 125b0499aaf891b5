import type { TurnEvent } from '../../../contract/events.ts'
import type { ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import type { LineSource } from '../line-source.ts'
import type { EventBatch, TimedEvent } from '../playback.ts'

/**
 * A signal from a script to its player: a line begins, the script needs the time of the world, more
 * lines must be written, or a tool call needs an approval.
 */
type ScriptSignal =
  | {
      readonly signal: 'line'
      /** The number of the line, from 1. A line with a director's text before it has two signals. */
      readonly line: number
    }
  | { readonly signal: 'wait' }
  | {
      /** Sent when all lines written so far were played. */
      readonly signal: 'more'
      readonly source: LineSource
      readonly played: number
    }
  | {
      readonly signal: 'approval'
      readonly call: ScriptCall
      /** The id of the confirmation, if the turn requested it before its world was loaded. */
      readonly requested?: string
    }

/** One event or signal of a turn's script, with its script time. */
export type ScriptEvent = TimedEvent<TurnEvent | ScriptSignal>

/** The chunks of one text. No other event comes between them. */
export type TextBatch = EventBatch<TurnEvent>

/** The events of a script in order. The decision on an `approval` signal is passed to `next()`. */
export type ScriptEvents<Result = void, Item = ScriptEvent | TextBatch> = Generator<
  Item,
  Result,
  Decision | undefined
>

/** Splits a batch into single events, each with its own time. */
export function expandBatch({ at, events }: TextBatch): ScriptEvent[] {
  let time = at
  return events.map(({ event, delay }) => ({ at: (time += delay), event }))
}

/** Sends events that violate the contract on purpose. `events` has their payloads by name. */
export function* violationEvents(
  at: number,
  events: Readonly<Record<string, unknown>>,
): ScriptEvents {
  for (const [name, payload] of Object.entries(events))
    yield { at, event: { event: 'violation', data: { name, payload } } }
}

/** The script time of the last event of a batch. */
export const batchEnd = ({ at, events }: TextBatch): number =>
  events.reduce((time, { delay }) => time + delay, at)

/** Estimates the number of tokens that a model provider would bill for a text. */
export function estimateTokens(text: string): number {
  const ideographs = text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0
  return Math.ceil((text.length - ideographs) / 4) + ideographs
}

/** The events of one parallel track. None of them is earlier than `startsAt`. */
type EventTrack<Result> = {
  readonly startsAt: number
  readonly events: ScriptEvents<Result, ScriptEvent>
}

/** Merges parallel tracks by time. Returns the results of the tracks in their order. */
export function* mergeTracks<Result>(
  tracks: readonly EventTrack<Result>[],
): ScriptEvents<Result[], ScriptEvent> {
  const results = new Map<EventTrack<Result>, Result>()
  /** The next event of each unfinished track; `undefined` before the first event. */
  const heads = new Map<EventTrack<Result>, ScriptEvent | undefined>()
  for (const track of tracks) heads.set(track, undefined)
  const timeOf = (track: EventTrack<Result>) => heads.get(track)?.at ?? track.startsAt
  while (heads.size > 0) {
    const track = [...heads.keys()].reduce((first, other) =>
      timeOf(other) < timeOf(first) ? other : first,
    )
    const event = heads.get(track)
    const next = track.events.next(event === undefined ? undefined : yield event)
    if (next.done === true) {
      heads.delete(track)
      results.set(track, next.value)
    } else heads.set(track, next.value)
  }
  return tracks.map((track) => results.get(track) as Result)
}
