import type { Check, ActiveCheck } from '../session/check.ts'
import { replayChecks } from './resume-replays.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, each, assert } from '../session/assertions.ts'
import { conversation } from '../setup/conversations.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { unknownId } from '../setup/unknown-resources.ts'
import { postResume, resume, storedTurn, sameEvents } from '../stream/replays.ts'
import { anObject } from './validation.ts'
import { eventLabels, framesIn, placedFrames, newFrames } from '../stream/stream.ts'
import { recovery, midTurn } from '../stream/later-turns.ts'

const interruption = {
  level: 'must',
  rule: 'resume.interrupted',
  plan: 'full',
  needs: ['user'],
  sees: ['turn.on-disconnect', 'resume.mid-turn'],
} as const

/** What a resume gives of a turn whose reader left (4.2). */
const interruptionChecks: readonly Check[] = [
  {
    ...interruption,
    id: 'resume.interrupted-turn-is-read-to-its-end',
    run: async (lab) => {
      const { last, later, complete, full } = await recovery(lab)
      assert.status(later, 200)
      const got = framesIn(later)
      const wanted = 'the rest of the interrupted turn, through done'
      assert.holds(complete, wanted, eventLabels(got), later)
      assert.equal(got.at(-1)?.type, 'resume_done', later, 'last event')
      const stored = placedFrames(framesIn(full)).filter(({ cursor }) => Number(cursor) > last)
      const rest = placedFrames(got)
      assert.holds(
        sameEvents(rest, stored),
        `exactly ${eventLabels(stored)}`,
        eventLabels(rest),
        later,
      )
    },
  },
  {
    ...interruption,
    id: 'resume.midway-gives-the-running-turn',
    run: async (lab) => {
      const { midway, earlier } = await recovery(lab)
      requireBaseline(midway.status !== 404, 'nothing of the turn was stored yet')
      assert.status(midway, 200)
      const replayed = framesIn(midway)
      const isNew = newFrames(replayed, earlier).length > 0
      assert.holds(isNew, 'events of the running turn', eventLabels(replayed), midway)
    },
  },
  {
    ...interruption,
    id: 'resume.form-of-an-interruption',
    level: 'observe',
    run: async (lab) => {
      const found = await recovery(lab)
      return {
        'turn.on-disconnect': found.complete ? 'goes-on' : 'cancels',
        'resume.mid-turn': midTurn(found) ?? 'over before the resume came',
        delayMs: Math.round(found.delay),
      }
    },
  },
]

const core = { level: 'must', plan: 'core', needs: ['user'] } as const
const afterTurn = { level: 'must', plan: 'turn', needs: ['user'] } as const

// Set-ups of their own: the status and the code are judged apart, on one exchange.
const ofUnknown = (lab: TestSession): Promise<Exchange> =>
  lab.once('a resume of an unknown conversation', async () =>
    resume(lab, unknownId(await conversation(lab)), -1),
  )

const withoutTurn = (lab: TestSession): Promise<Exchange> =>
  lab.once('a resume without a turn', async () => resume(lab, await conversation(lab), -1))

const fromMinusTwo = (lab: TestSession): Promise<Exchange> =>
  lab.once('a resume from -2', async () =>
    resume(lab, (await storedTurn(lab)).turn.conversationId, -2),
  )

const asOther = async (lab: TestSession, conversationId: string): Promise<Exchange> =>
  postResume(lab, { conversation_id: conversationId, cursor: -1 }, await otherUserCredential(lab))

const refusesConversation = (id: string, fields: object): ActiveCheck => ({
  ...core,
  id,
  rule: 'resume.request',
  sees: ['errors.validation-status'],
  run: async (lab) => {
    // A credential that made a conversation: the refusal cannot be one of the credential.
    await conversation(lab)
    const exchange = await postResume(lab, { ...fields, cursor: -1 })
    requireBaseline(exchange.status !== 404, '404 came first; the order of checks is not shown')
    assert.status(exchange, 422)
  },
})

/** What a resume is refused for (4.2, 7). */
const refusalChecks: readonly Check[] = [
  {
    ...core,
    id: 'resume.unknown-conversation-is-404',
    rule: 'resume.unknown-conversation',
    run: async (lab) => assert.status(await ofUnknown(lab), 404),
  },
  {
    ...core,
    id: 'resume.unknown-conversation-has-its-code',
    rule: 'resume.unknown-conversation',
    run: async (lab) => assert.code(await ofUnknown(lab), 'conversation_not_found'),
  },
  {
    ...core,
    id: 'resume.malformed-conversation-is-refused',
    rule: 'resume.unknown-conversation',
    sees: ['errors.validation-status'],
    run: async (lab) => {
      await conversation(lab)
      const exchange = await resume(lab, 'no conversation', -1)
      // Two rules apply: an invalid id is 404, and input that fails validation 422.
      assert.status(exchange, 404, 422)
      if (exchange.status === 404) assert.code(exchange, 'conversation_not_found')
    },
  },
  {
    ...core,
    id: 'resume.without-a-turn-is-404',
    rule: 'resume.no-turn',
    run: async (lab) => assert.status(await withoutTurn(lab), 404),
  },
  {
    ...core,
    id: 'resume.without-a-turn-has-its-code',
    rule: 'resume.no-turn',
    run: async (lab) => assert.code(await withoutTurn(lab), 'no_recent_assistant_message'),
  },
  {
    ...core,
    id: 'resume.foreign-conversation-is-not-found',
    rule: 'resume.foreign-conversation',
    needs: ['user', 'other-user'],
    run: async (lab) => {
      const exchange = await asOther(lab, await conversation(lab))
      assert.status(exchange, 404)
      assert.code(exchange, 'conversation_not_found')
    },
  },
  {
    ...afterTurn,
    id: 'resume.foreign-turn-stays-hidden',
    rule: 'resume.foreign-conversation',
    needs: ['user', 'other-user'],
    run: async (lab) => {
      const { turn } = await storedTurn(lab)
      assert.status(await asOther(lab, turn.conversationId), 404)
    },
  },
  refusesConversation('resume.needs-a-conversation', {}),
  refusesConversation('resume.conversation-is-not-an-object', { conversation_id: anObject }),
  {
    ...core,
    id: 'resume.needs-a-cursor',
    rule: 'resume.request',
    sees: ['resume.cursor-required', 'errors.validation-status'],
    run: async (lab) =>
      assert.status(await postResume(lab, { conversation_id: await conversation(lab) }), 422),
  },
  {
    ...afterTurn,
    id: 'resume.below-minus-one-is-400',
    rule: 'resume.invalid-cursor',
    sees: ['resume.below-minus-one'],
    run: async (lab) => assert.status(await fromMinusTwo(lab), 400),
  },
  {
    ...afterTurn,
    id: 'resume.below-minus-one-has-its-code',
    rule: 'resume.invalid-cursor',
    run: async (lab) => assert.code(await fromMinusTwo(lab), 'invalid_cursor'),
  },
  {
    ...afterTurn,
    id: 'resume.refuses-a-cursor-that-is-no-integer',
    rule: 'resume.invalid-cursor',
    sees: ['resume.non-integer-cursor'],
    run: async (lab) => {
      const { turn } = await storedTurn(lab)
      return each(['abc', 1.5], async (cursor) => {
        const exchange = await postResume(lab, { conversation_id: turn.conversationId, cursor })
        // Two rules apply: input that fails validation is 422, and such a cursor 400.
        assert.status(exchange, 422, 400)
        if (exchange.status === 400) assert.code(exchange, 'invalid_cursor')
        return exchange.status === 400 ? 'invalid_cursor' : 'validation'
      })
    },
  },
]

/** Resume (4.2, 6, 7): what is refused, what is replayed, and what an interrupted turn gives. */
export const resumeChecks: readonly Check[] = [
  ...refusalChecks,
  ...replayChecks,
  ...interruptionChecks,
]
