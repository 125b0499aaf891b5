import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { mcpServer as serverRecord } from '../../../contract/records/mcp-server.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, type Visitor } from '../../support/visitor.ts'

type Server = { readonly id: string; readonly name: string; readonly [field: string]: unknown }

const idOf = (name: string) => demo.mcp_servers.find((one) => one.name === name)?.id ?? ''
const local = { name: 'Files', transport: 'stdio', command: 'files-mcp', args: ['--read-only'] }

const create = async (visitor: Visitor, fields: object = {}): Promise<Server> => {
  const body = { ...local, ...fields }
  return (await visitor.call<Enveloped<Server>>('POST /api/mcp-servers', { body })).json.data
}
const read = async (visitor: Visitor, path: string): Promise<Server> =>
  (await visitor.call<Enveloped<Server>>(`GET /api/mcp-servers/${path}`)).json.data

describeTransports('MCP servers', (mount) => {
  it('MCP servers are listed if the caller can see them', async () => {
    const mounted = await mount()
    const names = async (user: string) => {
      const visitor = await signIn(mounted, user)
      const { items } = (await visitor.call<Paged<Server>>('GET /api/mcp-servers')).json
      for (const item of items) expect(serverRecord.safeParse(item).error).toBeUndefined()
      return items.map(({ name }) => name).toSorted()
    }
    expect(await names('demo')).toEqual(['Incident tools', 'Parts catalogue', 'Web search'])
    expect(await names('other')).toEqual(['Incident tools', 'Site cameras'])
  })

  it('MCP servers are created, read, replaced and deleted', async () => {
    const visitor = await signIn(await mount())
    const server = await create(visitor, { description: 'Plans', env: { ROOT_TOKEN: 'hush' } })
    expect(server).toMatchObject({ ...local, env: { ROOT_TOKEN: '***' }, tool_count: 0 })
    expect(await read(visitor, server.id)).toEqual(server)
    const body = { name: 'Files', transport: 'sse', url: 'https://files.example/mcp' }
    await visitor.call(`PUT /api/mcp-servers/${server.id}`, { body })
    expect(await read(visitor, server.id)).toMatchObject({
      ...body,
      command: null,
      description: null,
      updated_at: expect.any(String),
    })
    expect((await visitor.call(`DELETE /api/mcp-servers/${server.id}`)).json).toEqual({
      success: true,
      data: { deleted: server.id },
    })
    expect(await visitor.refusal(`GET /api/mcp-servers/${server.id}`)).toEqual([404, 'not_found'])
  })

  it('MCP servers of a fixture return only the names of their secrets', async () => {
    const secrets = { env: { ROOT_TOKEN: 'hush' }, headers: { Authorization: 'hush' } }
    const mcp_servers = demo.mcp_servers.map((server) => ({ ...server, ...secrets }))
    const visitor = await signIn(await mount({ fixture: { ...demo, mcp_servers } }))
    expect(await read(visitor, idOf('Web search'))).toMatchObject({
      env: { ROOT_TOKEN: '***' },
      headers: { Authorization: '***' },
    })
  })

  it('MCP servers require the fields of their transport', async () => {
    const visitor = await signIn(await mount())
    const places = async (body: object) => {
      type Invalid = { readonly detail: readonly { readonly loc: readonly string[] }[] }
      const { status, json } = await visitor.call<Invalid>('POST /api/mcp-servers', { body })
      return [status, ...json.detail.map(({ loc }) => loc.join('.'))]
    }
    expect(await places({ name: 'A', transport: 'stdio' })).toEqual([422, 'body.command'])
    expect(await places({ name: 'A', transport: 'sse' })).toEqual([422, 'body.url'])
    expect(await places({ name: 'A', transport: 'pigeon' })).toEqual([422, 'body.transport'])
    const url = 'ftp://files.example'
    expect(await places({ name: 'A', transport: 'sse', url })).toEqual([422, 'body.url'])
  })

  it('MCP servers are changed only by their owner', async () => {
    const visitor = await signIn(await mount())
    const refusal = (name: string) => visitor.refusal(`DELETE /api/mcp-servers/${idOf(name)}`)
    expect(await refusal('Web search')).toEqual([403, 'forbidden'])
    expect(await refusal('Site cameras')).toEqual([404, 'not_found'])
  })

  it('MCP servers return their tools when they are tested', async () => {
    const visitor = await signIn(await mount())
    const test = async (id: string) =>
      (await visitor.call<Enveloped<object>>(`POST /api/mcp-servers/${id}/test`)).json.data
    expect(await test(idOf('Web search'))).toEqual({
      ok: true,
      error: null,
      tools: demo.mcp_servers.find(({ name }) => name === 'Web search')?.tools,
    })
    const down = await create(visitor, { transport: 'sse', url: 'https://files.invalid/mcp' })
    const wrong = { ok: false, error: expect.any(String), tools: [] }
    expect(await test(down.id)).toEqual(wrong)
    expect(await test((await create(visitor, { is_active: false })).id)).toEqual(wrong)
  })

  it('MCP servers accept credentials of each user, and return only their names', async () => {
    const mounted = await mount()
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const id = idOf('Incident tools')
    const path = `/api/mcp-servers/${id}/my-credentials`
    const none = { has_credentials: false, env_keys: [], header_keys: [] }
    expect((await visitor.call(`GET ${path}`)).json).toEqual({ success: true, data: none })

    const body = { env: { TOKEN: 'hush' }, headers: { Authorization: 'hush' } }
    const saved = await visitor.call(`PUT ${path}`, { body })
    expect(saved.json).toEqual({ success: true, data: { saved: true } })
    expect(await read(visitor, `${id}/my-credentials`)).toEqual({
      has_credentials: true,
      env_keys: ['TOKEN'],
      header_keys: ['Authorization'],
    })
    expect(await read(visitor, id)).toMatchObject({ my_has_credentials: true })
    expect(await read(other, id)).toMatchObject({ my_has_credentials: false })

    const cleared = await visitor.call(`PUT ${path}`, { body: { env: {} } })
    expect(cleared.json).toEqual({ success: true, data: { saved: true, cleared: true } })
    expect(await read(visitor, `${id}/my-credentials`)).toEqual(none)
    const wrong = { body: { env: { TOKEN: 7 } } }
    expect(await visitor.refusal(`PUT ${path}`, wrong)).toEqual([422, undefined])
    const missing = `PUT /api/mcp-servers/${idOf('Site cameras')}/my-credentials`
    expect(await visitor.refusal(missing, { body })).toEqual([404, 'not_found'])
  })
})

describe('a deployment that returns stored credentials', () => {
  it('the secrets of servers and connectors of a fixture are returned if the deployment is configured so', async () => {
    const picks = { 'mcp-servers.stored-credentials': 'clear' }
    const env = { ROOT_TOKEN: 'hush' }
    const auth_config = { token: 'hush' }
    const fixture = {
      ...demo,
      mcp_servers: demo.mcp_servers.map((server) => ({ ...server, env })),
      connectors: demo.connectors.map((connector) => ({ ...connector, auth_config })),
    }
    const visitor = await signIn(mountInProcess({ fixture, profile: readProfile({ picks }) }))
    expect(await read(visitor, idOf('Web search'))).toMatchObject({ env })
    const { json } = await visitor.call<Paged<object>>('GET /api/connectors')
    expect(json.items).toContainEqual(expect.objectContaining({ auth_config }))
  })

  it('stored credentials are returned with their values if the deployment is configured so', async () => {
    const picks = { 'mcp-servers.stored-credentials': 'clear' }
    const visitor = await signIn(mountInProcess({ profile: readProfile({ picks }) }))
    const { id } = await create(visitor)
    await visitor.call(`PUT /api/mcp-servers/${id}/my-credentials`, { body: { env: { A: 'b' } } })
    expect(await read(visitor, `${id}/my-credentials`)).toMatchObject({ env: { A: 'b' } })
  })
})
