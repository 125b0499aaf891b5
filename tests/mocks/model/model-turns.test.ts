import { describe, expect, it } from 'vitest'
import { matchesQuery } from '../../../mocks/platform/chat/match-query.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { answerIn, type SeenEvent } from '../../support/stream-reader.ts'
import {
  askDesk,
  calls,
  deskId,
  mountModel,
  says,
  startStubModel,
  thinks,
} from '../../support/stub-model.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { conversationOf, newConversation, signIn, type Visitor } from '../../support/visitor.ts'

const question = 'How many moons has the planet of our founders?'
const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')

const stepsOf = (events: readonly SeenEvent[], name = 'step') =>
  events.filter(({ event }) => event === name).map(({ data }) => data)

const withoutTimes = (events: unknown) =>
  JSON.stringify(events).replaceAll(/"(iter_)?elapsed":[\d.]+/g, '')

describe('a turn that a model plays', () => {
  it('a turn that a model plays sends its thoughts and its answer as events of the platform', async () => {
    const stub = await startStubModel(thinks('They ask for moons.', `**Two** moons. ${long}`))
    const { visitor, noteOf } = await mountModel(stub)
    const events = await askDesk(visitor, question)
    expect(answerIn(events)).toBe(`**Two** moons. ${long}`)
    expect(stepsOf(events).find(({ status }) => status === 'done')).toMatchObject({
      type: 'thinking',
      reasoning: 'They ask for moons.',
    })
    expect(events.at(-1)?.event).toBe('end')
    expect(noteOf()).toBe('played by the model stub-1 (requests: 1, tokens: 340)')
  })

  it('a turn that a model plays is stored, and the model gets it with the next question', async () => {
    const stub = await startStubModel(says('Two.'), says('The second is Bram.'))
    const { visitor } = await mountModel(stub)
    const conversation_id = await newConversation(visitor)
    await askDesk(visitor, question, { conversation_id })
    await askDesk(visitor, 'And the second one?', { conversation_id })
    const { messages } = await conversationOf(visitor, conversation_id)
    expect(messages.map(({ content }) => content)).toEqual([
      question,
      'Two.',
      'And the second one?',
      'The second is Bram.',
    ])
    const sent = stub.requests[1]?.body.messages.map(({ role, content }) => [role, content])
    expect(sent?.slice(1)).toEqual([
      ['user', question],
      ['assistant', 'Two.'],
      ['user', 'And the second one?'],
    ])
  })

  it('a model reads documents and records by tool calls, which the user sees as steps', async () => {
    const stub = await startStubModel(
      calls(
        ['knowledge_search', { query: 'warranty gateway', why: 'I look for the warranty.' }],
        ['records_list', { kind: 'agents', where: { name: 'desk' } }],
      ),
      calls(['document_read', { file: 'warranty.md' }]),
      says('Three years, says warranty.md.'),
    )
    const { visitor } = await mountModel(stub)
    const events = await askDesk(visitor, question)
    const results = stepsOf(events).filter((data) => 'observation' in data)
    expect(results.map((data) => [data['tool'], data['reasoning']])).toEqual([
      ['knowledge_search', 'I look for the warranty.'],
      ['records_list', null],
      ['document_read', null],
    ])
    const [search, list, document] = results.map((data) => String(data['observation']))
    expect(search).toContain('[warranty.md, § 1]')
    expect(JSON.parse(list ?? '')).toMatchObject({ records: [{ name: 'Support Desk' }] })
    expect(document).toContain('warranty of three years')
    expect(stub.requests[1]?.body.messages.at(-2)).toMatchObject({ role: 'tool', content: search })
  })

  it('a model gets the newest records first, and a result even for a search whose query is not a text', async () => {
    const stub = await startStubModel(
      calls(
        ['records_list', { kind: 'conversations' }],
        ['knowledge_search', { query: { toString: 'x' } }],
      ),
      says('Done.'),
    )
    const { visitor } = await mountModel(stub)
    const results = stepsOf(await askDesk(visitor, question)).filter(
      (data) => 'observation' in data,
    )
    const list = results.find(({ tool }) => tool === 'records_list')
    const { records } = JSON.parse(String(list?.['observation']))
    const dates = records.map((record: { created_at: string }) => record.created_at)
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(results).toHaveLength(2)
  })

  it('parallel tool calls of a model are distinguished by their ids if the server gives all of them one index', async () => {
    const first = calls(['records_list', { kind: 'agents' }]) as readonly string[]
    const second = calls(['records_list', { kind: 'users' }]) as readonly string[]
    const other = second.map((frame) => frame.replace('call-0', 'call-1'))
    const stub = await startStubModel([...first.slice(0, 1), ...other], says('Both.'))
    const { visitor } = await mountModel(stub)
    const results = stepsOf(await askDesk(visitor, question)).filter(
      (data) => 'observation' in data,
    )
    expect(results.map((data) => data['input'])).toEqual([{ kind: 'agents' }, { kind: 'users' }])
  })

  it('a tool of a model lists only records that the user may see, and none of their secrets', async () => {
    const stub = await startStubModel(
      calls(['records_list', { kind: 'conversations' }], ['records_list', { kind: 'users' }]),
      calls(['records_list', { kind: 'api_keys' }]),
      says('Done.'),
    )
    const { visitor, world } = await mountModel(stub)
    await askDesk(visitor, question)
    const [conversations, users] = (stub.requests[1]?.body.messages ?? [])
      .slice(-2)
      .map(({ content }) => content)
    const own = [...world.store.conversations.values()].filter(
      ({ user_id }) => world.store.users.get(user_id)?.email === 'demo@example.com',
    )
    expect(JSON.parse(conversations ?? '')).toMatchObject({ count: own.length })
    expect(users).not.toContain('password')
    expect(stub.requests[2]?.body.messages.at(-1)?.content).toMatch(/^There are no records/)
  })

  it('a tool call of a model that needs an approval waits for it, and then the model continues', async () => {
    const input = { order: 'FH-1', amount: '20', reason: 'broken' }
    const stub = await startStubModel(calls(['orders_refund', input]), says('It is paid back.'))
    const { visitor, world } = await mountModel(stub)
    const reader = await visitor.read('POST /api/react', {
      body: { q: question, agent_id: deskId },
    })
    const { confirmation_id, tool_name } = await reader.untilEvent('awaiting_confirmation')
    expect(tool_name).toBe('orders_refund')
    expect(stub.requests).toHaveLength(1)
    const [turn] = world.runningTurns
    expect(turn?.played?.outline().upcoming).toMatchObject([
      { kind: 'result', text: '{"status":"accepted"}' },
      { kind: 'event', text: expect.stringMatching(/^Suggestions/) },
      { kind: 'event', text: 'End of the turn' },
    ])
    await visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, {
      body: { decision: 'approve' },
    })
    expect(answerIn(await reader.rest())).toBe('It is paid back.')
  })

  it('a running turn of a model in a snapshot ends when the snapshot is restored', async () => {
    const stub = await startStubModel(calls(['orders_refund', { order: 1, amount: 2, reason: 3 }]))
    const { visitor, world } = await mountModel(stub)
    const conversation_id = await newConversation(visitor)
    const body = { q: question, agent_id: deskId, conversation_id }
    const reader = await visitor.read('POST /api/react', { body })
    await reader.untilEvent('awaiting_confirmation')
    const other = mountInProcess({ seed: 'a seed' })
    await other.fake.control().restore(takeSnapshot(world))
    expect(other.fake.world().runningTurns.size).toBe(0)
    const transcripts = other.fake.world().store.transcripts.owned(conversation_id, 'oldest')
    expect(transcripts.at(-1)?.events.at(-1)?.event).toBe('awaiting_confirmation')
    await reader.leave()
  })

  it('a rejected tool call of a model ends the turn without another request to the model', async () => {
    const input = { order: 'FH-1', amount: '20', reason: 'broken' }
    const stub = await startStubModel(calls(['orders_refund', input]), says('Never said.'))
    const { visitor, scripts } = await mountModel(stub)
    const reader = await visitor.read('POST /api/react', {
      body: { q: question, agent_id: deskId },
    })
    const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
    await visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, {
      body: { decision: 'reject' },
    })
    expect(answerIn(await reader.rest())).toContain('I did not run `orders_refund`')
    expect(stub.requests).toHaveLength(1)
    expect(scripts).toEqual([])
  })

  it('the tool calls of a model on /api/dag are the steps of a plan', async () => {
    const stub = await startStubModel(
      calls(['knowledge_search', { query: 'warranty', why: 'Look for the warranty' }]),
      says('Three years.'),
    )
    const { visitor } = await mountModel(stub)
    const events = await askDesk(visitor, question, {}, 'dag')
    const tasks = stepsOf(events, 'step_progress').map((data) => data['task'])
    expect(tasks).toContain('Look for the warranty')
    expect(answerIn(events)).toBe('Three years.')
  })

  it.each(['react', 'dag'])(
    'a turn of a model on %s becomes a script that sends the same events again',
    async (mode) => {
      const stub = await startStubModel(
        calls(['knowledge_search', { query: 'warranty gateway' }]),
        says(`Braces {{stay}}. ${long}`, ` ${long}`, '\n\n- one\n- two\n'),
      )
      const { visitor, scripts, world } = await mountModel(stub)
      world.clock.freeze()
      const conversation_id = await newConversation(visitor)
      const first = await askDesk(visitor, question, { conversation_id }, mode)
      expect(scripts.map(({ script }) => script.length)).toEqual([2])
      const replays = await Promise.all(
        [1, 2].map(async () => {
          const kept = mountInProcess({ seed: 'a seed', scenarios: scripts })
          kept.fake.clock.freeze(world.clock.now())
          const other = await signIn(kept)
          const id = await newConversation(other)
          return askDesk(other, question, { conversation_id: id }, mode)
        }),
      )
      expect(replays[1]).toEqual(replays[0])
      expect(withoutTimes(replays[0])).toBe(withoutTimes(first))
    },
  )

  it.each(['dag', 'react'])(
    'the script of a model turn on dag requests the approval again when it is played on %s',
    async (mode) => {
      const input = { order: 'FH-1', amount: '20', reason: 'broken' }
      const stub = await startStubModel(calls(['orders_refund', input]), says('It is paid back.'))
      const { visitor, scripts } = await mountModel(stub)
      const approveAndRead = async (by: Visitor, endpoint: string) => {
        const body = { q: question, agent_id: deskId }
        const reader = await by.read(`POST /api/${endpoint}`, { body })
        const asked = await reader.untilEvent('awaiting_confirmation')
        expect([asked['tool_name'], asked['arguments']]).toEqual(['orders_refund', input])
        await by.call(`POST /api/confirmations/${String(asked['confirmation_id'])}/respond`, {
          body: { decision: 'approve' },
        })
        return answerIn(await reader.rest())
      }
      expect(await approveAndRead(visitor, 'dag')).toBe('It is paid back.')
      const kept = await signIn(mountInProcess({ scenarios: scripts }))
      expect(await approveAndRead(kept, mode)).toBe('It is paid back.')
    },
  )

  it('a director keeps an answer of the model as a script, which then plays without the model', async () => {
    const stub = await startStubModel(says('Two.'), says('Three.'))
    const { visitor } = await mountModel(stub)
    const direct = (body?: object) =>
      visitor.call<{ readonly answered?: readonly { readonly script: string }[] }>(
        `${body ? 'POST' : 'GET'} /__control/director`,
        body && { body },
      )
    expect((await direct()).json.answered).toBeUndefined()
    await askDesk(visitor, question)
    const { answered } = (await direct()).json
    expect(answered).toMatchObject([{ about: expect.stringContaining(question) }])
    expect((await direct({ keep: 'nothing' })).text).toContain('There is no model answer')
    const kept = await direct({ keep: answered?.[0]?.script })
    expect([kept.status, kept.json.answered]).toEqual([200, undefined])
    expect(answerIn(await askDesk(visitor, question))).toBe('Two.')
    expect(answerIn(await askDesk(visitor, `${question} Or of Mars?`))).toBe('Three.')
    expect(stub.requests).toHaveLength(2)
  })

  it('the script of a model turn matches only the question of the turn, which may have several lines', async () => {
    const stub = await startStubModel(says('Two.'))
    const { visitor, scripts } = await mountModel(stub)
    const lines = 'Which moons\n(of all)?\r\nName two.'
    await askDesk(visitor, lines)
    const isMatched = (query: string) => scripts.map((script) => matchesQuery(query, script))
    expect([lines, `${lines}\n`].map(isMatched)).toEqual([[true], [true]])
    expect([`${lines}\nAnd of Mars?`, `Please: ${lines}`].map(isMatched)).toEqual([
      [false],
      [false],
    ])
  })

  it('no script is written of a model turn whose question is too long to be matched exactly', async () => {
    const stub = await startStubModel(says('Two.'))
    const { visitor, scripts, noteOf } = await mountModel(stub)
    expect(answerIn(await askDesk(visitor, long))).toBe('Two.')
    expect(scripts).toEqual([])
    expect(noteOf()).toContain('not kept as a script, because the question is too long')
  })

  it.each([
    ['orders', undefined],
    ['leave', 'demo@example.com'],
  ])(
    'a kept turn of a model plays for its user only if the model read a private table: %s',
    async (table, user) => {
      const stub = await startStubModel(calls(['table_read', { table }]), says('6.5 days.'))
      const { visitor, scripts } = await mountModel(stub)
      await askDesk(visitor, question)
      expect(scripts.map(({ match }) => match.user)).toEqual([user])
    },
  )

  it.each([
    ['global', undefined],
    ['personal', 'demo@example.com'],
  ] as const)(
    'a kept turn of a model that searched a %s knowledge base matches the user %s',
    async (visibility, user) => {
      const stub = await startStubModel(
        calls(['knowledge_search', { query: 'warranty' }]),
        says('Three years.'),
      )
      const knowledge_bases = demo.knowledge_bases.map((base) => ({ ...base, visibility }))
      const core = { fixture: { ...demo, knowledge_bases } }
      const { visitor, scripts } = await mountModel({ ...stub, core })
      await visitor.stream('POST /api/react', { body: { q: question } })
      expect(scripts.map(({ match }) => match.user)).toEqual([user])
    },
  )

  it('the script of a follow-up turn of a model plays only for its user, because the earlier answer may be private', async () => {
    const stub = await startStubModel(says('Two.'), says('The second is Bram.'))
    const { visitor, scripts } = await mountModel(stub)
    const conversation_id = await newConversation(visitor)
    await askDesk(visitor, question, { conversation_id })
    await askDesk(visitor, 'And the second one?', { conversation_id })
    expect(scripts.map(({ match }) => match.user)).toEqual([undefined, 'demo@example.com'])
  })

  it('a script that matches a question plays without the model', async () => {
    const stub = await startStubModel(says('Never said.'))
    const scenarios = [
      {
        name: 'moons',
        match: { endpoint: 'react' as const, query: ['moons'] },
        script: [{ answer: 'From a script.' }],
      },
    ]
    const { visitor } = await mountModel({ ...stub, core: { scenarios } })
    expect(answerIn(await askDesk(visitor, question))).toBe('From a script.')
    expect(stub.requests).toEqual([])
  })
})
