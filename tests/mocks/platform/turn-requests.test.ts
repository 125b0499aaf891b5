import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import {
  demo,
  describeTransports,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import { only } from '../../support/stream-reader.ts'
import { conversationOf, newConversation, signIn, type Visitor } from '../../support/visitor.ts'

const named = (name: string) => demo.agents.find((agent) => agent.name === name)
const base = (name: string) => demo.knowledge_bases.find((one) => one.name === name)?.id
const chats = ['react', 'dag', 'auto']

const answer = async (visitor: Visitor, body: object, chat = 'react') =>
  String(only(await visitor.stream(`POST /api/${chat}`, { body }), 'done')['answer'])

describeTransports('a chat request', (mount) => {
  it.each(chats)('a chat request to /api/%s reports every wrong field at once', async (chat) => {
    const visitor = await signIn(await mount())
    const wrong = ['conversation_id', 'agent_id', 'token', 'image_ids', 'user_metadata', 'doc_mode']
    const body = Object.fromEntries(wrong.map((field) => [field, 5]))
    type Invalid = { readonly detail: readonly { loc: string[]; type: string }[] }
    const { status, json } = await visitor.call<Invalid>(`POST /api/${chat}`, { body })
    expect(status).toBe(422)
    expect(json.detail.map(({ loc, type }) => [...loc, type])).toEqual([
      ['body', 'q', 'missing'],
      ...wrong.map((field) => ['body', field, 'string_type']),
    ])
  })

  it.each(chats)(
    'a chat request to /api/%s accepts all seven fields, with null for optional ones',
    async (chat) => {
      const visitor = await signIn(await mount())
      const body = {
        q: 'Hi',
        conversation_id: null,
        agent_id: null,
        token: null,
        image_ids: null,
        user_metadata: null,
        doc_mode: null,
        unknown: true,
      }
      expect((await visitor.stream(`POST /api/${chat}`, { body })).at(-1)?.event).toBe('end')
    },
  )

  it.each(chats)(
    'a chat request to /api/%s with a conversation of another user is refused',
    async (chat) => {
      const mounted = await mount()
      const conversation_id = await newConversation(await signIn(mounted, 'other'))
      const visitor = await signIn(mounted)
      for (const id of [conversation_id, 'unknown', ''])
        expect(
          await visitor.refusal(`POST /api/${chat}`, { body: { q: 'Hi', conversation_id: id } }),
        ).toEqual([404, 'conversation_not_found'])
    },
  )

  it('a chat request stores its images and its metadata with the question', async () => {
    const visitor = await signIn(await mount())
    const conversation_id = await newConversation(visitor)
    const user_metadata = JSON.stringify({ screen: 'orders', row: 3 })
    const body = { q: 'And this?', conversation_id, image_ids: 'img_1, img_2', user_metadata }
    await visitor.stream('POST /api/react', { body })
    const [asked] = (await conversationOf(visitor, conversation_id)).messages
    expect(asked).toMatchObject({
      role: 'user',
      content: 'And this?',
      metadata: { screen: 'orders', row: 3, images: ['img_1', 'img_2'] },
    })
  })

  it.each(['not json', '[1]', '"text"', '5', 'null', ''])(
    'a chat request is accepted with the metadata %j',
    async (user_metadata) => {
      const visitor = await signIn(await mount())
      const conversation_id = await newConversation(visitor)
      await answer(visitor, { q: 'Hi', conversation_id, user_metadata })
      const [asked] = (await conversationOf(visitor, conversation_id)).messages
      expect(asked?.metadata).toBeNull()
    },
  )

  it.each(['', ' ', '🙂 ünïcode \u0000 \u2028', '{{query}} {{user}}', '$& $1 $$ "quoted" \\'])(
    'a chat request may have the query %j, which is stored and returned unchanged',
    async (q) => {
      const echo: Scenario = {
        name: 'echo',
        match: { endpoint: 'react' },
        script: [{ answer: '“{{query}}”' }],
      }
      const visitor = await signIn(await mount({ scenarios: [echo] }))
      const conversation_id = await newConversation(visitor)
      const events = await visitor.stream('POST /api/react', { body: { q, conversation_id } })
      const [asked] = (await conversationOf(visitor, conversation_id)).messages
      expect(asked?.content).toBe(q)
      expect(String(only(events, 'done')['answer'])).toContain(`“${q}”`)
    },
  )
})

const visitor = () => signIn(mountInProcess({ scenarios: shippedScenarios }))

describe('the answer of a turn without a scenario', () => {
  it('the answer of a turn without a scenario comes from the knowledge bases', async () => {
    const text = await answer(await visitor(), { q: 'What does the warranty cover?' })
    expect(text).toContain('— *warranty.md, § ')
  })

  it('the answer of a turn without a scenario comes from the knowledge bases in a plan, too', async () => {
    const text = await answer(await visitor(), { q: 'What does the warranty cover?' }, 'dag')
    expect(text).toContain('— *warranty.md, § ')
  })

  it('the answer of a turn without a scenario uses only the knowledge bases of the agent', async () => {
    const q = 'What does the warranty cover?'
    const agent_id = named('People Partner')?.id
    const text = await answer(await visitor(), { q, agent_id })
    expect(text).not.toContain('warranty.md')
  })

  it('the answer of a turn without a scenario uses only the knowledge bases of the conversation', async () => {
    const one = await visitor()
    const q = 'What does the warranty cover?'
    const [people, help] = [base('People handbook'), base('Help centre')]
    const asked = async (kb_ids: unknown[]) =>
      answer(one, { q, conversation_id: await newConversation(one, { kb_ids }) })
    expect(await asked([people])).not.toContain('warranty.md')
    expect(await asked([people, help])).toContain('— *warranty.md, § ')
  })

  it('the answer of a turn without a scenario never uses knowledge bases that the caller cannot see', async () => {
    const mounted = mountInProcess()
    const q = 'What did I note about winter commissioning?'
    const kb_ids = [base('Field notes')]
    const asked = async (user: string) => {
      const one = await signIn(mounted, user)
      return answer(one, { q, conversation_id: await newConversation(one, { kb_ids }) })
    }
    expect(await asked('other')).toContain('winter-commissioning.md')
    expect(await asked('demo')).not.toContain('winter-commissioning.md')
  })

  it('the answer of a turn without a scenario uses the agent of the request before the agent of the conversation', async () => {
    const one = await visitor()
    const q = 'Xyzzy plugh?'
    const conversation_id = await newConversation(one, { agent_id: named('Finance Analyst')?.id })
    expect(await answer(one, { q, conversation_id })).toContain('I am Finance Analyst')
    const agent_id = named('Support Desk')?.id
    expect(await answer(one, { q, conversation_id, agent_id })).toContain('I am Support Desk')
  })

  it('the answer of a turn without a scenario uses no agent that the caller cannot see', async () => {
    const q = 'Xyzzy plugh?'
    for (const agent_id of ['unknown', named('Site Visit Helper')?.id]) {
      const text = await answer(await visitor(), { q, agent_id })
      expect(text).toMatch(/^This is outside of what I was given\./)
      expect(text).not.toContain('Site Visit Helper')
    }
  })

  it('a turn of /api/auto without a scenario follows the mode of its agent, if it has one', async () => {
    const body = { q: 'Why did it happen?', agent_id: named('Support Desk')?.id }
    const [routing] = await (await visitor()).stream('POST /api/auto', { body })
    expect(routing?.data).toMatchObject({ mode: 'react', reasoning: expect.any(String) })
  })

  it.each([
    ['one long word', 'x'.repeat(150_000)],
    ['many words', 'warranty of the sensor '.repeat(2000)],
    ['many spaces', `a${' '.repeat(100_000)}b`],
  ])('a turn without a scenario has an answer even for a query of %s', async (_what, q) => {
    const events = await (await visitor()).stream('POST /api/react', { body: { q } })
    expect(events.at(-1)?.event).toBe('end')
  })
})
