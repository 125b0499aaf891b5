import { type Check, checks, corePlan, judgingReply, smokePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { checkEach, isAccepted, assert, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import {
  agentConversation,
  conversationIdFor,
  conversationCreation,
  conversationId,
  listedConversation,
  createdConversation,
  postConversation,
  readConversation,
  searchParameter,
  search,
} from '../setup/conversations.ts'
import { agentId, itemsOf, requireList, lists, pollItem, requireEnd } from '../setup/lists.ts'
import { conversationConsistencyChecks, conversationUpdateChecks } from './conversation-updates.ts'
import { anObject, refusesInput } from './validation.ts'

const parameter = async (session: TestSession): Promise<string> =>
  (await searchParameter(session)) ?? skip('no parameter of the list was found that searches')

/** Checks of the search for conversations (4.3, 8). The specification names no search parameter. */
const conversationSearchChecks = checks(smokePlan, {
  'conversations.search-parameter': {
    level: 'observe',
    rule: 'conversations.search',
    run: async (session) => ({ name: (await searchParameter(session)) ?? null }),
  },
  'conversations.search-takes-1-to-200-characters': {
    rule: 'conversations.search',
    run: async (session) => {
      const name = await parameter(session)
      await checkEach([1, 200], async (length) => {
        assert.status(await search(session, name, 'x'.repeat(length)), 200)
      })
    },
  },
  'conversations.search-refuses-0-and-201-characters': {
    rule: 'conversations.search',
    detects: ['errors.validation-status'],
    run: async (session) => {
      const name = await parameter(session)
      await checkEach([0, 201], async (length) => {
        assert.status(await search(session, name, 'x'.repeat(length)), 422)
      })
    },
  },
})

const assertSuccess = (exchange: Exchange): void =>
  assert.equal(member(exchange.json, 'success'), true, exchange, 'success')

/** The response to the creation of a conversation from `{}`. Throws `Blocked` if it was refused. */
async function emptyConversation(session: TestSession): Promise<Exchange> {
  const exchange = await conversationCreation(session, 'empty')
  if (!isAccepted(exchange)) throw new Blocked('no conversation could be created')
  return exchange
}

const creations = checks(corePlan, {
  'conversations.creation-answers-200': {
    rule: 'conversations.create',
    detects: ['conversations.create-status'],
    run: async (session) => {
      const exchange = await conversationCreation(session, 'empty')
      assert.status(exchange, 200)
      // A 200 without an envelope could come from any server, so it does not pass.
      if (member(exchange.json, 'success') === undefined) throw new Blocked('no success envelope')
    },
    judgement: judgingReply(`POST ${lists.conversations}`, (exchange) =>
      assert.status(exchange, 200),
    ),
  },
  'conversations.creation-is-a-success': {
    rule: 'success.flag',
    run: async (session) => assertSuccess(await emptyConversation(session)),
    judgement: judgingReply(`POST ${lists.conversations}`, assertSuccess),
  },
  'conversations.creation-shows-an-id': {
    level: 'should',
    rule: 'success.data',
    detects: ['conversations.created-shape'],
    run: async (session) => {
      const exchange = await emptyConversation(session)
      const id = conversationId(exchange.json)
      assert.holds(id !== undefined, 'an id in data', formatValue(exchange.json), exchange)
    },
  },
  'conversations.creation-takes-title-and-mode': {
    rule: 'conversations.create-body',
    run: async (session) => {
      const exchange = await conversationCreation(session, 'titled')
      assert.accepted(exchange)
      assertSuccess(exchange)
    },
  },
  'conversations.defaults-show': {
    level: 'should',
    rule: 'conversations.create-defaults',
    detects: ['conversations.created-shape'],
    run: async (session) => {
      const exchange = await emptyConversation(session)
      const data = member(exchange.json, 'data')
      await checkEach(Object.entries({ title: '', mode: 'auto' }), ([field, value]) => {
        const shown = member(data, field)
        if (shown === undefined) skip('the response has neither title nor mode')
        assert.equal(shown, value, exchange, `the default ${field}`)
      })
    },
  },
  'conversations.creation-takes-an-agent': {
    level: 'should',
    rule: 'conversations.create-body',
    // Only in the full plan, because it creates a conversation that no other check can use.
    plan: 'full',
    run: async (session) => {
      const id = (await agentId(session)) ?? skip('no agent is visible')
      assert.accepted(await agentConversation(session, id))
    },
  },
  'conversations.new-one-is-listed': {
    level: 'should',
    rule: 'conversations.list',
    run: async (session) => {
      const made = await createdConversation(session, 'titled')
      const found = await pollItem(
        session,
        () => listedConversation(session, made),
        (listed) => listed !== undefined,
      )
      const { item, exchange } = requireEnd(found)
      assert.holds(item !== undefined, `the conversation ${made.id} in the list`, 'none', exchange)
    },
  },
  'conversations.lax-creations': {
    level: 'observe',
    rule: 'conversations.create-body',
    // Only in the full plan, because each request may create a conversation.
    plan: 'full',
    run: async (session) => {
      const bodies = [
        { mode: 'no-such-mode' },
        { agent_id: 'no-such-agent' },
        { title: null },
        { no_such_field: true },
      ]
      const answers: Record<string, number> = {}
      for (const body of bodies) {
        // The clean-up finds the conversation by its title, even after a server error.
        const titled = { title: session.uniqueName('conversation'), ...body }
        answers[formatValue(body)] = (await postConversation(session, titled)).status
      }
      return answers
    },
  },
  'conversations.fields': {
    level: 'observe',
    rule: 'conversation-record.kb-ids',
    detects: ['conversations.created-shape'],
    run: async (session) => {
      const { exchange } = await createdConversation(session, 'titled')
      const read = await readConversation(session, await conversationIdFor(session))
      return {
        created: fieldsOf(member(exchange.json, 'data')),
        listed: fieldsOf(itemsOf(await requireList(session, 'conversations'))?.[0]),
        'GET of one': read.status,
      }
    },
  },
})

const fieldsOf = (record: unknown): readonly string[] => Object.keys(record ?? {}).toSorted()

const input = {
  rule: 'conversations.create-body',
  validRequest: async (session: TestSession) =>
    (await createdConversation(session, 'titled')).exchange,
} as const

const inputs = checks(corePlan, {
  'conversations.title-is-not-an-object': refusesInput(input, 'title', anObject),
  'conversations.mode-is-not-an-object': refusesInput(input, 'mode', anObject),
  'conversations.agent-id-is-not-an-object': refusesInput(input, 'agent_id', anObject),
  'conversations.model-name-is-not-an-object': refusesInput(input, 'model_name', anObject),
})

/** All checks of conversations (specification, 2.5 and 4.3). */
export const conversationChecks: readonly Check[] = [
  ...creations,
  ...inputs,
  ...conversationUpdateChecks,
  ...conversationConsistencyChecks,
  ...conversationSearchChecks,
]
