import { checks, turnPlan } from '../session/check.ts'
import { type Exchange, overlaps } from '../session/exchange.ts'
import { assert, requireBaseline, skip } from '../session/assertions.ts'
import {
  type Frame,
  carriersAgree,
  eventLabel,
  type Stream,
  cursorsOf,
  turnFrames,
  carrierOf,
  stepsOf,
} from '../stream/stream.ts'
import { liveStreams } from '../stream/all-streams.ts'
import {
  inAll,
  inAllWithCursors,
  isSpecifiedStream,
  judgingAnyStreams,
  streamOf,
} from '../stream/judging.ts'
import { cursorsOfTwoTurns } from '../stream/later-turns.ts'
import { isObject } from '../../contract/json.ts'

function assertRises(
  first: readonly number[],
  second: readonly number[],
  exchange: Exchange,
): void {
  const highest = Math.max(...first)
  const lowest = Math.min(...second)
  const got = `${lowest} after ${highest}`
  assert.holds(lowest > highest, 'higher cursors in the next turn', got, exchange)
}

/**
 * Whether an event can carry a cursor. If cursors are only in `data`, two events cannot: `end` must
 * be an empty object, and `suggestions` must be an array.
 */
function canCarryCursor({ frames }: Stream, { payload }: Frame): boolean {
  const isBeside = frames.some(({ carriers }) => carriers.some((place) => place !== 'data'))
  return isBeside || (isObject(payload) && Object.keys(payload).length > 0)
}

function mustCarry(stream: Stream, isMeant: (frame: Frame) => boolean): void {
  const framesWithoutCursor = turnFrames(stream.frames).filter(
    (frame) => frame.cursor === undefined && isMeant(frame),
  )
  const types = [...new Set(framesWithoutCursor.map(({ type }) => type))].join(', ')
  const expected = `an integer cursor in every event of ${stream.name}`
  assert.holds(framesWithoutCursor.length === 0, expected, `none in ${types}`, stream.exchange)
}

/** Checks of the cursors of events (6). They ignore `resume_done`, which belongs to no turn. */
export const cursorChecks = checks(turnPlan, {
  'cursor.every-event-carries-one': {
    rule: 'cursor.every-event',
    detects: ['events.cursor-carrier'],
    ...judgingAnyStreams(inAll, (stream) =>
      mustCarry(stream, (frame) => canCarryCursor(stream, frame)),
    ),
  },
  'cursor.arrays-and-end-carry-one': {
    level: 'should',
    rule: 'cursor.every-event',
    ...judgingAnyStreams(inAllWithCursors, (stream) =>
      mustCarry(stream, (frame) => !canCarryCursor(stream, frame)),
    ),
  },
  'cursor.rises-in-a-stream': {
    rule: 'cursor.increases',
    ...judgingAnyStreams(inAllWithCursors, (stream) => {
      const cursors = cursorsOf(stream.frames)
      const fall = cursors.findIndex((cursor, index) => cursor <= (cursors[index - 1] ?? -Infinity))
      const got = `${cursors[fall]} after ${cursors[fall - 1]}`
      assert.holds(fall < 0, `rising cursors in ${stream.name}`, got, stream.exchange)
    }),
  },
  'cursor.is-not-negative': {
    rule: 'cursor.not-negative',
    ...judgingAnyStreams(inAllWithCursors, (stream) => {
      const below = turnFrames(stream.frames).find(
        ({ cursor }) => cursor !== undefined && cursor < 0,
      )
      const got = below === undefined ? '' : eventLabel(below)
      assert.holds(below === undefined, 'cursors of 0 or more', got, stream.exchange)
    }),
  },
  'cursor.rises-over-turns': {
    rule: 'cursor.increases',
    detects: ['events.cursor-range'],
    run: async (session) => {
      const { first, second, exchange } = await cursorsOfTwoTurns(session)
      requireBaseline(first.length > 0 && second.length > 0, 'no event has a cursor')
      assertRises(first, second, exchange)
    },
    judgement: {
      applies: (exchange) => isSpecifiedStream(exchange) && streamOf(exchange).live,
      verify(exchange, seen) {
        // The cursors of turns that run side by side may come in any order.
        const earlier = seen
          .streamsBefore(exchange)
          .filter((one) => isSpecifiedStream(one) && !overlaps(one, exchange))
          .map(streamOf)
          .findLast(({ live }) => live)
        if (earlier === undefined) skip('no turn was seen that ended before')
        const [first, second] = [earlier, streamOf(exchange)].map(({ frames }) => cursorsOf(frames))
        if (!first?.length || !second?.length) skip('no event has a cursor')
        assertRises(first, second, exchange)
      },
    },
  },
  'cursor.carriers-agree': {
    level: 'should',
    rule: 'cursor.every-event',
    ...judgingAnyStreams(inAllWithCursors, ({ name, frames, exchange }) => {
      const several = frames.filter(({ carriers }) => carriers.length > 1)
      if (several.length === 0) skip(`${name} has cursors in one place only`)
      const contradictoryFrame = several.find((frame) => !carriersAgree(frame))
      const got = `id ${contradictoryFrame?.raw.id} on ${contradictoryFrame && eventLabel(contradictoryFrame)}`
      assert.holds(contradictoryFrame === undefined, 'one cursor per event', got, exchange)
    }),
  },
  'cursor.carrier-and-step': {
    level: 'observe',
    rule: 'cursor.every-event',
    detects: ['events.cursor-carrier', 'events.cursor-step', 'events.first-cursor'],
    run: async (session) =>
      (await liveStreams(session)).map((stream) => ({
        name: stream.name,
        'events.cursor-carrier': carrierOf(stream),
        'events.cursor-step': stepsOf(stream),
        'events.first-cursor': cursorsOf(stream.frames)[0],
      })),
  },
})
