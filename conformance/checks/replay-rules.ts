import { assert, requireBaseline, skip } from '../session/assertions.ts'
import { formatValue, member } from '../session/json.ts'
import { judgingReplay } from '../stream/judging.ts'
import {
  eventsAfter,
  pairedEvents,
  type ReplayPart,
  sameEvents,
  storedFrames,
} from '../stream/replays.ts'
import {
  eventLabel,
  eventList,
  type Frame,
  fingerprint,
  framesOf,
  framesWithCursor,
  type Stream,
  turnFrames,
} from '../stream/stream.ts'

const typesOf = (stream: Stream): string =>
  storedFrames(stream)
    .map(({ type }) => type)
    .join(' ')

const doneOf = (stream: Stream): unknown => {
  const payload = framesOf(stream, 'done')[0]?.payload
  return payload && { answer: member(payload, 'answer'), tokens: member(payload, 'tokens') }
}

/** Judges the first full replay of a turn together with the turn. */
export const judgingFullReplay = (verify: (turn: Stream, full: Stream) => void) =>
  judgingReplay(({ replay, after, turn, isOnlyTurn }) =>
    after === -1 && isOnlyTurn && framesOf(replay, 'done').length < 2
      ? verify(turn, replay)
      : skip('it is not a full replay of one turn'),
  )

export function startsAfter({ after, stream }: ReplayPart): void {
  const early = framesWithCursor(stream.frames).filter(({ cursor }) => Number(cursor) <= after)
  const expected = `only cursors above ${after}`
  assert.holds(early.length === 0, expected, eventList(early), stream.exchange)
}

export function hasAllAfter({ after, stream }: ReplayPart, full: Stream): void {
  const expected = eventsAfter(full, after)
  const got = framesWithCursor(stream.frames)
  const same = sameEvents(got, expected)
  assert.holds(same, `${eventList(expected)} after ${after}`, eventList(got), stream.exchange)
}

export function areIdentical(full: Stream, repeated: Stream): void {
  // The specification does not show the data of `resume_done`. It may contain the duration of this
  // replay.
  const [one, other] = [turnFrames(full.frames), turnFrames(repeated.frames)]
  const odd = one.findIndex(
    (frame, index) => other[index] && fingerprint(frame) !== fingerprint(other[index]),
  )
  const got = odd < 0 ? `${other.length} events` : formatValue(other[odd]?.payload)
  const expected = odd < 0 ? `${one.length} events` : formatValue(one[odd]?.payload)
  assert.holds(sameEvents(one, other), expected, got, repeated.exchange)
}

export function keepsTheAnswer(turn: Stream, full: Stream): void {
  const [live, stored] = [doneOf(turn), doneOf(full)]
  requireBaseline(live !== undefined, 'the turn has no done event')
  requireBaseline(stored !== undefined, 'the done event is not stored')
  assert.equal(stored, live, full.exchange, 'answer and tokens')
}

// Without the cursors: another check compares what belongs to one cursor.
export function hasTheTypesOf(turn: Stream, full: Stream): void {
  const [live, stored] = [typesOf(turn), typesOf(full)]
  assert.holds(stored === live, live, stored, full.exchange)
}

export function keepsItsEvents(turn: Stream, full: Stream): void {
  const pairs = pairedEvents(turn, full)
  requireBaseline(pairs.length > 0, 'the live stream and the replay share no events')
  const odd = pairs.find(([one, other]) => fingerprint(one) !== fingerprint(other))
  const [expected = '', got = ''] = odd?.map(describeFrame) ?? []
  assert.holds(odd === undefined, expected, got, full.exchange)
}

const describeFrame = (frame: Frame): string => `${eventLabel(frame)} ${formatValue(frame.payload)}`
