import { assert, checkEach, requireBaseline, skip } from '../session/assertions.ts'
import { checks, judgingReply, turnPlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import {
  inReplays,
  isSpecifiedStream,
  judgingCompleteStreams,
  judgingReplay,
} from '../stream/judging.ts'
import { secondTurn } from '../stream/later-turns.ts'
import {
  eventsAfter,
  pairedEvents,
  type ReplayPart,
  replayParts,
  resume,
  resumeWithBodyToken,
  sameEvents,
  storedFrames,
  storedTurn,
} from '../stream/replays.ts'
import {
  eventLabel,
  eventList,
  fingerprint,
  type Frame,
  framesIn,
  framesOf,
  framesWithCursor,
  isStream,
  describeResponse,
  framesNotIn,
  type Stream,
  streamedText,
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

/** Creates a check that compares a turn with its full replay, in a run or in other traffic. */
const judgingStoredTurn = (verify: (turn: Stream, full: Stream) => void) => ({
  run: async (session: TestSession) => {
    const { turn, full } = await storedTurn(session)
    verify(turn.stream, full)
  },
  judgement: judgingReplay(({ replay, after, turn, isOnlyTurn }) =>
    after === -1 &&
    isOnlyTurn &&
    isSpecifiedStream(turn.exchange) &&
    framesOf(replay, 'done').length < 2
      ? verify(turn, replay)
      : skip('the resume is not a full replay of one turn whose form is specified'),
  ),
})

function assertStartsAfter({ after, stream }: ReplayPart): void {
  const earlyFrames = framesWithCursor(stream.frames).filter(
    ({ cursor }) => Number(cursor) <= after,
  )
  const expected = `only cursors above ${after}`
  assert.holds(earlyFrames.length === 0, expected, eventList(earlyFrames), stream.exchange)
}

function assertHasAllAfter({ after, stream }: ReplayPart, full: Stream): void {
  const expected = eventsAfter(full.frames, after)
  const got = framesWithCursor(stream.frames)
  const isSame = sameEvents(got, expected)
  assert.holds(isSame, `${eventList(expected)} after ${after}`, eventList(got), stream.exchange)
}

function assertIdentical(full: Stream, repeated: Stream): void {
  // Ignores `resume_done`: its data is not specified and may differ, such as the duration of the
  // replay.
  const [one, other] = [turnFrames(full.frames), turnFrames(repeated.frames)]
  const differingIndex = one.findIndex(
    (frame, index) => other[index] && fingerprint(frame) !== fingerprint(other[index]),
  )
  const got =
    differingIndex < 0 ? `${other.length} events` : formatValue(other[differingIndex]?.payload)
  const expected =
    differingIndex < 0 ? `${one.length} events` : formatValue(one[differingIndex]?.payload)
  assert.holds(sameEvents(one, other), expected, got, repeated.exchange)
}

function assertSameAnswer(turn: Stream, full: Stream): void {
  const [live, stored] = [doneOf(turn), doneOf(full)]
  requireBaseline(live !== undefined, 'the turn has no done event')
  requireBaseline(stored !== undefined, 'the done event is not stored')
  assert.equal(stored, live, full.exchange, 'answer and tokens')
}

// Does not compare cursors, because another check compares events with the same cursor.
function assertSameTypes(turn: Stream, full: Stream): void {
  const [live, stored] = [typesOf(turn), typesOf(full)]
  assert.holds(stored === live, live, stored, full.exchange)
}

function assertSameEvents(turn: Stream, full: Stream): void {
  const pairs = pairedEvents(turn, full)
  requireBaseline(pairs.length > 0, 'the live stream and the replay share no events')
  const differingPair = pairs.find(([one, other]) => fingerprint(one) !== fingerprint(other))
  const [expected = '', got = ''] = differingPair?.map(describeFrame) ?? []
  assert.holds(differingPair === undefined, expected, got, full.exchange)
}

/** Asserts that a replay contains the streamed text. A turn that was cut streamed only a part. */
function assertSameText(turn: Stream, full: Stream): void {
  const [live, replayed] = [streamedText(turn), streamedText(full)]
  if (live === undefined || replayed === undefined) skip('no text was streamed or replayed')
  const expected = `the streamed text ${formatValue(live)}`
  assert.holds(replayed.includes(live), expected, formatValue(replayed), full.exchange)
}

const resumeBeyondEnd = sharedSetUp('a resume beyond the end', async (session) => {
  const { conversationId } = (await storedTurn(session)).turn
  return resume(session, conversationId, Number.MAX_SAFE_INTEGER)
})

const describeFrame = (frame: Frame): string => `${eventLabel(frame)} ${formatValue(frame.payload)}`

function assertStream(exchange: Exchange): void {
  const got = describeResponse(exchange)
  assert.holds(isStream(exchange), '200 with text/event-stream', got, exchange)
}

/** Checks of the replays of finished turns (specification, 4.2 and 6.O2). */
export const replayChecks = checks(turnPlan, {
  'resume.minus-one-answers-a-stream': {
    rule: 'resume.full-replay',
    run: async (session) => {
      assertStream((await assert.setUpSucceeds(storedTurn(session))).full.exchange)
    },
    judgement: judgingReply('POST /api/chat/resume', assertStream),
  },
  'resume.minus-one-replays-something': {
    rule: 'resume.full-replay',
    run: async (session) => {
      const { full } = await storedTurn(session)
      assert.holds(turnFrames(full.frames).length > 0, 'at least one event', 'none', full.exchange)
    },
  },
  'resume.ends-with-resume-done': {
    rule: 'resume.terminal',
    ...judgingCompleteStreams(inReplays, (stream) => {
      const { frames, name, exchange } = stream
      const last = frames.at(-1)?.type
      assert.holds(last === 'resume_done', `${name} to close with resume_done`, `${last}`, exchange)
      const count = framesOf(stream, 'resume_done').length
      assert.holds(count === 1, `one resume_done in ${name}`, `${count}`, exchange)
    }),
  },
  'resume.replays-only-after-the-cursor': {
    rule: 'cursor.resume-exceeds',
    run: async (session) => checkEach(await replayParts(session), assertStartsAfter),
    judgement: judgingReplay(({ replay, after }) => assertStartsAfter({ after, stream: replay })),
  },
  'resume.replays-all-after-the-cursor': {
    rule: 'resume.after-cursor',
    run: async (session) => {
      const { full } = await storedTurn(session)
      return checkEach(await replayParts(session), (part) => assertHasAllAfter(part, full))
    },
    judgement: judgingReplay(({ replay, after, full }) =>
      assertHasAllAfter({ after, stream: replay }, full ?? skip('no full replay was seen')),
    ),
  },
  'resume.has-nothing-after-the-last-cursor': {
    rule: 'resume.after-cursor',
    run: async (session) => {
      const last = (await replayParts(session)).at(-1)
      requireBaseline(last !== undefined, 'nothing was replayed')
      const frames = framesWithCursor(last.stream.frames)
      const expected = `only resume_done after ${last.after}`
      assert.holds(frames.length === 0, expected, eventList(frames), last.stream.exchange)
    },
  },
  'resume.replays-are-identical': {
    rule: 'resume.stateless',
    run: async (session) => {
      const { full, repeated } = await storedTurn(session)
      assertIdentical(full, repeated)
    },
    judgement: judgingReplay(({ replay, after, full }) =>
      after === -1 && full !== undefined
        ? assertIdentical(full, replay)
        : skip('no second full replay was seen'),
    ),
  },
  'resume.keeps-the-answer': {
    rule: 'resume.no-rerun',
    ...judgingStoredTurn(assertSameAnswer),
  },
  'resume.replays-the-streamed-text': {
    rule: 'resume.stateless',
    ...judgingStoredTurn(assertSameText),
  },
  'resume.replays-the-turn-as-it-was-live': {
    level: 'should',
    rule: 'resume.no-rerun',
    ...judgingStoredTurn(assertSameTypes),
  },
  'resume.keeps-the-event-of-a-cursor': {
    level: 'should',
    rule: 'resume.stateless',
    ...judgingStoredTurn(assertSameEvents),
  },
  'resume.form-of-a-replay': {
    level: 'observe',
    rule: 'resume.full-replay',
    detects: ['resume.frame', 'resume.end-replayed', 'resume.done-stored', 'resume.done-payload'],
    run: async (session) => observeReplay((await storedTurn(session)).full),
  },
  'resume.beyond-the-end-replays-nothing': {
    rule: 'cursor.resume-exceeds',
    run: async (session) => {
      const exchange = await resumeBeyondEnd(session)
      if (!isStream(exchange)) skip('a cursor beyond the end is refused, which is not specified')
      const stored = turnFrames(framesIn(exchange))
      assert.holds(stored.length === 0, 'no stored events', eventList(stored), exchange)
    },
  },
  'resume.turns-of-a-replay': {
    level: 'observe',
    rule: 'resume.full-replay',
    detects: ['resume.replay-range'],
    run: async (session) => {
      const { earlier, replayed } = await secondTurn(session)
      requireBaseline(framesNotIn(replayed, earlier).length > 0, 'the second turn is not stored')
      return framesNotIn(earlier, replayed).length === 0 ? 'conversation' : 'newest-turn'
    },
  },
  'resume.credential-and-huge-cursor': {
    level: 'observe',
    rule: 'resume.request',
    detects: ['resume.body-token'],
    run: async (session) => {
      const { conversationId } = (await storedTurn(session)).turn
      const huge = await resumeBeyondEnd(session)
      const withBodyToken = await resumeWithBodyToken(session, conversationId)
      return {
        'resume.body-token': isStream(withBodyToken) ? 'accepted' : 'ignored',
        hugeCursor: isStream(huge) ? framesIn(huge).map(eventLabel) : huge.status,
      }
    },
  },
})

function observeReplay(full: Stream): object {
  const has = (type: string) => (framesOf(full, type).length > 0 ? 'yes' : 'no')
  const wrapped = turnFrames(full.frames).some(({ carriers }) => carriers.includes('wrapper'))
  const closing = framesOf(full, 'resume_done')[0]
  return {
    'resume.frame': wrapped ? 'wrapped' : 'live',
    'resume.end-replayed': has('end'),
    'resume.done-stored': has('done'),
    'resume.done-payload': formatValue(closing?.payload) === '{}' ? 'empty' : 'counts',
    resumeDone: closing?.payload,
  }
}
