import { memoizeByObject } from '../../contract/memoize.ts'
import type { Exchange } from '../session/exchange.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'
import { isAccepted } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { type JsonObject, isObject } from '../../contract/json.ts'
import { member } from '../session/json.ts'

/** A response with events, read to its end or until a check had enough events. */
export type Stream = {
  /** The name of the stream in reports, such as `POST /api/dag` or `replay after 4`. */
  readonly name: string
  /** Whether the stream is from a running turn; false for a replay. */
  readonly live: boolean
  readonly exchange: Exchange
  readonly frames: readonly Frame[]
}

/**
 * Reads a response as a stream. Throws a `Finding` if it has no events, and `Blocked` if a timeout
 * or the network cut it, because its end is unknown. Other checks test status and content type.
 */
export function readStream(name: string, live: boolean, exchange: Exchange): Stream {
  if (!hasEvents(exchange)) {
    throw new Finding(
      `${name} to be 200 with an event stream`,
      describeResponse(exchange),
      exchange,
    )
  }
  if (exchange.ended === 'timeout' && !isCompleteStream(exchange)) {
    throw new Blocked(`${name} took longer than the time limit of a request`)
  }
  if (exchange.ended === 'error' && !isCompleteStream(exchange)) {
    throw new Blocked(`the connection of ${name} broke off`)
  }
  return { name, live, exchange, frames: framesIn(exchange) }
}

/** Whether a stream is complete: it was closed, or it was cut after its last event. */
export function isCompleteStream({ ended, events }: Exchange): boolean {
  const last = events.at(-1)?.event
  return ended === 'closed' || last === 'end' || last === 'resume_done'
}

/** The parsed events of a response; empty if it is not a stream. */
export const framesIn = memoizeByObject(({ events }: Exchange): readonly Frame[] =>
  events.map(readFrame),
)

export const isStream = (exchange: Exchange): boolean =>
  exchange.status === 200 && mediaType(exchange) === 'text/event-stream'

/** Whether a response can be read as a stream, even with a wrong status or type. */
export const hasEvents = (exchange: Exchange): boolean =>
  isStream(exchange) || (isAccepted(exchange) && exchange.events.length > 0)

/** The media type of a response without its parameters. */
export const mediaType = ({ headers }: Exchange): string | undefined =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()

/** The joined text of all answer deltas; undefined if there is none, or if one has no text. */
export function streamedText(stream: Stream): string | undefined {
  const texts = framesOf(stream, 'answer').flatMap(({ payload }) =>
    member(payload, 'type') === 'delta' ? [member(payload, 'text')] : [],
  )
  const areTexts = texts.length > 0 && texts.every((text) => typeof text === 'string')
  return areTexts ? texts.join('') : undefined
}

export const framesOf = ({ frames }: Stream, type: string): readonly Frame[] =>
  frames.filter((frame) => frame.type === type)

/** The events that belong to the turn: all except the `resume_done` that a replay adds. */
export const turnFrames = (frames: readonly Frame[]): readonly Frame[] =>
  frames.filter(({ type }) => type !== 'resume_done')

/** The events of a turn that carry a cursor. Events without a cursor have no known position. */
export const framesWithCursor = (frames: readonly Frame[]): readonly Frame[] =>
  turnFrames(frames).filter(({ cursor }) => cursor !== undefined)

/** The cursors of the events of a turn, in the order of their arrival. Ignores `resume_done`. */
export const cursorsOf = (frames: readonly Frame[]): readonly number[] =>
  turnFrames(frames).flatMap(({ cursor }) => cursor ?? [])

/** The status and the media type of a response, for findings. */
export const describeResponse = (exchange: Exchange): string =>
  `status ${exchange.status} with ${mediaType(exchange) ?? 'no content type'}`

export function carrierOf(stream: Stream) {
  const carriers = turnFrames(stream.frames).map((frame) => frame.carriers)
  if (carriers.every((places) => places.length === 0)) return 'none'
  if (carriers.every((places) => places.includes('wrapper'))) return 'wrapped'
  const inData = carriers.some((places) => places.includes('data'))
  if (!inData) return 'id'
  return carriers.every((places) => places.includes('id')) ? 'data-and-id' : 'data-or-id'
}

export function stepsOf(stream: Stream): readonly number[] {
  const cursors = cursorsOf(stream.frames)
  return [...new Set(cursors.slice(1).map((cursor, index) => cursor - (cursors[index] ?? 0)))]
}

/** The events that are not in `others`, without `resume_done`. */
export function framesNotIn(frames: readonly Frame[], others: readonly Frame[]): readonly Frame[] {
  const otherFingerprints = new Set(others.map(fingerprint))
  return frames.filter(
    (frame) => frame.type !== 'resume_done' && !otherFingerprints.has(fingerprint(frame)),
  )
}

/** Where an event can contain the cursor. The specification names no place, so all are allowed. */
type Carrier = 'wrapper' | 'data' | 'id'

/** A parsed event. Its form is the same for every place of the cursor. */
export type Frame = {
  readonly type: string | undefined
  /** The payload without its wrapper and its cursor; `undefined` if it is not JSON. */
  readonly payload: unknown
  /** The cursor; `undefined` if it is absent or not an integer. */
  readonly cursor: number | undefined
  /** All places of the event that have a cursor; `cursor` is from the first one. */
  readonly carriers: readonly Carrier[]
  readonly raw: ReceivedEvent
}

/** Parses an event. Its cursor is in a `{cursor, data}` wrapper, in `data.cursor` or in `id:`. */
export function readFrame(raw: ReceivedEvent): Frame {
  const { json } = raw
  const found: { carrier: Carrier; value: unknown }[] = []
  let payload = json
  if (isWrapper(json)) {
    found.push({ carrier: 'wrapper', value: json['cursor'] })
    payload = json['data']
  } else if (isObject(json) && 'cursor' in json) {
    const { cursor, ...rest } = json
    found.push({ carrier: 'data', value: cursor })
    payload = rest
  }
  // A text in `id:` that is not a number may be the id of the event.
  const id = idNumber(raw.id ?? '')
  if (id !== undefined) found.push({ carrier: 'id', value: id })
  return {
    type: raw.event,
    payload,
    cursor: integer(found[0]?.value),
    carriers: found.map(({ carrier }) => carrier),
    raw,
  }
}

/** Whether an event carries the same cursor in all places that have one. */
export function carriersAgree({ carriers, cursor, raw }: Frame): boolean {
  return carriers.length < 2 || idNumber(raw.id ?? '') === cursor
}

/** A text that is equal for two events with the same type, cursor and payload. */
export const fingerprint = ({ type, cursor, payload }: Frame): string =>
  JSON.stringify([type ?? null, cursor ?? null, sortKeys(payload) ?? null])

export const eventLabel = ({ type, cursor }: Frame): string =>
  `${type ?? 'nameless'}@${cursor ?? '-'}`

const eventLabels = (frames: readonly Frame[]): string =>
  frames.map(eventLabel).join(' ') || 'no events'

/** Lists events as text. A long list has only the first and last events and their number. */
export function eventList(frames: readonly Frame[]): string {
  if (frames.length <= maxNamed) return eventLabels(frames)
  return `${eventLabels(frames.slice(0, 4))} … ${eventLabels(frames.slice(-2))} (${frames.length} events)`
}

const maxNamed = 8

const isWrapper = (json: unknown): json is JsonObject =>
  isObject(json) && Object.keys(json).toSorted().join() === 'cursor,data'

const integer = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined

const idNumber = (id: string): number | undefined => (/^-?\d+$/.test(id) ? Number(id) : undefined)

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([key, inner]) => [key, sortKeys(inner)]))
}

/**
 * A request that is sent while a stream is read. If it fails before the stream ends, its error is
 * thrown where it is awaited. Without this function, the error would end the whole program.
 */
export function besideStream<Result>(request: Promise<Result>): Promise<Result> {
  request.catch(() => undefined)
  return request
}
