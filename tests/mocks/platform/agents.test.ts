import { describe, expect, it } from 'vitest'
import { agent as agentRecord } from '../../../contract/records/agent.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn } from '../../support/visitor.ts'

type Agent = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly source: string
  readonly instructions: string | null
}

const named = (name: string) => demo.agents.find((agent) => agent.name === name)?.id ?? ''

describeTransports('agents', (mount) => {
  it('the list of agents has public agents and personal agents of the caller, newest first', async () => {
    const mounted = await mount()
    const names = async (user: string) => {
      const visitor = await signIn(mounted, user)
      const { json } = await visitor.call<Paged<Agent>>('GET /api/agents')
      return json.items.map(({ name }) => name)
    }
    const [mine, theirs] = [await names('demo'), await names('other')]
    expect(mine).toContain('Monday Briefing')
    expect(mine).not.toContain('Site Visit Helper')
    expect(theirs).toContain('Site Visit Helper')
    expect(theirs).not.toContain('Monday Briefing')
    const age = new Map(demo.agents.map(({ name, created_at }) => [name, created_at]))
    const ages = mine.map((name) => age.get(name))
    expect(ages).toEqual(ages.toSorted().toReversed())
  })

  it('the list of agents can be filtered by status', async () => {
    const visitor = await signIn(await mount())
    const drafts = await visitor.call<Paged<Agent>>('GET /api/agents?status=draft')
    expect(drafts.json.items.map(({ name }) => name)).toEqual(['Contract Reader'])
    expect((await visitor.call('GET /api/agents?status=none')).json).toMatchObject({ total: 0 })
  })

  it('a single agent is returned in a success envelope', async () => {
    const visitor = await signIn(await mount())
    const id = named('Support Desk')
    const { status, json } = await visitor.call<Enveloped<Agent>>(`GET /api/agents/${id}`)
    expect([status, json]).toMatchObject([200, { success: true, data: { id, source: 'own' } }])
    expect(json.data.instructions).toEqual(expect.any(String))
  })

  it('agents show their instructions only to their owner', async () => {
    const mounted = await mount()
    const read = async (user: string) =>
      (await (await signIn(mounted, user)).call(`GET /api/agents/${named('Support Desk')}`)).json
    expect(await read('other')).toMatchObject({
      data: {
        source: 'market',
        instructions: null,
        compact_instructions: null,
        model_config_json: null,
      },
    })
  })

  it('an unknown agent, and a personal agent of another user, are answered with 404', async () => {
    const visitor = await signIn(await mount())
    for (const id of [named('Site Visit Helper'), 'unknown', 'a%20b'])
      expect(await visitor.refusal(`GET /api/agents/${id}`)).toEqual([404, 'not_found'])
  })
})

describe('an agent', () => {
  it('an agent has the same fields in the list as in a single response, including all fields that web clients read', async () => {
    const visitor = await signIn(mountInProcess())
    const { items } = (await visitor.call<Paged<Agent>>('GET /api/agents')).json
    for (const item of items) {
      expect(agentRecord.safeParse(item).error).toBeUndefined()
      expect(
        (await visitor.call<Enveloped<Agent>>(`GET /api/agents/${item.id}`)).json.data,
      ).toEqual(item)
    }
  })
})
