import type { ActiveCheck, Check } from '../session/check.ts'
import { member, formatValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { each, isAccepted, assert, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  conversation,
  conversationCreation,
  conversationId,
  listedConversation,
  madeConversation,
  postConversation,
  searchParameter,
  search,
} from '../setup/conversations.ts'
import { agentId, itemsOf, requireList, lists } from '../setup/lists.ts'
import { conversationUpdateChecks } from './conversation-updates.ts'
import { anObject, refusesInput } from './validation.ts'

const inSmoke = { plan: 'smoke', needs: ['user'] } as const

const parameter = async (lab: TestSession): Promise<string> =>
  (await searchParameter(lab)) ?? skip('no parameter that refuses 201 characters was found')

/** The further parameter of the conversation list (4.3, 8), whose name is not shown. */
const conversationSearchChecks: readonly ActiveCheck[] = [
  {
    ...inSmoke,
    id: 'conversations.search-parameter',
    level: 'observe',
    rule: 'conversations.search',
    run: async (lab) => ({ name: (await searchParameter(lab)) ?? null }),
  },
  {
    ...inSmoke,
    id: 'conversations.search-takes-1-to-200-characters',
    level: 'must',
    rule: 'conversations.search',
    run: async (lab) => {
      const name = await parameter(lab)
      await each([1, 200], async (length) => {
        assert.status(await search(lab, name, 'x'.repeat(length)), 200)
      })
    },
  },
  {
    ...inSmoke,
    id: 'conversations.search-refuses-0-and-201-characters',
    level: 'must',
    rule: 'conversations.search',
    sees: ['errors.validation-status'],
    run: async (lab) => {
      const name = await parameter(lab)
      await each([0, 201], async (length) => {
        assert.status(await search(lab, name, 'x'.repeat(length)), 422)
      })
    },
  },
]

const core = { plan: 'core', needs: ['user'] } as const

const creations: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'conversations.creation-answers-200',
    level: 'must',
    rule: 'conversations.create',
    sees: ['conversations.create-status'],
    run: async (lab) => {
      const exchange = await conversationCreation(lab, 'empty')
      assert.status(exchange, 200)
      // A bare 200 could be any server's; what the envelope holds is a check of its own.
      if (member(exchange.json, 'success') === undefined) throw new Blocked('no success envelope')
    },
  },
  {
    ...core,
    id: 'conversations.creation-is-a-success',
    level: 'must',
    rule: 'success.flag',
    run: async (lab) => {
      const exchange = await conversationCreation(lab, 'empty')
      if (!isAccepted(exchange)) throw new Blocked('no conversation could be created')
      assert.equal(member(exchange.json, 'success'), true, exchange, 'success')
    },
  },
  {
    ...core,
    id: 'conversations.creation-shows-an-id',
    level: 'should',
    rule: 'success.data',
    sees: ['conversations.created-shape'],
    run: async (lab) => {
      const exchange = await conversationCreation(lab, 'empty')
      if (!isAccepted(exchange)) throw new Blocked('no conversation could be created')
      const id = conversationId(exchange.json)
      assert.holds(id !== undefined, 'an id in data', formatValue(exchange.json), exchange)
    },
  },
  {
    ...core,
    id: 'conversations.creation-takes-title-and-mode',
    level: 'must',
    rule: 'conversations.create-body',
    run: async (lab) => {
      const exchange = await conversationCreation(lab, 'titled')
      assert.accept(exchange)
      assert.equal(member(exchange.json, 'success'), true, exchange, 'success')
    },
  },
  {
    ...core,
    id: 'conversations.defaults-show',
    level: 'should',
    rule: 'conversations.create-defaults',
    sees: ['conversations.created-shape'],
    run: async (lab) => {
      const exchange = await conversationCreation(lab, 'empty')
      if (!isAccepted(exchange)) throw new Blocked('no conversation could be created')
      const data = member(exchange.json, 'data')
      await each(Object.entries({ title: '', mode: 'auto' }), ([field, value]) => {
        const shown = member(data, field)
        if (shown === undefined) skip('the reply shows neither title nor mode')
        assert.equal(shown, value, exchange, `the default ${field}`)
      })
    },
  },
  {
    ...core,
    id: 'conversations.creation-takes-an-agent',
    level: 'should',
    rule: 'conversations.create-body',
    // It makes a conversation that no other check can use.
    plan: 'full',
    run: async (lab) => {
      const id = (await agentId(lab)) ?? skip('no agent is visible')
      const body = { title: lab.name('conversation'), agent_id: id }
      assert.accept(await postConversation(lab, body))
    },
  },
  {
    ...core,
    id: 'conversations.new-one-is-listed',
    level: 'should',
    rule: 'conversations.list',
    run: async (lab) => {
      const made = await madeConversation(lab, 'titled')
      const { item, exchange } = await listedConversation(lab, made)
      assert.holds(item !== undefined, `the conversation ${made.id} in the list`, 'none', exchange)
    },
  },
  {
    ...core,
    id: 'conversations.lax-creations',
    level: 'observe',
    rule: 'conversations.create-body',
    // Each of these may leave a conversation behind.
    plan: 'full',
    run: async (lab) => {
      const bodies = [
        { mode: 'no-such-mode' },
        { agent_id: 'no-such-agent' },
        { title: null },
        { no_such_field: true },
      ]
      const answers: Record<string, number> = {}
      for (const body of bodies)
        answers[formatValue(body)] = (await postConversation(lab, body)).status
      return answers
    },
  },
  {
    ...core,
    id: 'conversations.fields',
    level: 'observe',
    rule: 'conversation-record.kb-ids',
    sees: ['conversations.created-shape'],
    run: async (lab) => {
      const { exchange } = await madeConversation(lab, 'titled')
      const path = `${lists.conversations}/${await conversation(lab)}`
      const read = await lab.send({ method: 'GET', path, bearer: await userCredential(lab) })
      return {
        created: fieldsOf(member(exchange.json, 'data')),
        listed: fieldsOf(itemsOf(await requireList(lab, 'conversations'))?.[0]),
        'GET of one': read.status,
      }
    },
  },
]

const fieldsOf = (record: unknown): readonly string[] => Object.keys(record ?? {}).toSorted()

const isNotAnObject = (field: 'title' | 'mode' | 'agent_id' | 'model_name'): ActiveCheck =>
  refusesInput({
    ...core,
    id: `conversations.${field.replace('_', '-')}-is-not-an-object`,
    rule: 'conversations.create-body',
    breaks: field,
    control: async (lab: TestSession) => (await madeConversation(lab, 'titled')).exchange,
    ask: async (lab) => ({
      method: 'POST',
      path: lists.conversations,
      bearer: await userCredential(lab),
      body: { [field]: anObject },
    }),
  })

/** Conversations (2.5, 4.3). */
export const conversationChecks: readonly Check[] = [
  ...creations,
  isNotAnObject('title'),
  isNotAnObject('mode'),
  isNotAnObject('agent_id'),
  isNotAnObject('model_name'),
  ...conversationUpdateChecks,
  ...conversationSearchChecks,
]
