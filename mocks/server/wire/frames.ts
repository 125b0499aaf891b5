import type { StoredEvent } from '../../../contract/events.ts'
import { encodeSse } from '../../../contract/sse.ts'
import type { Frame } from '../../../traffic/journal/exchange.ts'
import type { Frames, WritePayload } from '../../world/wire.ts'
import type { WriteRunPayloads } from './event-payloads.ts'
import { type RecordForm, rewrite } from './wire.ts'

/** Adds a cursor to the JSON text of a payload: returns the data to send, and the `id:` if any. */
export type CursorCarrier = (
  payload: string,
  cursor: number,
) => { readonly data: string; readonly id?: number }

/** Whether a field can be added to a JSON text. The empty payload of `end` gets none. */
const takesField = (payload: string) => payload.startsWith('{') && payload !== '{}'
const withField = (payload: string, cursor: number) => `{"cursor":${cursor},${payload.slice(1)}`

export const cursorInDataAndId: CursorCarrier = (payload, cursor) =>
  takesField(payload)
    ? { data: withField(payload, cursor), id: cursor }
    : { data: payload, id: cursor }
export const cursorInDataOrId: CursorCarrier = (payload, cursor) =>
  takesField(payload) ? { data: withField(payload, cursor) } : { data: payload, id: cursor }
export const cursorInId: CursorCarrier = (payload, cursor) => ({ data: payload, id: cursor })
export const cursorAround: CursorCarrier = (payload, cursor) => ({
  data: `{"cursor":${cursor},"data":${payload}}`,
})
export const noCursor: CursorCarrier = (payload) => ({ data: payload })

/** The layout of the streams of a deployment. */
export type FrameForm = {
  readonly live: CursorCarrier
  readonly replayed: CursorCarrier
  readonly payload: WritePayload
  readonly records: RecordForm
  readonly newline: string
  /** The text after the colon of a field. */
  readonly space: string
  /** The first bytes of a stream. */
  readonly preamble: string
  readonly resumeDone: (counts: { replayed: number; last_cursor: number }) => unknown
  readonly run: WriteRunPayloads
}

export function createFrames(form: FrameForm): Frames {
  const encode = (event: string, data: string, id?: number, cursor?: number): Frame => ({
    text: encodeSse({ id, event, data }, form),
    event,
    cursor,
  })
  const toText = (payload: unknown) => JSON.stringify(rewrite(payload, form.records))

  const cached = new WeakMap<object, string>()
  /**
   * The payload as JSON. It is cached for frozen events, because turns of one script share them.
   */
  const payloadText = (event: StoredEvent) => {
    if (!Object.isFrozen(event.data)) return toText(form.payload(event))
    let text = cached.get(event.data)
    if (text === undefined) cached.set(event.data, (text = toText(form.payload(event))))
    return text
  }
  const withCursor = (carrier: CursorCarrier) => (event: StoredEvent) => {
    const payload = payloadText(event)
    const { data, id } = (event.cursor < 0 ? noCursor : carrier)(payload, event.cursor)
    const name = event.event === 'violation' ? event.data.name : event.event
    const hasCursor = id !== undefined || data !== payload
    return encode(name, data, id, hasCursor ? event.cursor : undefined)
  }

  return {
    preamble: { text: form.preamble },
    keepalive: { text: encodeSse({ lines: [': keepalive'] }, form) },
    live: withCursor(form.live),
    replayed: withCursor(form.replayed),
    resumeDone: (counts) => encode('resume_done', toText(form.resumeDone(counts))),
    own: (event, payload) => encode(event, toText(payload)),
    run: (event) => form.run(event).map((payload) => encode(event.event, toText(payload))),
  }
}
