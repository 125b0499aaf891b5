import { isObject, type JsonObject } from '../../../contract/json.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'
import { decodeSse, SseSplitter } from '../../../contract/sse.ts'
import type { RecordedExchange } from '../../har/read-entry.ts'
import { canonicalPayload } from './canonical-event.ts'
import type { RecordedEvent } from './recorded-event.ts'

type Response = RecordedExchange['response']

/** The pieces of a recorded stream. Without recorded frames it is one piece without a time. */
function piecesOf({ frames, body }: Response): readonly { text: string; t: number | undefined }[] {
  if (frames !== undefined && frames.length > 0) return frames
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return [{ text, t: undefined }]
}

/**
 * The events of a recorded stream. Frames may be split anywhere, lines may end with CR LF, and
 * comments are left out. Times never fall: a clock that was set back counts as no time.
 */
export function readEvents(response: Response): readonly RecordedEvent[] {
  const splitter = new SseSplitter()
  const events: RecordedEvent[] = []
  let now: number | undefined
  for (const { text, t } of piecesOf(response)) {
    if (t !== undefined) now = Math.max(now ?? 0, t)
    for (const frame of splitter.add(text)) {
      const event = eventOf(frame, now)
      if (event !== undefined) events.push(event)
    }
  }
  return events
}

function eventOf(frame: string, t: number | undefined): RecordedEvent | undefined {
  const { event, data, id } = decodeSse(frame)
  if (data === undefined) return undefined
  const parsed = parse(data)
  return recordedEvent(event, parsed, id === undefined ? undefined : Number(id), t)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
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
