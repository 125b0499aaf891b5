import {
  type ActiveRow,
  type Check,
  checks,
  corePlan,
  type Judgement,
  turnPlan,
} from '../session/check.ts'
import { conversationInBody } from '../../contract/exchange.ts'
import { isCallOf, type Exchange } from '../session/exchange.ts'
import type { SeenFacts } from '../session/seen.ts'
import { member } from '../session/json.ts'
import { replayChecks } from './resume-replays.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { assert, checkEach, isRefusal, requireBaseline, skip } from '../session/assertions.ts'
import { conversationIdFor } from '../setup/conversations.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { lists } from '../setup/lists.ts'
import { requireWellFormed, unlistedId } from '../setup/unknown-resources.ts'
import {
  eventsAfter,
  postResume,
  resumableTurn,
  resume,
  storedTurn,
  sameEvents,
} from '../stream/replays.ts'
import { anObject } from './validation.ts'
import { eventList, framesIn, framesWithCursor, framesNotIn } from '../stream/stream.ts'
import { describeResume, resumeResult, resumeToEnd } from '../stream/later-turns.ts'

const interruption = {
  rule: 'resume.interrupted',
  plan: 'full',
  needs: ['user'],
  detects: ['turn.on-disconnect', 'resume.mid-turn'],
} as const

/** Checks of the resume of a turn after its client disconnected (specification, 4.2). */
const interruptionChecks = checks(interruption, {
  'resume.interrupted-turn-is-read-to-its-end': {
    run: async (session) => {
      const { lastCursor, resumed, complete, isGoingOn, full, earlier } = await resumeToEnd(session)
      requireBaseline(complete || !isGoingOn, 'the turn still ran when the time was over')
      assert.status(resumed, 200)
      const got = framesIn(resumed)
      const expectation = 'the remaining events of the interrupted turn, up to done'
      assert.holds(complete, expectation, describeResume(got, earlier), resumed)
      assert.equal(got.at(-1)?.type, 'resume_done', resumed, 'last event')
      const stored = eventsAfter(framesIn(full), lastCursor)
      const rest = framesWithCursor(got)
      const isExact = sameEvents(rest, stored)
      assert.holds(isExact, `exactly ${eventList(stored)}`, eventList(rest), resumed)
    },
  },
  'resume.midway-gives-the-running-turn': {
    run: async (session) => {
      const { midway, earlier } = await resumeToEnd(session)
      requireBaseline(midway.status !== 404, 'nothing of the turn was stored yet')
      assert.status(midway, 200)
      const replayed = framesIn(midway)
      const isNew = framesNotIn(replayed, earlier).length > 0
      const got = describeResume(replayed, earlier)
      assert.holds(isNew, 'events of the running turn', got, midway)
    },
  },
  'resume.form-of-an-interruption': {
    level: 'observe',
    run: async (session) => {
      const recovered = await resumeToEnd(session)
      return {
        'turn.on-disconnect': recovered.complete || recovered.isGoingOn ? 'goes-on' : 'cancels',
        'resume.mid-turn': resumeResult(recovered) ?? 'over before the resume request',
        delayMs: Math.round(recovered.delay),
      }
    },
  },
})

// This resume runs once for two checks: one tests the status, the other the error code.
const resumeUnknown = sharedSetUp('a resume of an unknown conversation', async (session) => {
  const id = await unlistedId(session, lists.conversations, await conversationIdFor(session))
  return requireWellFormed(await resume(session, id, -1))
})

const resumeWithoutTurn = sharedSetUp('a resume without a turn', async (session) =>
  resume(session, await conversationIdFor(session), -1),
)

/** Judges resumes of other clients with a cursor below -1, if the conversation was seen before. */
const judgingBelow = (verify: (exchange: Exchange) => void): Judgement => ({
  applies: (exchange) => {
    const cursor = member(exchange.request.body, 'cursor')
    const isBelow = typeof cursor === 'number' && Number.isInteger(cursor) && cursor < -1
    return isBelow && exchange.status !== 401 && isCallOf(exchange, resumeCall)
  },
  verify: (exchange, seen) =>
    seen.streamsBefore(exchange).length === 0
      ? skip('the conversation was not seen')
      : verify(exchange),
})

const resumeFromMinusTwo = sharedSetUp('a resume from -2', async (session) =>
  resume(session, (await resumableTurn(session)).conversationId, -2),
)

/** Resumes a conversation as a user who does not own it, with four different cursors. */
const resumeAsOther = (
  session: TestSession,
  conversationId: string,
  verify: (exchange: Exchange) => void,
): Promise<unknown> =>
  checkEach([-1, 0, 1, 1_000_000], async (cursor) => {
    const body = { conversation_id: conversationId, cursor }
    verify(await postResume(session, body, await otherUserCredential(session)))
  })

const resumeCall = 'POST /api/chat/resume'

/** Whether a user resumes a conversation that another user created. */
const isForeignResume = (exchange: Exchange, seen: SeenFacts): boolean =>
  isCallOf(exchange, resumeCall) &&
  seen.isOwn(conversationInBody(exchange) ?? '', exchange) === false

function assertNotFound(exchange: Exchange): void {
  assert.status(exchange, 404)
  assert.code(exchange, 'conversation_not_found')
}

const lookedUpFirst = 'the response was 404, and the order of validations is not specified'

const refusesConversation = (fields: object): ActiveRow => ({
  rule: 'resume.request',
  detects: ['errors.validation-status'],
  run: async (session) => {
    // Proves that the credential is good: it can create a conversation.
    await conversationIdFor(session)
    const exchange = await postResume(session, { ...fields, cursor: -1 })
    // A 404 can be right only if the request has an id that the target looked up first.
    requireBaseline(exchange.status !== 404 || !('conversation_id' in fields), lookedUpFirst)
    assert.status(exchange, 422)
  },
})

/** Checks of resumes that must be refused (specification, 4.2 and 7). */
const refusalChecks = checks(corePlan, {
  'resume.unknown-conversation-is-404': {
    rule: 'resume.unknown-conversation',
    run: async (session) => assert.status(await resumeUnknown(session), 404),
  },
  'resume.unknown-conversation-has-its-code': {
    rule: 'resume.unknown-conversation',
    run: async (session) => assert.code(await resumeUnknown(session), 'conversation_not_found'),
  },
  'resume.malformed-conversation-is-refused': {
    rule: 'resume.unknown-conversation',
    detects: ['errors.validation-status'],
    run: async (session) => {
      await conversationIdFor(session)
      const exchange = await resume(session, 'no conversation', -1)
      // Two rules apply: an unknown id is 404, and input that fails validation is 422.
      assert.status(exchange, 404, 422)
      if (exchange.status === 404) assert.code(exchange, 'conversation_not_found')
    },
  },
  'resume.without-a-turn-is-404': {
    rule: 'resume.no-turn',
    run: async (session) => assert.status(await resumeWithoutTurn(session), 404),
  },
  'resume.without-a-turn-has-its-code': {
    rule: 'resume.no-turn',
    run: async (session) =>
      assert.code(await resumeWithoutTurn(session), 'no_recent_assistant_message'),
    judgement: {
      applies: (exchange, seen) => {
        const id = conversationInBody(exchange) ?? ''
        const isRefused = exchange.status === 404 && isCallOf(exchange, resumeCall)
        return isRefused && seen.isOwn(id, exchange) === true && !seen.isUsed(id)
      },
      verify: (exchange) => assert.code(exchange, 'no_recent_assistant_message'),
    },
  },
  'resume.foreign-conversation-is-not-found': {
    rule: 'resume.foreign-conversation',
    needs: ['user', 'other-user'],
    run: async (session) => {
      await resumeAsOther(session, await conversationIdFor(session), assertNotFound)
    },
    judgement: {
      // The target may first refuse the credential (401) or invalid input (422).
      applies: (exchange, seen) =>
        isForeignResume(exchange, seen) &&
        isRefusal(exchange) &&
        ![401, 422].includes(exchange.status) &&
        (seen.keyOf(exchange)?.scopes ?? '') === '',
      verify: assertNotFound,
    },
  },
  'resume.foreign-turn-stays-hidden': {
    ...turnPlan,
    judgement: {
      applies: isForeignResume,
      verify: (exchange) => assert.refused(exchange),
    },
    rule: 'resume.foreign-conversation',
    needs: ['user', 'other-user'],
    run: async (session) => {
      const { conversationId } = (await storedTurn(session)).turn
      await resumeAsOther(session, conversationId, (exchange) => assert.status(exchange, 404))
    },
  },
  'resume.needs-a-conversation': refusesConversation({}),
  'resume.conversation-is-not-an-object': refusesConversation({ conversation_id: anObject }),
  'resume.needs-a-cursor': {
    rule: 'resume.request',
    detects: ['resume.cursor-required', 'errors.validation-status'],
    run: async (session) => {
      const body = { conversation_id: await conversationIdFor(session) }
      const exchange = await postResume(session, body)
      if (exchange.status === 404) {
        // The conversation has no turn. A target that first looks for a turn never reads the
        // cursor.
        const control = await postResume(session, { ...body, cursor: anObject })
        requireBaseline(control.status !== 404, lookedUpFirst)
      }
      assert.status(exchange, 422)
    },
  },
  'resume.below-minus-one-is-400': {
    ...turnPlan,
    rule: 'resume.invalid-cursor',
    detects: ['resume.below-minus-one'],
    run: async (session) => assert.status(await resumeFromMinusTwo(session), 400),
    judgement: judgingBelow((exchange) => assert.status(exchange, 400)),
  },
  'resume.below-minus-one-has-its-code': {
    ...turnPlan,
    rule: 'resume.invalid-cursor',
    run: async (session) => assert.code(await resumeFromMinusTwo(session), 'invalid_cursor'),
    judgement: judgingBelow((exchange) => assert.code(exchange, 'invalid_cursor')),
  },
  'resume.refuses-a-cursor-that-is-no-integer': {
    ...turnPlan,
    rule: 'resume.invalid-cursor',
    detects: ['resume.non-integer-cursor'],
    run: async (session) => {
      const { conversationId } = await resumableTurn(session)
      return checkEach(['abc', 1.5], async (cursor) => {
        const exchange = await postResume(session, { conversation_id: conversationId, cursor })
        // Two rules apply: input that fails validation is 422, and an invalid cursor is 400.
        assert.status(exchange, 422, 400)
        if (exchange.status === 400) assert.code(exchange, 'invalid_cursor')
        return exchange.status === 400 ? 'invalid_cursor' : 'validation'
      })
    },
  },
})

/** All checks of resume (4.2, 6, 7): refusals, replays, and interrupted turns. */
export const resumeChecks: readonly Check[] = [
  ...refusalChecks,
  ...replayChecks,
  ...interruptionChecks,
]
