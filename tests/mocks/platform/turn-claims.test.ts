import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { agent_id, askForRefund, callsIn, q, respond } from '../../support/refund.ts'
import { answerIn, only } from '../../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios as scenarios } from '../../support/transports.ts'
import { newConversation, signIn, type Visitor } from '../../support/visitor.ts'

const helpCentre = demo.knowledge_bases.find(({ name }) => name === 'Help centre')?.id ?? ''
const warranty = 'How long is the warranty of a gateway?'

describe('what a turn claims to have done', () => {
  it.each(['react', 'dag'])(
    'a refund that was approved is not paid a second time on %s',
    async (mode) => {
      const visitor = await signIn(mountInProcess({ scenarios }))
      const { reader, id } = await askForRefund(visitor)
      await respond(visitor, id, { decision: 'approve' })
      expect(answerIn(await reader.rest())).toContain('approved and booked as `RF-7731`')
      const events = await visitor.stream(`POST /api/${mode}`, { body: { q, agent_id } })
      expect(callsIn(events, 'payments_refund')).toEqual([])
      expect(answerIn(events)).toContain('Nothing was paid this time')
    },
  )

  it.each(['react', 'dag'])(
    'of two waiting approvals for the same refund, only the one that is approved first is paid on %s',
    async (mode) => {
      const visitor = await signIn(mountInProcess({ scenarios }))
      const first = await askForRefund(visitor)
      const second = await visitor.read(`POST /api/${mode}`, { body: { q, agent_id } })
      const { confirmation_id } = await second.untilEvent('awaiting_confirmation')
      await respond(visitor, String(confirmation_id), { decision: 'approve' })
      await respond(visitor, first.id, { decision: 'approve' })
      expect(answerIn(await second.rest())).toContain('approved and booked as `RF-7731`')
      const events = await first.reader.rest()
      expect(callsIn(events, 'payments_refund').at(-1)).toMatchObject({
        observation: null,
        error: 'not run, because the same call was approved before',
      })
      expect(answerIn(events)).toContain('Nothing was paid this time')
    },
  )

  it('a plan does not run a call that another turn has run while the plan waited for an approval', async () => {
    const visitor = await signIn(mountInProcess({ scenarios }))
    const planned = await visitor.read('POST /api/dag', { body: { q, agent_id } })
    const { confirmation_id } = await planned.untilEvent('awaiting_confirmation')
    const other = await askForRefund(visitor)
    await respond(visitor, other.id, { decision: 'approve' })
    await respond(visitor, String(confirmation_id), { decision: 'approve' })
    const events = await planned.rest()
    expect(answerIn(events)).toContain('runs only once')
    expect(answerIn(events)).not.toContain('RF-7731')
  })

  it('a refund that was rejected can be requested again', async () => {
    const visitor = await signIn(mountInProcess({ scenarios }))
    const first = await askForRefund(visitor)
    await respond(visitor, first.id, { decision: 'reject' })
    await first.reader.rest()
    const second = await askForRefund(visitor)
    expect(second.id).not.toBe(first.id)
  })

  it('a refund on dag needs an approval, and is not paid when it is rejected', async () => {
    const visitor = await signIn(mountInProcess({ scenarios }))
    const reader = await visitor.read('POST /api/dag', { body: { q, agent_id } })
    const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
    await respond(visitor, String(confirmation_id), { decision: 'reject' })
    const events = await reader.rest()
    expect(answerIn(events)).toContain('was not approved')
    expect(answerIn(events)).not.toContain('RF-7731')
  })

  it('the prompt tokens of a turn grow with the history of its conversation', async () => {
    const visitor = await signIn(mountInProcess({ scenarios }))
    const conversation_id = await newConversation(visitor)
    const tokensOf = async (query: string) => {
      const body = { q: query, conversation_id }
      const { usage } = only(await visitor.stream('POST /api/react', { body }), 'done')
      return (usage as { readonly prompt_tokens: number }).prompt_tokens
    }
    for (const query of ['Where is order FH-20417?', warranty]) {
      const first = await tokensOf(query)
      const second = await tokensOf(query)
      const third = await tokensOf(query)
      expect(second).toBeGreaterThan(first)
      expect(third).toBeGreaterThan(second)
    }
  })

  it.each([
    ['no', ['planning', 'executing', 'analyzing']],
    ['yes', ['planning', 'executing', 'analyzing', 'replanning']],
  ])(
    'a second round of a plan sends the phase `replanning` only if the deployment is configured so: %s',
    async (option, names) => {
      const profile = readProfile({ picks: { 'events.tool-selection': option } })
      const visitor = await signIn(mountInProcess({ scenarios, profile }))
      const body = { q: 'Why did gross margin fall in the third quarter?' }
      const events = await visitor.stream('POST /api/dag', { body })
      const phases = events.filter(({ event }) => event === 'phase').map(({ data }) => data)
      expect(new Set(phases.flatMap(({ name }) => name ?? []))).toEqual(new Set(names))
      expect(phases.flatMap(({ reason }) => reason ?? [])).toHaveLength(1)
    },
  )

  it.each([
    [[], [13]],
    [['knowledge'], []],
    [['knowledge', 'orders', 'crm'], []],
    [['knowledge', 'orders', 'crm', 'web'], [16]],
  ])(
    'a turn of an agent with the tool categories %j reports a selection among %j tools, and no selection if there are few',
    async (tool_categories, totals) => {
      const profile = readProfile({ picks: { 'events.tool-selection': 'yes' } })
      const visitor = await signIn(mountInProcess({ profile }))
      const sent = { body: { name: 'Helper', tool_categories } }
      const { json } = await visitor.call<{ data: { id: string } }>('POST /api/agents', sent)
      const body = { q: 'Hi', agent_id: json.data.id }
      const events = await visitor.stream('POST /api/react', { body })
      expect(events.flatMap(({ data }) => data['total_tools'] ?? [])).toEqual(totals)
    },
  )
})

describe('a knowledge base that is switched off', () => {
  const toggle = (visitor: Visitor) =>
    visitor.call(`POST /api/knowledge-bases/${helpCentre}/toggle`)

  it('a knowledge base that is switched off refuses `retrieve` with 400, and is not used by turns', async () => {
    const visitor = await signIn(mountInProcess())
    const path = `POST /api/knowledge-bases/${helpCentre}/retrieve`
    const body = { query: warranty }
    const ask = async () => {
      const conversation_id = await newConversation(visitor, { kb_ids: [helpCentre] })
      const sent = { body: { q: warranty, conversation_id } }
      return answerIn(await visitor.stream('POST /api/react', sent))
    }
    expect((await visitor.call(path, { body })).status).toBe(200)
    expect(await ask()).toContain('warranty.md')
    await toggle(visitor)
    expect(await visitor.refusal(path, { body })).toEqual([400, 'bad_request'])
    expect(await ask()).not.toContain('warranty.md')
    await toggle(visitor)
    expect((await visitor.call(path, { body })).status).toBe(200)
  })
})

describe('details of turns and workflow runs', () => {
  it('a question about the return period quotes the returns policy first, among all knowledge bases', async () => {
    const visitor = await signIn(mountInProcess())
    const body = { q: 'How long is the return period?' }
    const [, first] = answerIn(await visitor.stream('POST /api/react', { body })).split('\n> ')
    expect(first).toContain('*returns-and-refunds.md, § 1*')
  })

  it('an injected text must not be empty', async () => {
    const visitor = await signIn(mountInProcess())
    const body = { conversation_id: await newConversation(visitor), content: '' }
    expect((await visitor.call('POST /api/chat/inject', { body })).status).toBe(422)
  })

  it.each(demo.workflows.map(({ id, name }) => [name, id]))(
    'a workflow that is run without inputs uses the inputs of its start node: %s',
    async (_, id) => {
      const visitor = await signIn(mountInProcess())
      const events = await visitor.stream(`POST /api/workflows/${id}/run`, { body: {} })
      const text = JSON.stringify(events)
      expect(text).not.toMatch(/ {2}|null,|"" | :/)
    },
  )
})
