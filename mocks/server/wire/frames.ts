import type { StoredEvent } from '../../../contract/events.ts'
import type { DatedRunEvent } from '../../../contract/records/workflow-run.ts'
import type { WritePayload } from './event-payloads.ts'
import { type RecordForm, rewrite } from './records.ts'
import type { WriteRunPayloads } from './runs.ts'

/** Where a cursor stands in a frame: gives the payload to send, and the `id:` line if any. */
export type CursorCarrier = (
  payload: unknown,
  cursor: number,
) => { readonly payload: unknown; readonly id?: number }

/** An object that can take one more field: not an array, and not the empty payload of `end`. */
const takesField = (payload: unknown): payload is object =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload) && !isEmpty(payload)

function isEmpty(payload: object): boolean {
  for (const field in payload) if (Object.hasOwn(payload, field)) return false
  return true
}

export const cursorInDataAndId: CursorCarrier = (payload, cursor) =>
  takesField(payload) ? { payload: { cursor, ...payload }, id: cursor } : { payload, id: cursor }
export const cursorInDataOrId: CursorCarrier = (payload, cursor) =>
  takesField(payload) ? { payload: { cursor, ...payload } } : { payload, id: cursor }
export const cursorInId: CursorCarrier = (payload, cursor) => ({ payload, id: cursor })
export const cursorAround: CursorCarrier = (payload, cursor) => ({
  payload: { cursor, data: payload },
})
export const noCursor: CursorCarrier = (payload) => ({ payload })

/** How the bytes of a stream are laid out. */
export type FrameForm = {
  readonly live: CursorCarrier
  readonly replayed: CursorCarrier
  readonly payload: WritePayload
  readonly records: RecordForm
  readonly newline: string
  /** What follows the colon of a field. */
  readonly space: string
  /** What a stream begins with. */
  readonly preamble: string
  readonly resumeDone: (counts: { replayed: number; last_cursor: number }) => unknown
  readonly run: WriteRunPayloads
}

/** Writes the frames of a stream; each is one text, never split by us. */
export type Frames = {
  readonly preamble: string
  readonly keepalive: string
  live(event: StoredEvent): string
  replayed(event: StoredEvent): string
  resumeDone(counts: { replayed: number; last_cursor: number }): string
  /** An event of a workflow run, which has no cursor. */
  run(event: DatedRunEvent): string
}

/**
 * Stands in the place of a cursor while a frame is kept. The largest of those that V8 holds in place:
 * beside a larger one it would put each cursor of each event into an object of its own.
 */
const standIn = 2 ** 31 - 1

/** The name that an event is sent by. */
const nameOf = ({ event, data }: StoredEvent) => (event === 'violation' ? data.name : event)

export function createFrames(form: FrameForm): Frames {
  const { newline, space } = form
  const idLine = `id:${space}`
  const eventLine = `event:${space}`
  const dataLine = `${newline}data:${space}`
  const end = newline + newline
  const write = (name: string, payload: unknown, id?: number) => {
    const data = JSON.stringify(rewrite(payload, form.records))
    const event = eventLine + name + dataLine + data + end
    return id === undefined ? event : idLine + id + newline + event
  }
  const withCursor = (carrier: CursorCarrier) => {
    const render = (event: StoredEvent) => {
      const carried = carrier(form.payload(event), event.cursor)
      return write(nameOf(event), carried.payload, carried.id)
    }
    const kept = new WeakMap<object, readonly string[]>()
    // What cannot change is rendered once, but for its cursor: many turns say the same.
    const gap = (event: StoredEvent) => {
      if (!Object.isFrozen(event.data)) return undefined
      if (JSON.stringify(event.data).includes(`${standIn}`)) return undefined
      const gapped = render({ ...event, cursor: standIn }).split(`${standIn}`)
      kept.set(event.data, gapped)
      return gapped
    }
    return (event: StoredEvent) => {
      const gapped = kept.get(event.data) ?? gap(event)
      if (gapped === undefined) return render(event)
      let [text = ''] = gapped
      // Not by `join`, which takes thrice the time for so few.
      for (let part = 1; part < gapped.length; part++) text += event.cursor + gapped[part]!
      return text
    }
  }
  return {
    preamble: form.preamble,
    keepalive: `: keepalive${newline}${newline}`,
    live: withCursor(form.live),
    replayed: withCursor(form.replayed),
    resumeDone: (counts) => write('resume_done', form.resumeDone(counts)),
    run: (event) =>
      form
        .run(event)
        .map((payload) => write(event.event, payload))
        .join(''),
  }
}
