import { isObject, type Json } from '../json.ts'
import { withMoments } from '../moments.ts'
import type { Frame } from './frame.ts'
import type { TurnEvent, TurnEventData, TurnEventName } from './turn-event.ts'

type Read<Name extends TurnEventName> = (data: Json) => TurnEventData[Name] | undefined

/** Reads a payload under the names of the specification or of web clients; `undefined`: it can't. */
const readers: { readonly [Name in TurnEventName]: Read<Name> } = {
  routing: having('mode'),
  step: readStep,
  step_progress: (data) => having<'step_progress'>('step_id', 'event')(withSpecNames(data)),
  phase: ({ phase, ...data }) => having<'phase'>('name')({ name: phase, ...data }),
  compact: having(),
  answer: readAnswer,
  inject: having('content'),
  awaiting_confirmation: having('confirmation_id', 'tool_name'),
  done: readDone,
  heartbeat: having(),
  post_processing: having(),
  suggestions: ({ items }) =>
    Array.isArray(items) ? items.filter((item) => typeof item === 'string') : undefined,
  title: having('title'),
  end: having(),
}

/** The event in a frame; one that isn't understood is `unknown`, never lost. */
export function readEvent({ name, data, cursor }: Frame): TurnEvent {
  const unknown: TurnEvent = { event: 'unknown', name, data, cursor }
  if (!Object.hasOwn(readers, name)) return unknown
  const fields = Array.isArray(data) ? { items: data } : data
  if (!isObject(fields)) return unknown
  const event = name as TurnEventName
  const read = readers[event](withMoments(fields) as Json)
  return read === undefined ? unknown : ({ event, data: read, cursor } as TurnEvent)
}

/** Takes a payload as it is, if the texts that it can't do without are there. */
function having<Name extends TurnEventName>(...texts: readonly string[]): Read<Name> {
  return (data) =>
    texts.every((field) => typeof data[field] === 'string')
      ? (data as TurnEventData[Name])
      : undefined
}

function readStep(data: Json): TurnEventData['step'] | undefined {
  const named = withSpecNames(data)
  // Some call the type of a tool call `tool_call`, or give none to a thought.
  if (typeof named['tool'] === 'string')
    return { ...named, type: 'iteration' } as TurnEventData['step']
  if (typeof named['thinking_delta'] === 'string')
    return { ...named, type: 'thinking' } as TurnEventData['step']
  return named['type'] === 'thinking' || named['type'] === 'answer'
    ? (named as TurnEventData['step'])
    : undefined
}

/** A payload under the names of the specification alone, which web clients know by others. */
function withSpecNames({ tool_name, tool_args, content, ...rest }: Json): Json {
  const tool = rest['tool'] ?? tool_name
  const thought = rest['thinking_delta'] ?? content
  return {
    ...rest,
    ...(tool === undefined ? {} : { tool, input: rest['input'] ?? tool_args ?? {} }),
    ...(thought === undefined ? {} : { thinking_delta: thought }),
  }
}

function readAnswer(data: Json): TurnEventData['answer'] | undefined {
  const type = data['type'] ?? data['status']
  const text = data['text'] ?? data['content']
  if (type === 'start' || type === 'done') return { type }
  return type === 'delta' && typeof text === 'string' ? { type, text } : undefined
}

function readDone(data: Json): TurnEventData['done'] | undefined {
  const { answer = '', tokens, usage } = data
  if (typeof answer !== 'string') return undefined
  const counted = tokens ?? (isObject(usage) ? usage['total_tokens'] : undefined)
  return {
    ...(data as TurnEventData['done']),
    answer,
    tokens: typeof counted === 'number' ? counted : 0,
  }
}
