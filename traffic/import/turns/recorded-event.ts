import { isObject, type JsonObject, isSameJson, withoutUndefined } from '../../../contract/json.ts'
import type { RecordedExchange } from '../../../contract/exchange.ts'
import { splitIntoUnits } from '../../../contract/scripts/text-units.ts'

/**
 * One event of a recorded turn, with the canonical names of the contract. `t` is in milliseconds
 * since the start of the stream; `cursor` is missing if the deployment sends none.
 */
export type RecordedEvent = {
  readonly name: string
  readonly data: JsonObject
  /** The recorded payload, for events that no line of a script expresses. */
  readonly payload: unknown
  readonly t: number | undefined
  readonly cursor: number | undefined
}

/** A recorded event with a recorded or made-up time. */
export type TimedEvent = RecordedEvent & { readonly t: number }

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The tokens of a turn or step; `undefined` if they are not whole numbers. */
export function usageIn(usage: unknown) {
  const { prompt_tokens, completion_tokens }: JsonObject = isObject(usage) ? usage : {}
  if (!Number.isInteger(prompt_tokens) || !Number.isInteger(completion_tokens)) return undefined
  return { prompt_tokens: Number(prompt_tokens), completion_tokens: Number(completion_tokens) }
}

/** Whether an event is a `step` of this type and status. */
export const isStepEvent = (event: RecordedEvent | undefined, type: string, status: string) =>
  event?.name === 'step' && event.data['type'] === type && event.data['status'] === status

export const isPhaseEvent = (event: RecordedEvent | undefined, name: string, status: string) =>
  event?.name === 'phase' && event.data['name'] === name && event.data['status'] === status

export const isAnswerEvent = (event: RecordedEvent | undefined, type: string) =>
  event?.name === 'answer' && event.data['type'] === type

/** Reads the events of a turn in their order. */
export class EventReader {
  readonly #events: readonly TimedEvent[]
  #position = 0

  constructor(events: readonly TimedEvent[]) {
    this.#events = events
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#events.length
  }

  /** The event at an offset from the current position; 0 is the next event. */
  peek(ahead = 0): TimedEvent | undefined {
    return this.#events[this.#position + ahead]
  }

  take(): TimedEvent {
    const event = this.#events[this.#position++]
    if (event === undefined) throw new RangeError('There is no further event.')
    return event
  }

  takeWhile(fits: (event: TimedEvent) => boolean): TimedEvent[] {
    const taken: TimedEvent[] = []
    for (let next = this.peek(); next !== undefined && fits(next); next = this.peek())
      taken.push(this.take())
    return taken
  }
}

/** The events of a recorded stream. If a clock was set back, the time stays the same. */
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

/** An event; its payload may be inside `{ cursor, data }` or `{ event, data }`. */
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

/** Creates the events of a turn if the recording only has its answer. */
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

/** Reads the events that a deployment stored in a message. */
export const storedEvents = (stored: unknown): readonly RecordedEvent[] =>
  (Array.isArray(stored) ? (stored as readonly unknown[]) : []).flatMap((item) =>
    isObject(item) && typeof item['event'] === 'string'
      ? [recordedEvent(item['event'], { cursor: item['cursor'], data: item['data'] })]
      : [],
  )

type Payload = JsonObject

/** The value of the first of these fields that has a value. */
const firstValueOf = (data: Payload, ...names: readonly string[]): unknown =>
  names.map((name) => data[name]).find((value) => value !== undefined)

/**
 * Renames the fields of a payload to the names of the contract. Deployments use different names,
 * which are recognized in the payload.
 */
function canonicalPayload(name: string, payload: unknown): Payload {
  if (name === 'suggestions') return { items: suggestionsIn(payload) }
  if (!isObject(payload)) return name === 'answer' ? { type: 'delta', text: payload } : {}
  const { cursor: _cursor, ...data } = payload
  if (name === 'answer') return canonicalAnswer(data)
  if (name === 'step' || name === 'step_progress') return canonicalStep(data)
  if (name === 'phase') return canonicalPhase(data)
  return data
}

function suggestionsIn(payload: unknown): readonly string[] {
  const list = isObject(payload)
    ? firstValueOf(payload, 'items', 'suggestions', 'questions')
    : payload
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.filter((item) => typeof item === 'string' && item !== '') as string[]
}

function canonicalAnswer(data: Payload): Payload {
  const text = firstValueOf(data, 'text', 'content', 'delta')
  const type = firstValueOf(data, 'type', 'status') ?? (text === undefined ? undefined : 'delta')
  return withoutUndefined({ type, text })
}

function canonicalStep({
  tool_name,
  tool_args,
  arguments: given,
  content,
  ...data
}: Payload): Payload {
  const isDelta = data['status'] === 'delta' || data['event'] === 'thinking_delta'
  const tool = firstValueOf({ ...data, tool_name }, 'tool', 'tool_name')
  const input = firstValueOf({ ...data, tool_args, given }, 'input', 'tool_args', 'given')
  const thinking_delta = data['thinking_delta'] ?? (isDelta ? content : undefined)
  return withoutUndefined({ ...data, tool, input, thinking_delta })
}

/** In some deployments, the phase `selecting_tools` has its own fields. */
function canonicalPhase({ phase, ...data }: Payload): Payload {
  return { status: 'done', ...data, name: data['name'] ?? phase }
}

/** The first milliseconds of a resume, in which a deployment replays events without pauses. */
const replayMs = 50

/** The events of a resume. Replayed events have no times, because they are sent at once. */
export function resumedEvents(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const start = events[0]?.t ?? 0
  return events
    .filter(({ name }) => name !== 'resume_done')
    .map((event) =>
      event.t !== undefined && event.t > start + replayMs ? event : { ...event, t: undefined },
    )
}

const isSameEvent = (a: RecordedEvent | undefined, b: RecordedEvent | undefined) =>
  a !== undefined && b !== undefined && a.name === b.name && isSameJson(a.data, b.data)

/** Whether an event is only in the live stream, and not in a resume. */
const isLiveOnly = ({ name }: RecordedEvent) => name === 'routing' || name === 'heartbeat'

/**
 * Joins the events of a cut stream with the events of its resume. `undefined` if the resume replays
 * another turn, which begins with other events.
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
      (event, index) => index >= resumed.length || isSameEvent(event, resumed[index]),
    )
    if (isRepeated) return [...live, ...resumed.slice(repeated.length)]
  }
  return isFirstOfTurn(first) ? undefined : [...live, ...resumed]
}

/** Whether an event can only be the first event of a turn. */
const isFirstOfTurn = ({ name, data, cursor }: RecordedEvent) =>
  cursor === 0 ||
  (name === 'phase' && data['name'] === 'planning' && data['status'] === 'start') ||
  (name === 'step' && data['type'] === 'thinking' && data['status'] === 'start')

/** The answer of a complete turn. It identifies the turn. */
export const answerOf = (events: readonly RecordedEvent[]): unknown =>
  events.findLast(({ name }) => name === 'done')?.data['answer']
