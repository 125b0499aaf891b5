import { checks, turnPlan } from '../session/check.ts'
import { member, describeShape, formatValue } from '../session/json.ts'
import { assert, requireBaseline, skip } from '../session/assertions.ts'
import {
  type Frame,
  eventLabel,
  type Stream,
  framesOf,
  isCompleteStream,
} from '../stream/stream.ts'
import { isAnswerType, skipDeltas, liveStreams } from '../stream/all-streams.ts'
import {
  cursorAskedFor,
  inAll,
  inAllAndTools,
  inTurns,
  judgingCompleteStreams,
  judgingAnyStreams,
  judgingEvents,
} from '../stream/judging.ts'
import { isObject } from '../../contract/json.ts'

const isStringArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
const isInteger = (value: unknown): boolean => Number.isInteger(value)

/** Asserts that the member `key` of an event's payload has the expected kind of value. */
function assertPayloadMember(
  { exchange }: Stream,
  frame: Frame,
  key: string,
  is: (value: unknown) => boolean,
  kind: string,
): void {
  const value = member(frame.payload, key)
  const expected = `${key} of ${eventLabel(frame)} to be ${kind}`
  assert.holds(is(value), expected, formatValue(value), exchange)
}

const isString = (value: unknown): boolean => typeof value === 'string'

const callFields = ['tool', 'tool_name', 'tool_args', 'tool_input']
/** The usual field names for the result of a tool call in a step. */
export const resultFields = ['output', 'result', 'observation', 'tool_result', 'tool_output']

/**
 * Whether a step has the fields of a tool call, or fields with similar names. A step with the
 * result of a call may name the tool again, and the specification gives it no fields.
 */
function isToolCall({ payload }: Frame): boolean {
  if (!isObject(payload)) return false
  if ('input' in payload) return true
  const type = String(payload['type'])
  const hasOneOf = (fields: readonly string[]) =>
    fields.some((field) => (payload[field] ?? null) !== null)
  if (/result|output|observation|end$/i.test(type) || hasOneOf(resultFields)) return false
  return /tool/i.test(type) || hasOneOf(callFields)
}

/**
 * The steps that must have the fields of a call. A step without `input` may report on a call that
 * another step shows, perhaps one before the beginning or after the end of the stream.
 */
function toolCallsIn(stream: Stream): readonly Frame[] {
  const calls = framesOf(stream, 'step').filter(isToolCall)
  const isWhole =
    isCompleteStream(stream.exchange) && (stream.live || cursorAskedFor(stream) === -1)
  const shown = new Set(calls.filter((call) => missingIn(call).length === 0).map(toolOf))
  const isReport = (call: Frame) => {
    const tool = toolOf(call)
    return tool === undefined ? shown.size > 0 : shown.has(tool)
  }
  return calls.filter((call) => hasMember(call, 'input') || (isWhole && !isReport(call)))
}

const missingIn = (call: Frame): readonly string[] =>
  ['type', 'tool', 'input'].filter((key) => !hasMember(call, key))

const toolOf = ({ payload }: Frame): unknown =>
  member(payload, 'tool') ?? member(payload, 'tool_name')

const noToolCall =
  'no turn called a tool; name a query that needs one with --tool-query, and an agent with --agent'

const deltasOf = (stream: Stream): readonly Frame[] =>
  framesOf(stream, 'answer').filter(({ payload }) => member(payload, 'type') === 'delta')

/** Checks of the payloads of events (6), in every turn and every replay. */
export const eventChecks = checks(turnPlan, {
  'events.answer-has-its-type': {
    rule: 'events.answer',
    detects: ['events.answer-names'],
    ...judgingEvents('answer', (frame, stream) =>
      assertPayloadMember(stream, frame, 'type', isAnswerType, 'start, delta or done'),
    ),
  },
  'events.answer-delta-has-text': {
    rule: 'events.answer',
    ...judgingAnyStreams(inAll, (stream) => {
      const deltas = deltasOf(stream)
      if (deltas.length === 0) skipDeltas(stream)
      for (const delta of deltas) assertPayloadMember(stream, delta, 'text', isString, 'a string')
    }),
  },
  'events.done-has-the-answer': {
    rule: 'events.done',
    ...judgingEvents('done', (frame, stream) =>
      assertPayloadMember(stream, frame, 'answer', isString, 'a string'),
    ),
  },
  'events.done-counts-tokens': {
    rule: 'events.done',
    detects: ['events.done-tokens'],
    ...judgingEvents('done', (frame, stream) =>
      assertPayloadMember(stream, frame, 'tokens', isInteger, 'an integer'),
    ),
  },
  'events.end-is-an-empty-object': {
    rule: 'events.end',
    ...judgingEvents('end', ({ payload }, { exchange }) => {
      // A cursor in the payload is allowed: the parser has already removed it here.
      const empty = isObject(payload) && Object.keys(payload).length === 0
      assert.holds(empty, 'an empty object as data of end', formatValue(payload), exchange)
    }),
  },
  'events.suggestions-are-strings': {
    rule: 'events.suggestions',
    detects: ['events.suggestions-shape'],
    ...judgingEvents(
      'suggestions',
      ({ payload }, { exchange }) => {
        // An object that contains only the array is allowed too, because it can carry a cursor.
        const inner = isObject(payload) ? Object.values(payload) : [payload]
        const strings = inner.length === 1 && isStringArray(inner[0])
        assert.holds(strings, 'an array of strings', formatValue(payload), exchange)
        return { 'events.suggestions-shape': isObject(payload) ? 'items' : 'array' }
      },
      inAllAndTools,
    ),
  },
  'events.tool-call-has-tool-and-input': {
    rule: 'events.step-tool-call',
    detects: ['events.step-names'],
    ...judgingAnyStreams(inAllAndTools, (stream) => {
      const calls = toolCallsIn(stream)
      if (calls.length === 0) skip(noToolCall)
      for (const call of calls) {
        const missing = missingIn(call)
        const expected = `type, tool and input in ${eventLabel(call)}`
        const got = `no ${missing.join(', no ')}`
        assert.holds(missing.length === 0, expected, got, stream.exchange)
      }
    }),
  },
  'events.thinking-delta-is-text': {
    level: 'should',
    rule: 'events.thinking-delta',
    ...judgingAnyStreams(inAll, (stream) => {
      const steps = [...framesOf(stream, 'step'), ...framesOf(stream, 'step_progress')]
      const deltas = steps.filter((frame) => hasMember(frame, 'thinking_delta'))
      if (deltas.length === 0) skip(`${stream.name} has no thinking_delta`)
      for (const step of deltas)
        assertPayloadMember(stream, step, 'thinking_delta', isString, 'a string')
    }),
  },
  'events.answered-turn-has-done': {
    rule: 'events.done',
    ...judgingCompleteStreams(inTurns, (stream) => {
      const types = new Set(stream.frames.map(({ type }) => type))
      // A turn that was cancelled or cut may have no final result, so the check skips the turn.
      if (!types.has('answer') || !types.has('end')) skip(`${stream.name} has no whole answer`)
      assert.holds(types.has('done'), 'a done with the final result', 'none', stream.exchange)
    }),
  },
  'events.turn-has-one-done': {
    level: 'should',
    rule: 'events.done',
    ...judgingCompleteStreams(inTurns, (stream) => {
      const dones = framesOf(stream, 'done')
      assert.holds(dones.length === 1, 'one done', `${dones.length}`, stream.exchange)
      const types = stream.frames.map(({ type, payload }) => `${type} ${member(payload, 'type')}`)
      const last = types.lastIndexOf('answer delta')
      const after = stream.frames.findIndex(({ type }) => type === 'done') > last
      assert.holds(after, 'done after the last answer delta', 'it before', stream.exchange)
    }),
  },
  'events.answer-starts-and-is-done': {
    level: 'should',
    rule: 'events.answer',
    ...judgingCompleteStreams(inTurns, (stream) => {
      const types = framesOf(stream, 'answer').map(({ payload }) => member(payload, 'type'))
      if (types.length === 0) skip(`${stream.name} has no answer`)
      const areKnown = types.every(isAnswerType)
      requireBaseline(areKnown, 'an answer event has another type than start, delta and done')
      const ends = [types[0], types.at(-1)]
      assert.equal(ends, ['start', 'done'], stream.exchange, 'first and last answer')
    }),
  },
  'events.cache-counts-are-integers': {
    level: 'should',
    rule: 'events.done-cache',
    ...judgingAnyStreams(inAll, (stream) => {
      const dones = framesOf(stream, 'done').filter((frame) => hasMember(frame, 'cache'))
      if (dones.length === 0) skip(`${stream.name} has no cache in done`)
      const counts = (value: unknown) => isObject(value) && Object.values(value).every(isInteger)
      for (const done of dones)
        assertPayloadMember(stream, done, 'cache', counts, 'an object of integers')
    }),
  },
  'events.phases-are-those-of-the-table': {
    level: 'should',
    rule: 'events.phase',
    ...judgingEvents('phase', (frame, { exchange }) => {
      const words = Object.values(isObject(frame.payload) ? frame.payload : {})
      const named = words.some((word) => phases.has(String(word)))
      assert.holds(named, [...phases].join(', '), formatValue(frame.payload), exchange)
    }),
  },
  'events.shapes': {
    level: 'observe',
    rule: 'events.types',
    detects: ['events.extra-fields'],
    run: async (session) => (await liveStreams(session)).map(shapesOf),
  },
})

const phases = new Set(['planning', 'executing', 'analyzing'])

const hasMember = ({ payload }: Frame, key: string): boolean => member(payload, key) !== undefined

function shapesOf(stream: Stream): object {
  const byType = Map.groupBy(stream.frames, ({ type }) => type ?? '')
  const shapes = [...byType].map(([type, frames]) => [
    type,
    [...new Set(frames.map(({ payload }) => describeShape(payload)))],
  ])
  const [done] = framesOf(stream, 'done')
  const deltas = deltasOf(stream)
  const answer = deltas.map(({ payload }) => member(payload, 'text')).join('')
  const extra = deltas.some((frame) => hasMember(frame, 'content'))
  return {
    name: stream.name,
    shapes: Object.fromEntries(shapes),
    'events.extra-fields': extra ? 'both' : 'documented',
    deltasAreTheAnswer: done && member(done.payload, 'answer') === answer,
  }
}
