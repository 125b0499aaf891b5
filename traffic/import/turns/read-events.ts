import type { RecordedExchange } from '../../../contract/exchange.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'
import { canonicalPayload } from './canonical-event.ts'
import type { RecordedEvent } from './recorded-event.ts'

/** The events of a recorded stream. Times never fall: a clock that was set back counts as no time. */
export function readEvents({ events, frames = [] }: RecordedExchange): readonly RecordedEvent[] {
  let now = 0
  return events.flatMap(({ event, data, json, id, dataLines, at }) => {
    if (dataLines === 0) return []
    now = Math.max(now, at)
    const cursor = id === undefined ? undefined : Number(id)
    const t = frames.length > 0 ? now : undefined
    return recordedEvent(event, json === undefined ? data : json, cursor, t)
  })
}

/** An event from its name and payload, which may be inside of `{ cursor, data }` or `{ event, data }`. */
function recordedEvent(
  given: string | undefined,
  sent: unknown,
  id?: number,
  t?: number,
): RecordedEvent {
  const isWrapped = isObject(sent) && 'data' in sent && ('cursor' in sent || given === undefined)
  const payload = isWrapped ? sent['data'] : sent
  const named = isWrapped && typeof sent['event'] === 'string' ? sent['event'] : undefined
  const name = given ?? named ?? 'message'
  const carried = isObject(sent) ? sent['cursor'] : undefined
  const cursor = [carried, id].find((one) => Number.isSafeInteger(one)) as number | undefined
  return { name, data: canonicalPayload(name, payload), payload, t, cursor }
}

/** The events of a turn of which only the answer was stored. */
export function eventsOfAnswer(answer: string, metadata: JsonObject): readonly RecordedEvent[] {
  const words = splitIntoUnits(answer, 'word')
  const deltas = Array.from({ length: Math.ceil(words.length / 3) }, (_, at) =>
    words.slice(3 * at, 3 * at + 3).join(''),
  )
  return [
    recordedEvent('answer', { type: 'start' }),
    ...deltas.map((text) => recordedEvent('answer', { type: 'delta', text })),
    recordedEvent('answer', { type: 'done' }),
    recordedEvent('done', { usage: metadata['usage'], cache: metadata['cache'], answer }),
  ]
}

/** The events that a deployment stored with a message, as it stored them. */
export const storedEvents = (stored: unknown): readonly RecordedEvent[] =>
  (Array.isArray(stored) ? (stored as readonly unknown[]) : []).flatMap((item) =>
    isObject(item) && typeof item['event'] === 'string'
      ? [recordedEvent(item['event'], { cursor: item['cursor'], data: item['data'] })]
      : [],
  )
