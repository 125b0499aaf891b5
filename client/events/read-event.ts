import { isObject, type JsonObject } from '../../contract/json.ts'
import { normalizeTimestamps } from '../timestamps.ts'
import type { Frame } from './frames.ts'
import type { TurnEvent, TurnEventName } from './turn-event.ts'

/** The required string fields of payloads. An event without one of them becomes `unknown`. */
const requiredTextFields: Readonly<Record<TurnEventName, readonly string[]>> = {
  routing: ['mode'],
  step: ['type'],
  step_progress: ['step_id', 'event'],
  phase: ['name'],
  compact: [],
  answer: ['type'],
  inject: ['content'],
  awaiting_confirmation: ['confirmation_id', 'tool_name'],
  done: ['answer'],
  error: ['error', 'message'],
  heartbeat: [],
  post_processing: [],
  suggestions: [],
  title: ['title'],
  end: [],
}

/** Functions that rename the payload fields of some deployments to the specification's names. */
const normalizers: Readonly<Partial<Record<TurnEventName, (data: JsonObject) => JsonObject>>> = {
  step: normalizeStep,
  step_progress: renameStepFields,
  phase: ({ phase, ...data }) => (phase === undefined ? data : { name: phase, ...data }),
  answer: normalizeAnswer,
  done: normalizeDone,
}

/** Reads the event of a frame; an event with an unexpected name or payload becomes `unknown`. */
export function readEvent({ name, data, cursor }: Frame): TurnEvent {
  const payload = Object.hasOwn(requiredTextFields, name)
    ? readPayload(name as TurnEventName, data)
    : undefined
  return payload === undefined
    ? { event: 'unknown', name, data, cursor }
    : ({ event: name, data: payload, cursor } as TurnEvent)
}

/** Returns the payload with the specification's names; `undefined` if a required field is missing. */
function readPayload(
  name: TurnEventName,
  data: unknown,
): JsonObject | readonly unknown[] | undefined {
  if (name === 'suggestions') return readStringItems(isObject(data) ? data['items'] : data)
  if (!isObject(data)) return undefined
  const normalized = normalizeTimestamps(data) as JsonObject
  const payload = normalizers[name]?.(normalized) ?? normalized
  return requiredTextFields[name].every((field) => typeof payload[field] === 'string')
    ? payload
    : undefined
}

const readStringItems = (items: unknown) =>
  Array.isArray(items) ? items.filter((item) => typeof item === 'string') : undefined

function normalizeStep(data: JsonObject): JsonObject {
  const step = renameStepFields(data)
  // Some deployments name the type of a tool call `tool_call`, or send no type for a thinking step.
  if (typeof step['tool'] === 'string') return { ...step, type: 'iteration' }
  if (typeof step['thinking_delta'] === 'string') return { ...step, type: 'thinking' }
  const { type, ...rest } = step
  return type === 'thinking' || type === 'answer' ? step : rest
}

/** Renames the fields of a step from a known web client's names to the specification's. */
function renameStepFields({ tool_name, tool_args, content, ...rest }: JsonObject): JsonObject {
  const tool = rest['tool'] ?? tool_name
  const thinking = rest['thinking_delta'] ?? content
  return {
    ...rest,
    ...(tool === undefined ? {} : { tool, input: rest['input'] ?? tool_args ?? {} }),
    ...(thinking === undefined ? {} : { thinking_delta: thinking }),
  }
}

function normalizeAnswer(data: JsonObject): JsonObject {
  const type = data['type'] ?? data['status']
  const text = data['text'] ?? data['content']
  if (type === 'start' || type === 'done') return { type }
  return type === 'delta' && typeof text === 'string' ? { type, text } : {}
}

function normalizeDone({ answer = '', tokens, ...data }: JsonObject): JsonObject {
  const { usage } = data
  const total = tokens ?? (isObject(usage) ? usage['total_tokens'] : undefined)
  return { ...data, answer, tokens: typeof total === 'number' ? total : 0 }
}
