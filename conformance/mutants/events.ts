import { resume, type Route, turns } from './call.ts'
import { withData, withPayload } from './wire-frame.ts'
import { mutants, onEvent, type Wrap } from './wrap.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const turnsAndResume = `${turns} | ${resume}`

/** Rewrites the payload of some events; `undefined` leaves an event unchanged. */
const onPayload = (
  route: Route,
  types: string,
  change: (payload: JsonObject) => JsonObject | undefined,
): Wrap =>
  onEvent(route, types, (frame) => {
    let made: JsonObject | undefined
    const other = withPayload(frame, (payload) => {
      made = isObject(payload) ? change(payload) : undefined
      return made ?? payload
    })
    return made === undefined ? frame : other
  })

const isDelta = (payload: JsonObject): boolean => payload['type'] === 'delta'
const isToolCall = (payload: JsonObject): boolean => 'tool' in payload

/** Mutants with a fault in the payloads of events. */
export const eventMutants = mutants({
  'answer-in-chunks': {
    killedBy: 'events.answer-has-its-type',
    description: '`type` of an answer delta is `chunk`.',
    wrap: onPayload(turns, 'answer', (payload) =>
      isDelta(payload) ? { ...payload, type: 'chunk' } : undefined,
    ),
  },
  'replayed-answer-without-type': {
    killedBy: 'events.answer-has-its-type',
    looksLike: (got) => got === 'missing',
    description: 'Replayed answer events have no `type`.',
    wrap: onPayload(resume, 'answer', ({ type: _, ...payload }) => payload),
  },
  'answer-delta-without-text': {
    killedBy: 'events.answer-delta-has-text',
    description: 'An answer delta has null as its text.',
    wrap: onPayload(turns, 'answer', (payload) =>
      isDelta(payload) ? { ...payload, text: null } : undefined,
    ),
  },
  'replayed-delta-renamed': {
    killedBy: 'events.answer-delta-has-text',
    looksLike: (got) => got === 'missing',
    description: 'A replayed answer delta has its text in the field `delta`.',
    wrap: onPayload(resume, 'answer', ({ text, ...payload }) =>
      isDelta(payload) ? { ...payload, delta: text } : undefined,
    ),
  },
  'done-without-answer': {
    killedBy: 'events.done-has-the-answer',
    description: 'The `done` event of a DAG turn has no answer.',
    wrap: onPayload('POST /api/dag', 'done', ({ answer: _, ...payload }) => payload),
  },
  'tokens-as-text': {
    killedBy: 'events.done-counts-tokens',
    description: '`tokens` of the `done` event is a string.',
    wrap: onPayload(turnsAndResume, 'done', (payload) => ({
      ...payload,
      tokens: String(payload['tokens']),
    })),
  },
  'react-without-done': {
    killedBy: 'events.answered-turn-has-done',
    description: 'A ReAct turn ends without `done`.',
    wrap: onEvent('POST /api/react', 'done', () => []),
  },
  'dag-without-done': {
    killedBy: 'events.answered-turn-has-done',
    description: 'A DAG turn ends without `done`.',
    wrap: onEvent('POST /api/dag', 'done', () => []),
  },
  'end-with-reason': {
    killedBy: 'events.end-is-an-empty-object',
    description: 'The data of the `end` event contains a reason.',
    wrap: onPayload(turns, 'end', (payload) => ({ ...payload, reason: 'stop' })),
  },
  'end-is-null': {
    killedBy: 'events.end-is-an-empty-object',
    looksLike: (got) => got === 'null',
    description: 'The data of the `end` event is null.',
    wrap: onEvent(turns, 'end', (frame) => withData(frame, null)),
  },
  'suggestions-as-objects': {
    killedBy: 'events.suggestions-are-strings',
    description: 'The suggestions are objects instead of strings.',
    wrap: onEvent(turnsAndResume, 'suggestions', (frame) =>
      withPayload(frame, () => [{ text: 'And what else?' }]),
    ),
  },
  'dag-without-progress': {
    killedBy: 'events.dag-reports-its-progress',
    description: 'A DAG turn sends its answer alone.',
    wrap: onEvent('POST /api/dag', 'phase step_progress', () => []),
  },
  'done-with-another-answer': {
    killedBy: 'events.deltas-make-the-answer',
    description: 'The answer of done is a summary of the streamed one.',
    wrap: onPayload(turns, 'done', (payload) => ({ ...payload, answer: 'In short: no.' })),
  },
  'tool-call-without-input': {
    killedBy: 'events.tool-call-has-tool-and-input',
    description: 'The `step` event of a tool call has no `input`.',
    wrap: onPayload(turnsAndResume, 'step', ({ input: _, ...payload }) =>
      isToolCall(payload) ? payload : undefined,
    ),
  },
})
