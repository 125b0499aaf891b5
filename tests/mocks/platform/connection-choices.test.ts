import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { describeTransports } from '../../support/transports.ts'
import { type Enveloped, signIn } from '../../support/visitor.ts'
import { taking } from '../../support/workflow-tools.ts'

const partial = { profile: readProfile({ picks: { 'connections.partial-update': 'partial' } }) }

type Made = Enveloped<{ id: string } & Record<string, unknown>>

const connector = {
  name: 'Weather',
  type: 'api',
  base_url: 'https://weather.example/v1',
  auth_type: 'bearer',
  auth_config: { token: 'hush', token_prefix: 'Bearer' },
}
const server = { name: 'Files', transport: 'stdio', command: 'files-mcp', env: { TOKEN: 'hush' } }
const action = { name: 'forecast', path: '/forecast', method: 'POST' }

describeTransports('a partial change', (mount) => {
  it.each([
    ['connectors', '/api/connectors', connector],
    ['MCP servers', '/api/mcp-servers', server],
    ['organizations', '/api/orgs', { name: 'Harbour', description: 'Boats' }],
  ])('a partial change keeps the other fields of %s', async (_kind, path, body) => {
    const visitor = await signIn(await mount(partial))
    const made = await visitor.call<Made>(`POST ${path}`, { body })
    const { id } = made.json.data
    const change = { name: 'Renamed', description: null }
    const { status, json } = await visitor.call<Made>(`PUT ${path}/${id}`, { body: change })
    expect(status).toBe(200)
    const changed = ['name', 'updated_at', 'version']
    const rest = (record: object) =>
      Object.fromEntries(Object.entries(record).filter(([field]) => !changed.includes(field)))
    expect(json.data['name']).toBe('Renamed')
    expect(rest(json.data)).toEqual(rest(made.json.data))
  })

  it('a partial change of a connector action keeps the other fields of the action', async () => {
    const visitor = await signIn(await mount(partial))
    const made = await visitor.call<Made>('POST /api/connectors', { body: connector })
    const path = `/api/connectors/${made.json.data.id}/actions`
    const added = await visitor.call<Made>(`POST ${path}`, { body: action })
    const { json } = await visitor.call<Made>(`PUT ${path}/${added.json.data.id}`, {
      body: { requires_confirmation: true },
    })
    expect(json.data).toMatchObject({ ...action, requires_confirmation: true })
  })

  it('a partial change is still validated, and an API connector keeps a URL', async () => {
    const visitor = await signIn(await mount(partial))
    const made = await visitor.call<Made>('POST /api/connectors', { body: connector })
    const operation = `PUT /api/connectors/${made.json.data.id}`
    expect((await visitor.call(operation, { body: { name: 5 } })).status).toBe(422)
    expect((await visitor.call(operation, { body: { base_url: 'not a URL' } })).status).toBe(422)
    expect(await visitor.refusal(operation, { body: { base_url: null } })).toEqual([200, undefined])
  })

  it('a partial change is refused by a deployment that replaces the whole record', async () => {
    const visitor = await signIn(await mount())
    const made = await visitor.call<Made>('POST /api/connectors', { body: connector })
    const operation = `PUT /api/connectors/${made.json.data.id}`
    const { status, json } = await visitor.call(operation, { body: { description: 'New' } })
    expect([status, json]).toMatchObject([422, { detail: [{ loc: ['body', 'name'] }] }])
  })
})

const scoped = { profile: readProfile({ picks: { 'connections.audience': 'scope' } }) }

describeTransports('a publication that names its scope', (mount) => {
  it.each([
    ['agents', '/api/agents', { name: 'Helper' }],
    ['connectors', '/api/connectors', connector],
    ['knowledge bases', '/api/knowledge-bases', { name: 'Tides' }],
    ['workflows', '/api/workflows', { name: 'Refund', blueprint: taking(1) }],
  ])(
    'a publication that names its scope makes %s visible to the users in this scope',
    async (_kind, path, body) => {
      const visitor = await signIn(await mount(scoped))
      const made = await visitor.call<Made>(`POST ${path}`, { body })
      const publish = (sent: object) =>
        visitor.call<Made>(`POST ${path}/${made.json.data.id}/publish`, { body: sent })
      expect((await publish({})).json).toMatchObject({ detail: [{ loc: ['body', 'scope'] }] })
      expect((await publish({ scope: 'everyone' })).json).toMatchObject({ error: 'bad_request' })
      expect((await publish({ scope: 'org' })).status).toBe(400)
      const { status, json } = await publish({ scope: 'global' })
      expect([status, json.data['visibility']]).toEqual([200, 'global'])
    },
  )
})
