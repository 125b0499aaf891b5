import { onEvent, mutants } from './wrap.ts'
import { resume, turns } from './call.ts'
import { type WireFrame, withData, withPayload } from './wire-frame.ts'
import { type JsonObject, isObject } from '../../contract/json.ts'

const everywhere = `${turns} | ${resume}`

/** Rewrites members of an event's payload; `undefined` leaves the frame unchanged. */
const members =
  (change: (payload: JsonObject) => JsonObject | undefined) =>
  (frame: WireFrame): WireFrame => {
    let touched = false
    const other = withPayload(frame, (payload) => {
      const made = isObject(payload) ? change(payload) : undefined
      touched = made !== undefined
      return made ?? payload
    })
    return touched ? other : frame
  }

const isDelta = (payload: JsonObject): boolean => payload['type'] === 'delta'
const isToolCall = (payload: JsonObject): boolean => 'tool' in payload

/** Faults in the payloads of events. */
export const eventMutants = mutants({
  'answer-in-chunks': {
    killedBy: 'events.answer-has-its-type',
    description: '`type` of an answer delta is `chunk`.',
    wrap: onEvent(
      turns,
      'answer',
      members((payload) => (isDelta(payload) ? { ...payload, type: 'chunk' } : undefined)),
    ),
  },
  'replayed-answer-without-type': {
    killedBy: 'events.answer-has-its-type',
    description: 'Replayed answer events have no `type`.',
    wrap: onEvent(
      resume,
      'answer',
      members(({ type: _, ...payload }) => payload),
    ),
  },
  'answer-delta-without-text': {
    killedBy: 'events.answer-delta-has-text',
    description: 'An answer delta has null as its text.',
    wrap: onEvent(
      turns,
      'answer',
      members((payload) => (isDelta(payload) ? { ...payload, text: null } : undefined)),
    ),
  },
  'replayed-delta-renamed': {
    killedBy: 'events.answer-delta-has-text',
    description: 'A replayed answer delta has its text in the field `delta`.',
    wrap: onEvent(
      resume,
      'answer',
      members(({ text, ...payload }) =>
        isDelta(payload) ? { ...payload, delta: text } : undefined,
      ),
    ),
  },
  'done-without-answer': {
    killedBy: 'events.done-has-the-answer',
    description: 'The `done` event of a DAG turn has no answer.',
    wrap: onEvent(
      'POST /api/dag',
      'done',
      members(({ answer: _, ...payload }) => payload),
    ),
  },
  'tokens-as-text': {
    killedBy: 'events.done-counts-tokens',
    description: '`tokens` of the `done` event is a string.',
    wrap: onEvent(
      everywhere,
      'done',
      members((payload) => ({ ...payload, tokens: String(payload['tokens']) })),
    ),
  },
  'end-with-reason': {
    killedBy: 'events.end-is-an-empty-object',
    description: 'The data of the `end` event contains a reason.',
    wrap: onEvent(
      turns,
      'end',
      members((payload) => ({ ...payload, reason: 'stop' })),
    ),
  },
  'end-is-null': {
    killedBy: 'events.end-is-an-empty-object',
    description: 'The data of the `end` event is null.',
    wrap: onEvent(turns, 'end', (frame) => withData(frame, null)),
  },
  'suggestions-as-objects': {
    killedBy: 'events.suggestions-are-strings',
    description: 'The suggestions are objects instead of strings.',
    wrap: onEvent(everywhere, 'suggestions', (frame) =>
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
    wrap: onEvent(
      turns,
      'done',
      members((payload) => ({ ...payload, answer: 'In short: no.' })),
    ),
  },
  'tool-call-without-input': {
    killedBy: 'events.tool-call-has-tool-and-input',
    description: 'The `step` event of a tool call has no `input`.',
    wrap: onEvent(
      everywhere,
      'step',
      members(({ input: _, ...payload }) => (isToolCall(payload) ? payload : undefined)),
    ),
  },
})
