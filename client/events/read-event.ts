import { isObject, type Json } from '../json.ts'
import { normalizeTimestamps } from '../timestamps.ts'
import type { Frame } from './frames.ts'
import type { TurnEvent, TurnEventName } from './turn-event.ts'

/** The texts that each payload can't do without. */
const requiredTexts: Readonly<Record<TurnEventName, readonly string[]>> = {
  routing: ['mode'],
  step: ['type'],
  step_progress: ['step_id', 'event'],
  phase: ['name'],
  compact: [],
  answer: ['type'],
  inject: ['content'],
  awaiting_confirmation: ['confirmation_id', 'tool_name'],
  done: ['answer'],
  heartbeat: [],
  post_processing: [],
  suggestions: [],
  title: ['title'],
  end: [],
}

/** Payloads that some deployments write under other names than the specification has. */
const normalizers: Readonly<Partial<Record<TurnEventName, (data: Json) => Json>>> = {
  step: normalizeStep,
  step_progress: withSpecNames,
  phase: ({ phase, ...data }) => (phase === undefined ? data : { name: phase, ...data }),
  answer: normalizeAnswer,
  done: normalizeDone,
}

/** The event in a frame; one that isn't understood is `unknown`, never lost. */
export function readEvent({ name, data, cursor }: Frame): TurnEvent {
  const payload = Object.hasOwn(requiredTexts, name)
    ? readPayload(name as TurnEventName, data)
    : undefined
  return payload === undefined
    ? { event: 'unknown', name, data, cursor }
    : ({ event: name, data: payload, cursor } as TurnEvent)
}

/** The payload under the names of the specification; `undefined` where it lacks what it must have. */
function readPayload(name: TurnEventName, data: unknown): Json | readonly unknown[] | undefined {
  if (name === 'suggestions') return stringsIn(isObject(data) ? data['items'] : data)
  if (!isObject(data)) return undefined
  const dated = normalizeTimestamps(data) as Json
  const payload = normalizers[name]?.(dated) ?? dated
  return requiredTexts[name].every((field) => typeof payload[field] === 'string')
    ? payload
    : undefined
}

const stringsIn = (items: unknown) =>
  Array.isArray(items) ? items.filter((item) => typeof item === 'string') : undefined

function normalizeStep(data: Json): Json {
  const named = withSpecNames(data)
  // Some call the type of a tool call `tool_call`, or give none to a thought.
  if (typeof named['tool'] === 'string') return { ...named, type: 'iteration' }
  if (typeof named['thinking_delta'] === 'string') return { ...named, type: 'thinking' }
  const { type, ...rest } = named
  return type === 'thinking' || type === 'answer' ? named : rest
}

/** A step under the names of the specification alone, which web clients know by others. */
function withSpecNames({ tool_name, tool_args, content, ...rest }: Json): Json {
  const tool = rest['tool'] ?? tool_name
  const thought = rest['thinking_delta'] ?? content
  return {
    ...rest,
    ...(tool === undefined ? {} : { tool, input: rest['input'] ?? tool_args ?? {} }),
    ...(thought === undefined ? {} : { thinking_delta: thought }),
  }
}

function normalizeAnswer(data: Json): Json {
  const type = data['type'] ?? data['status']
  const text = data['text'] ?? data['content']
  if (type === 'start' || type === 'done') return { type }
  return type === 'delta' && typeof text === 'string' ? { type, text } : {}
}

function normalizeDone({ answer = '', tokens, ...data }: Json): Json {
  const { usage } = data
  const counted = tokens ?? (isObject(usage) ? usage['total_tokens'] : undefined)
  return { ...data, answer, tokens: typeof counted === 'number' ? counted : 0 }
}
