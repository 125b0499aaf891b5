import { expect, it } from 'vitest'
import { agent as agentRecord } from '../../../contract/records/agent.ts'
import { demo, describeTransports } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Agent = {
  readonly id: string
  readonly name: string
  readonly kb_ids: readonly string[]
  readonly instructions: string | null
}

const agents = '/api/agents'
const named = (name: string) => demo.agents.find((agent) => agent.name === name)?.id ?? ''
const base = (name: string) => demo.knowledge_bases.find((one) => one.name === name)?.id ?? ''

const newAgent = async (visitor: Visitor, fields: object = {}) =>
  (
    await visitor.call<Enveloped<Agent>>(`POST ${agents}`, {
      body: { name: 'Gardener', ...fields },
    })
  ).json.data
const agentOf = async (visitor: Visitor, id: string) =>
  (await visitor.call<Enveloped<Agent>>(`GET ${agents}/${id}`)).json.data

describeTransports('agents', (mount) => {
  it('an agent can be created from only a name, as a private draft of the caller', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { status, json } = await visitor.call<Enveloped<Agent>>(`POST ${agents}`, {
      body: { name: 'Gardener', is_active: false },
    })
    expect([status, json]).toMatchObject([
      200,
      {
        success: true,
        data: {
          name: 'Gardener',
          status: 'draft',
          execution_mode: 'react',
          is_active: true,
          visibility: 'personal',
          kb_ids: [],
          source: 'own',
        },
      },
    ])
    expect(agentRecord.safeParse(json.data).error).toBeUndefined()
    expect(await agentOf(visitor, json.data.id)).toEqual(json.data)
    const { items } = (await visitor.call<Paged<Agent>>(`GET ${agents}`)).json
    expect(items[0]).toEqual(json.data)
    const other = await signIn(mounted, 'other')
    expect(await other.refusal(`GET ${agents}/${json.data.id}`)).toEqual([404, 'not_found'])
  })

  it('a deleted connector or MCP server is removed from an agent, which can still be saved', async () => {
    const visitor = await signIn(await mount())
    const make = async (operation: string, body: object) =>
      (await visitor.call<Enveloped<{ readonly id: string }>>(operation, { body })).json.data.id
    const connector = await make('POST /api/connectors', {
      name: 'Weather',
      base_url: 'https://weather.example',
    })
    const server = await make('POST /api/mcp-servers', {
      name: 'Tools',
      transport: 'stdio',
      command: 'tools-mcp',
    })
    const agent = await newAgent(visitor, { connector_ids: [connector], mcp_server_ids: [server] })
    expect((await visitor.call(`DELETE /api/connectors/${connector}`)).status).toBe(200)
    expect((await visitor.call(`DELETE /api/mcp-servers/${server}`)).status).toBe(200)
    const stored = await agentOf(visitor, agent.id)
    expect(stored).toMatchObject({ connector_ids: [], mcp_server_ids: [] })
    expect((await visitor.call(`PUT ${agents}/${agent.id}`, { body: stored })).status).toBe(200)
  })

  it('an agent keeps all fields of its creation, and an update changes only the fields that are sent', async () => {
    const visitor = await signIn(await mount())
    const fields = {
      instructions: 'Water the plants.',
      suggested_prompts: ['What needs water?'],
      kb_ids: [base('Help centre')],
      execution_mode: 'dag',
      model_config_json: { model: 'harrow-swift' },
      require_confirmation_for_all: true,
    }
    const { id } = await newAgent(visitor, fields)
    expect(await agentOf(visitor, id)).toMatchObject(fields)
    const body = { name: 'Head gardener', kb_ids: null, is_active: false }
    const { json } = await visitor.call(`PUT ${agents}/${id}`, { body })
    expect(json).toMatchObject({
      data: { ...fields, name: 'Head gardener', kb_ids: [], is_active: false },
    })
  })

  it.each([
    [{}, ['name'], 'missing'],
    [{ name: '' }, ['name'], 'string_too_short'],
    [{ name: 'x', execution_mode: 'fast' }, ['execution_mode'], 'enum'],
    [{ name: 'x', kb_ids: ['a', 5] }, ['kb_ids', 1], 'string_type'],
    [{ name: 'x', model_config_json: 'large' }, ['model_config_json'], 'dict_type'],
  ])('an agent cannot be created from %j', async (body, place, type) => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call(`POST ${agents}`, { body })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', ...place], type }] }])
  })

  it('an agent cannot use records that are unknown or belong to other users', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newAgent(visitor)
    for (const field of ['kb_ids', 'connector_ids', 'mcp_server_ids']) {
      const body = { name: 'x', [field]: ['unknown'] }
      expect(await visitor.refusal(`POST ${agents}`, { body })).toEqual([404, 'not_found'])
      expect(await visitor.refusal(`PUT ${agents}/${id}`, { body })).toEqual([404, 'not_found'])
    }
    const body = { name: 'x', kb_ids: [base('Field notes')] }
    expect(await visitor.refusal(`POST ${agents}`, { body })).toEqual([403, 'forbidden'])
    expect(await agentOf(visitor, id)).toMatchObject({ name: 'Gardener', kb_ids: [] })
  })

  it('an agent that is published globally is visible to every user, and private again after its withdrawal', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const other = await signIn(mounted, 'other')
    const { clock } = mounted.fake.world()
    clock.freeze()
    const { id } = await newAgent(visitor, { instructions: 'Water the plants.' })
    const own = await visitor.call(`POST ${agents}/${id}/publish`)
    expect(own.json).toMatchObject({
      data: { status: 'published', published_at: clock.iso(), visibility: 'personal' },
    })
    expect(await other.refusal(`GET ${agents}/${id}`)).toEqual([404, 'not_found'])
    await visitor.call(`POST ${agents}/${id}/publish`, { body: { visibility: 'global' } })
    expect(await agentOf(other, id)).toMatchObject({ source: 'market', instructions: null })
    const back = await visitor.call(`POST ${agents}/${id}/unpublish`)
    expect(back.json).toMatchObject({
      data: { status: 'draft', published_at: null, visibility: 'personal' },
    })
    expect(await other.refusal(`GET ${agents}/${id}`)).toEqual([404, 'not_found'])
  })

  it('an agent can be forked by every user who can see it, with the resources that the copy may use', async () => {
    const other = await signIn(await mount(), 'other')
    const original = named('Finance Analyst')
    const { status, json } = await other.call<Enveloped<Agent>>(`POST ${agents}/${original}/fork`)
    expect([status, json]).toMatchObject([
      200,
      {
        data: {
          name: 'Finance Analyst (Copy)',
          forked_from: original,
          status: 'draft',
          visibility: 'personal',
          source: 'own',
          // Empty, because the knowledge base of the original is personal to its owner.
          kb_ids: [],
        },
      },
    ])
    expect(json.data.id).not.toBe(original)
    const unseen = named('Monday Briefing')
    expect(await other.refusal(`POST ${agents}/${unseen}/fork`)).toEqual([404, 'not_found'])
  })

  it('the copy of an agent with a long name has a name of at most 200 characters, so that snapshots can be restored', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const body = { name: `${'a'.repeat(192)}😀${'b'.repeat(6)}` }
    const { json } = await visitor.call<Enveloped<Agent>>(`POST ${agents}`, { body })
    const copy = await visitor.call<Enveloped<Agent>>(`POST ${agents}/${json.data.id}/fork`)
    expect(copy.json.data.name).toBe(`${'a'.repeat(192)} (Copy)`)
    const control = mounted.fake.control()
    await control.restore(structuredClone(control.snapshot()))
  })

  it('an agent can be changed only by its owner', async () => {
    const other = await signIn(await mount(), 'other')
    const one = `${agents}/${named('Support Desk')}`
    const before = await other.call(`GET ${one}`)
    for (const [operation, body] of [
      [`PUT ${one}`, { name: 'Mine now' }],
      [`DELETE ${one}`, undefined],
      [`POST ${one}/publish`, undefined],
      [`POST ${one}/unpublish`, undefined],
    ] as const)
      expect(await other.refusal(operation, { body })).toEqual([404, 'not_found'])
    expect(await other.call(`GET ${one}`)).toMatchObject({ json: before.json })
  })

  it('an agent can be deleted, and its conversations still work', async () => {
    const visitor = await signIn(await mount())
    const { id } = await newAgent(visitor)
    const made = await visitor.call<Enveloped<{ id: string }>>('POST /api/conversations', {
      body: { agent_id: id },
    })
    const gone = await visitor.call(`DELETE ${agents}/${id}`)
    expect(gone.json).toEqual({ success: true, data: { deleted: id } })
    expect(await visitor.refusal(`GET ${agents}/${id}`)).toEqual([404, 'not_found'])
    const body = { q: 'Are you there?', conversation_id: made.json.data.id }
    const events = await visitor.stream('POST /api/react', { body })
    expect(events.at(-1)?.event).toBe('end')
  })
})
