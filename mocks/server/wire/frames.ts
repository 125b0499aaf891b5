import type { EventData, StoredEvent } from '../../../contract/events.ts'
import { encodeSse, utf8Length, type Frame, toFrame } from '../../../contract/sse.ts'
import type { Frames, SentRunEvent, WritePayload } from '../../world/wire.ts'
import { type RecordForm, toDeploymentForm } from './wire.ts'

/** The names for payload fields: those of the specification, those of web clients, or both. */
export type PayloadNames = {
  readonly answer: AnswerRenamer
  readonly tool: ToolRenamer
  readonly thinking: ThinkingRenamer
  /** Converts the times of plan steps; `undefined` keeps them. */
  readonly stepTimes: RecordForm['timestamp']
  readonly doneTokens: boolean
  /** Whether the suggested questions are in a field `items`, instead of the payload itself. */
  readonly wrapsSuggestions: boolean
}

type AnswerRenamer = (data: { type: string; text?: string }) => object
type ThinkingRenamer = (data: { thinking_delta: string }) => object
type ToolRenamer = (call: { tool: string; input: unknown }) => object

export const statusAnswerNames: AnswerRenamer = ({ type, text }) =>
  text === undefined ? { status: type } : { status: type, content: text }
export const prefixedToolNames: ToolRenamer = ({ tool, input }) => ({
  tool_name: tool,
  tool_args: input,
})
export const contentThinkingNames: ThinkingRenamer = ({ thinking_delta, ...rest }) => ({
  ...rest,
  content: thinking_delta,
})

/**
 * Creates a function that writes the documented names: alone, or together with those of `rename`.
 */
type ExtendNames = <Data extends object>(rename: (data: Data) => object) => (data: Data) => object

export const withBothNames: ExtendNames = (rename) => (data) => ({ ...data, ...rename(data) })
export const withDocumentedNames: ExtendNames = () => (data) => data

export function createWritePayload(names: PayloadNames): WritePayload {
  const moments = { timestamp: names.stepTimes, omitEmpty: false }
  const step = (data: object) => {
    const named = withToolNames(data, names)
    const thinks = 'thinking_delta' in named && typeof named.thinking_delta === 'string'
    return thinks ? names.thinking(named as { thinking_delta: string }) : named
  }
  return ({ event, data }) => {
    if (event === 'violation') return data.payload
    if (event === 'answer') return names.answer(data)
    if (event === 'step') return step(data)
    if (event === 'step_progress') return toDeploymentForm(step(data), moments)
    if (event === 'phase') return toDeploymentForm(phasePayload(data), moments)
    if (event === 'suggestions') return names.wrapsSuggestions ? { items: data } : data
    if (event === 'done' && !names.doneTokens) {
      const { tokens: _left, ...rest } = data
      return rest
    }
    return data
  }
}

/** Creates the payload of a phase. The phase `selecting_tools` has different fields. */
function phasePayload(data: EventData<'phase'>): object {
  const { name, total_tools } = data
  return name === 'selecting_tools' ? { phase: name, total_tools } : data
}

/** Renames the fields of a tool call, if the payload has one. */
function withToolNames(data: object, names: PayloadNames): object {
  if (!('tool' in data) || typeof data.tool !== 'string') return data
  const { tool, input, ...rest } = data as { tool: string; input?: unknown }
  return { ...rest, ...names.tool({ tool, input: input ?? {} }) }
}

/** The form in which a deployment writes the events of a workflow run. */
export type RunForm = {
  /** Converts the canonical time of an event. */
  readonly time: (canonical: string) => unknown
  /** Whether `run_started` is sent twice: with the status, then with the other fields. */
  readonly startsTwice: boolean
}

/** Returns the payloads of an event: one for most events. */
export type WriteRunPayloads = (event: SentRunEvent) => readonly object[]

export function createWriteRunPayloads({ time, startsTwice }: RunForm): WriteRunPayloads {
  return ({ event, data, at }) => {
    if (event === 'end' || at === undefined) return [data]
    const ts = time(at)
    if (event !== 'run_started' || !startsTwice) return [{ ...data, ts }]
    const { status, ...what } = data as { readonly run_id: string; readonly status: string }
    return [{ run_id: what.run_id, status }, what]
  }
}

/**
 * Adds a cursor to the JSON text of a payload. Returns the data to send, and an `id` if the event
 * gets one.
 */
export type CursorCarrier = (
  payload: string,
  cursor: string,
) => { readonly data: string; readonly id?: string }

/** Whether a field can be added to a JSON text. The empty payload of `end` gets no field. */
const canAddField = (payload: string) => payload.startsWith('{') && payload !== '{}'
const withCursorField = (payload: string, cursor: string) =>
  `{"cursor":${cursor},${payload.slice(1)}`

export const cursorInDataAndId: CursorCarrier = (payload, cursor) =>
  canAddField(payload)
    ? { data: withCursorField(payload, cursor), id: cursor }
    : { data: payload, id: cursor }
export const cursorInDataOrId: CursorCarrier = (payload, cursor) =>
  canAddField(payload) ? { data: withCursorField(payload, cursor) } : { data: payload, id: cursor }
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
  /** Whether the payload of `resume_done` describes the replayed events. */
  readonly countsReplayed: boolean
  readonly run: WriteRunPayloads
}

/** The placeholder of the cursor in an encoded frame. JSON escapes control characters, so it is unique. */
const cursorPlaceholder = '\u0000cursor\u0000'

/** A frame, split at its cursor. */
type FrameTemplate = {
  readonly texts: readonly string[]
  /** The bytes without the cursor. */
  readonly bytes: number
}

const eventNameOf = (event: StoredEvent): string =>
  event.event === 'violation' ? event.data.name : event.event

export function createFrames(form: FrameForm): Frames {
  const encode = (event: string, data: string) => toFrame(encodeSse({ event, data }, form), event)
  const toText = (payload: unknown) => JSON.stringify(toDeploymentForm(payload, form.records))
  const encodeEvent = (event: StoredEvent, carrier: CursorCarrier, cursor: string) =>
    encodeSse({ ...carrier(toText(form.payload(event)), cursor), event: eventNameOf(event) }, form)
  const withCursor = (carrier: CursorCarrier) => {
    const cached = new WeakMap<object, FrameTemplate>()
    return (event: StoredEvent): Frame => {
      const { cursor, data } = event
      const name = eventNameOf(event)
      if (cursor < 0 || carrier === noCursor) return toFrame(encodeEvent(event, noCursor, ''), name)
      const digits = String(cursor)
      // Only frozen events are cached: all turns of a script share them, so each is encoded once.
      if (!Object.isFrozen(data)) return toFrame(encodeEvent(event, carrier, digits), name, cursor)
      let template = cached.get(data)
      if (template === undefined) {
        const texts = encodeEvent(event, carrier, cursorPlaceholder).split(cursorPlaceholder)
        template = { texts, bytes: utf8Length(texts.join('')) }
        cached.set(data, template)
      }
      const { texts, bytes } = template
      const allBytes = bytes + digits.length * (texts.length - 1)
      return { text: texts.join(digits), bytes: allBytes, event: name, cursor }
    }
  }

  return {
    preamble: toFrame(form.preamble),
    keepalive: toFrame(encodeSse({ lines: [': keepalive'] }, form)),
    live: withCursor(form.live),
    replayed: withCursor(form.replayed),
    resumeDone: (counts) => encode('resume_done', toText(form.countsReplayed ? counts : {})),
    own: (event, payload) => encode(event, toText(payload)),
    run: (event) => form.run(event).map((payload) => encode(event.event, toText(payload))),
  }
}
