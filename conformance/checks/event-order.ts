import { assert, skip } from '../session/assertions.ts'
import { checks, turnPlan } from '../session/check.ts'
import { formatValue, member } from '../session/json.ts'
import { closingMs } from '../session/limits.ts'
import { liveStreams } from '../stream/all-streams.ts'
import { inDagTurns, inTurns, inTurnsAndTools, judgingCompleteStreams } from '../stream/judging.ts'
import { framesOf, streamedText } from '../stream/stream.ts'

const contents = { ...turnPlan, level: 'should' } as const

/** Checks that compare several events of a turn (4.2, 6). */
export const eventContentChecks = checks(contents, {
  'events.dag-reports-its-progress': {
    rule: 'chat.dag-streams',
    ...judgingCompleteStreams(inDagTurns, (stream) => {
      const reports = [...framesOf(stream, 'phase'), ...framesOf(stream, 'step_progress')]
      const types = [...new Set(stream.frames.map(({ type }) => type))].join(', ')
      assert.holds(reports.length > 0, 'a phase or a step_progress', types, stream.exchange)
    }),
  },
  'events.deltas-make-the-answer': {
    rule: 'events.answer',
    ...judgingCompleteStreams(inTurns, (stream) => {
      const text = streamedText(stream)
      const answer = member(framesOf(stream, 'done')[0]?.payload, 'answer')
      if (typeof answer !== 'string') skip(`${stream.name} has no answer in done`)
      if (text === undefined) skip(`${stream.name} has no text in answer deltas`)
      // Ignores white space at both ends, because a target may trim the answer in `done`.
      const isSame = text.trim() === answer.trim()
      const expected = `deltas that make ${formatValue(answer)}`
      assert.holds(isSame, expected, formatValue(text), stream.exchange)
    }),
  },
})

const order = { ...turnPlan, rule: 'events.end-is-last' } as const

/** Checks of the order of the events of a turn (specification, 6.O1 and 6.O3). */
export const orderChecks = checks(order, {
  'order.end-is-last': {
    ...judgingCompleteStreams(inTurns, ({ name, frames, exchange }) => {
      const last = frames.at(-1)?.type
      const expected = `${name} to end with the event end`
      assert.holds(last === 'end', expected, `${last} as the last event`, exchange)
    }),
  },
  'order.end-comes-once': {
    ...judgingCompleteStreams(inTurns, (stream) => {
      const ends = framesOf(stream, 'end').length
      assert.holds(ends === 1, `one end in ${stream.name}`, `${ends}`, stream.exchange)
    }),
  },
  'order.stream-closes-after-end': {
    level: 'should',
    ...judgingCompleteStreams(inTurns, (stream) => {
      const [end] = framesOf(stream, 'end')
      if (end === undefined) skip(`${stream.name} has no end event`)
      const after = stream.exchange.ms - end.raw.at
      const got = `a stream that stayed open for ${after} ms`
      assert.holds(after <= closingMs, `${stream.name} to close after end`, got, stream.exchange)
    }),
  },
  'order.suggestions-come-before-end': {
    level: 'should',
    rule: 'events.suggestions-before-end',
    ...judgingCompleteStreams(inTurnsAndTools, ({ name, frames, exchange }) => {
      const types = frames.map(({ type }) => type)
      if (!types.includes('suggestions')) skip(`${name} has no suggestions`)
      const before = types.indexOf('suggestions') < types.lastIndexOf('end')
      assert.holds(before, 'suggestions before end', types.slice(-3).join(', '), exchange)
    }),
  },
  'order.place-of-the-title': {
    level: 'observe',
    rule: 'events.title',
    detects: ['events.title'],
    run: async (session) =>
      (await liveStreams(session)).map(({ name, frames }) => {
        const types = frames.map(({ type }) => type)
        const title = types.indexOf('title')
        if (title < 0) return { name, 'events.title': 'never' }
        const suggestions = types.indexOf('suggestions')
        const place = title < suggestions ? 'before-suggestions' : 'after-suggestions'
        return { name, 'events.title': place }
      }),
  },
})
