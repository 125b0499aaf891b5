import { expect, it } from 'vitest'
import { connector as connectorRecord } from '../../../contract/records/connector.ts'
import { demo, describeTransports } from '../../support/transports.ts'
import {
  type Enveloped,
  keyOf,
  type Paged,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

type Connector = { readonly id: string; readonly name: string; readonly [field: string]: unknown }

const idOf = (name: string) => demo.connectors.find((one) => one.name === name)?.id ?? ''
const api = { name: 'Weather', base_url: 'https://weather.example/v1' }

const create = async (visitor: Visitor, fields: object = {}): Promise<Connector> => {
  const body = { ...api, ...fields }
  return (await visitor.call<Enveloped<Connector>>('POST /api/connectors', { body })).json.data
}
const read = async (visitor: Visitor, id: string): Promise<Connector> =>
  (await visitor.call<Enveloped<Connector>>(`GET /api/connectors/${id}`)).json.data

describeTransports('connectors', (mount) => {
  it('connectors of the user, of organizations and of the market are listed, newest first', async () => {
    const mounted = await mount()
    const seen = async (user: string) => {
      const visitor = await signIn(mounted, user)
      const { items } = (await visitor.call<Paged<Connector>>('GET /api/connectors')).json
      expect(items.map((item) => connectorRecord.safeParse(item).error)).not.toContainEqual(
        expect.anything(),
      )
      return Object.fromEntries(items.map(({ name, source }) => [name, source]))
    }
    expect(await seen('demo')).toEqual({
      Orders: 'own',
      Ledger: 'own',
      'Old shop': 'own',
      Warehouse: 'org',
      'Customers and partners': 'market',
    })
    expect(await seen('other')).toEqual({
      'Site calendar': 'own',
      Orders: 'market',
      'Customers and partners': 'market',
    })
  })

  it('connectors are created in a success envelope, with defaults for missing fields', async () => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call<Enveloped<Connector>>('POST /api/connectors', {
      body: api,
    })
    expect([status, json]).toMatchObject([
      200,
      { success: true, data: { ...api, type: 'api', auth_type: 'none', is_active: true } },
    ])
    expect(json.data).toMatchObject({ visibility: 'personal', source: 'own', actions: [] })
    const list = await visitor.call<Paged<Connector>>('GET /api/connectors?size=1')
    expect(list.json.items).toEqual([json.data])
  })

  it('connectors need an http or https base URL if they are an API', async () => {
    const visitor = await signIn(await mount())
    const send = (body: object) => visitor.refusal('POST /api/connectors', { body })
    expect(await send({ name: 'None' })).toEqual([400, 'bad_request'])
    expect(await send({ name: 'A file', base_url: 'file:///etc/hosts' })).toEqual([422, undefined])
    expect(await send({ name: 'No host', base_url: 'https://' })).toEqual([422, undefined])
    expect(await send({ name: '', base_url: 'https://a.example' })).toEqual([422, undefined])
    expect(await send({ name: 'A database', type: 'database' })).toEqual([200, undefined])
  })

  it('connectors never return a secret', async () => {
    const visitor = await signIn(await mount())
    const { id } = await create(visitor, {
      auth_type: 'api_key',
      auth_config: { header: 'X-Key', api_key: 'hush-1', nested: [{ clientSecret: 'hush-2' }] },
      db_config: { host: 'db.example', password: 'hush-3' },
    })
    const { text, json } = await visitor.call(`GET /api/connectors/${id}`)
    expect(text).not.toContain('hush')
    expect(json).toMatchObject({
      data: {
        auth_config: { header: 'X-Key', nested: [{}] },
        db_config: { host: 'db.example', password: '***' },
        has_default_credentials: true,
      },
    })
  })

  it('connectors of a fixture never return a secret, and `has_default_credentials` is true if they have a secret', async () => {
    const [orders] = demo.connectors.filter(({ name }) => name === 'Orders')
    if (orders === undefined) throw new Error('There is no such connector.')
    const connector = {
      ...orders,
      auth_config: { header: 'X-Key', api_key: 'hush-1' },
      db_config: { host: 'db.example', password: 'hush-2' },
      has_default_credentials: false,
    }
    const mounted = await mount({ fixture: { ...demo, connectors: [connector] } })
    const { text, json } = await (await signIn(mounted)).call('GET /api/connectors')
    expect(text).not.toContain('hush')
    expect(json).toMatchObject({
      items: [
        {
          auth_config: { header: 'X-Key' },
          db_config: { host: 'db.example', password: '***' },
          has_default_credentials: true,
        },
      ],
    })
  })

  it('connectors are replaced completely, except for a secret that was returned masked', async () => {
    const visitor = await signIn(await mount())
    const { id, created_at } = await create(visitor, {
      description: 'Rain and wind',
      auth_type: 'bearer',
      auth_config: { token: 'hush' },
    })
    const body = { ...api, name: 'Climate', auth_type: 'bearer' }
    const { status } = await visitor.call(`PUT /api/connectors/${id}`, { body })
    expect(status).toBe(200)
    expect(await read(visitor, id)).toMatchObject({
      name: 'Climate',
      description: null,
      has_default_credentials: true,
      version: 2,
      created_at,
      updated_at: expect.any(String),
    })
    expect(await visitor.refusal(`PATCH /api/connectors/${id}`, { body })).toEqual([
      405,
      'method_not_allowed',
    ])
  })

  it('connectors are disabled and enabled', async () => {
    const visitor = await signIn(await mount())
    const { id } = await create(visitor)
    const toggle = async () => (await visitor.call(`POST /api/connectors/${id}/toggle`)).json
    expect(await toggle()).toEqual({ success: true, data: { id, is_active: false } })
    expect(await read(visitor, id)).toMatchObject({ is_active: false })
    expect(await toggle()).toEqual({ success: true, data: { id, is_active: true } })
  })

  it('connectors get 404 after they are deleted', async () => {
    const visitor = await signIn(await mount())
    const { id } = await create(visitor)
    const { json } = await visitor.call(`DELETE /api/connectors/${id}`)
    expect(json).toEqual({ success: true, data: { deleted: id } })
    expect(await visitor.refusal(`GET /api/connectors/${id}`)).toEqual([404, 'not_found'])
  })

  it('connectors are changed only by their owner', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const refusals = (name: string) =>
      Promise.all(
        ['POST :/toggle', 'DELETE :', 'POST :/unpublish'].map((operation) =>
          visitor.refusal(operation.replace(':', `/api/connectors/${idOf(name)}`)),
        ),
      )
    expect(new Set((await refusals('Warehouse')).flat())).toEqual(new Set([403, 'forbidden']))
    expect(new Set((await refusals('Site calendar')).flat())).toEqual(new Set([404, 'not_found']))
  })

  it('connectors show their sign-in settings only to their owner', async () => {
    const visitor = await signIn(await mount(), 'other')
    expect(await read(visitor, idOf('Orders'))).toMatchObject({ auth_config: null })
  })

  it('connectors are published to everybody or to an organization, and withdrawn', async () => {
    const mounted = await mount()
    const [owner, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const { id } = await create(owner)
    const status = async () => (await other.call(`GET /api/connectors/${id}`)).status
    const publish = (body: object) =>
      owner.call<Enveloped<Connector>>(`POST /api/connectors/${id}/publish`, { body })

    expect((await publish({ visibility: 'org' })).status).toBe(400)
    expect((await publish({})).json.data).toMatchObject({ visibility: 'global' })
    expect(await status()).toBe(200)
    const organization = demo.organizations[0]?.id
    expect((await publish({ visibility: 'org', org_id: organization })).json.data).toMatchObject({
      visibility: 'org',
      org_id: organization,
    })
    expect(await status()).toBe(404)
    expect((await publish({ visibility: 'org', org_id: demo.organizations[1]?.id })).status).toBe(
      403,
    )
    await publish({ visibility: 'global' })
    const { json } = await owner.call(`POST /api/connectors/${id}/unpublish`)
    expect(json).toMatchObject({ data: { visibility: 'personal', org_id: null } })
    expect(await status()).toBe(404)
  })

  it('connectors have actions that are added, replaced and deleted', async () => {
    const visitor = await signIn(await mount())
    const { id } = await create(visitor)
    const at = `/api/connectors/${id}/actions`
    const action = { name: 'forecast', path: '/forecast' }
    const added = await visitor.call<Enveloped<Connector>>(`POST ${at}`, { body: action })
    expect(added.json.data).toMatchObject({ ...action, connector_id: id, method: 'GET' })
    const body = { name: 'report', path: '/reports', method: 'POST', requires_confirmation: true }
    expect((await visitor.call(`PUT ${at}/${added.json.data.id}`, { body })).json).toMatchObject({
      data: body,
    })
    expect(await read(visitor, id)).toMatchObject({ actions: [body] })

    expect(await visitor.refusal(`POST ${at}`, { body: { ...action, path: 'forecast' } })).toEqual([
      422,
      undefined,
    ])
    expect(await visitor.refusal(`PUT ${at}/unknown`, { body })).toEqual([404, 'not_found'])
    const gone = { success: true, data: { deleted: added.json.data.id } }
    expect((await visitor.call(`DELETE ${at}/${added.json.data.id}`)).json).toEqual(gone)
    expect(await read(visitor, id)).toMatchObject({ actions: [] })
  })

  it('a connection test works for stored and unsaved connectors, and finds hosts under .invalid unreachable', async () => {
    const visitor = await signIn(await mount())
    const stored = async (name: string) => {
      const operation = `POST /api/connectors/${idOf(name)}/test-connection`
      return (await visitor.call<Enveloped<object>>(operation)).json.data
    }
    const draft = async (body: object) => {
      const operation = 'POST /api/connectors/test-connection'
      return (await visitor.call<Enveloped<object>>(operation, { body })).json.data
    }
    const fine = { ok: true, error: null }
    const wrong = { ok: false, error: expect.any(String) }
    expect(await stored('Orders')).toEqual(fine)
    expect(await stored('Warehouse')).toEqual(fine)
    expect(await stored('Old shop')).toEqual(wrong)
    expect(await draft({ base_url: 'https://a.example' })).toEqual(fine)
    expect(await draft({ base_url: 'https://a.invalid' })).toEqual(wrong)
    expect(await draft({ type: 'database' })).toEqual(wrong)
    expect(await visitor.refusal('POST /api/connectors/test-connection', { body: {} })).toEqual([
      400,
      'bad_request',
    ])
  })

  it('a connection test fails for a connector or an MCP server of the data without a valid URL', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { records } = mounted.fake.control()
    for (const [kind, path, record] of [
      ['connectors', 'connectors/:/test-connection', { name: 'Shop' }],
      ['mcp_servers', 'mcp-servers/:/test', { name: 'Files', transport: 'sse', url: 'files' }],
    ] as const) {
      const added = await records.add(kind, { ...record, owner: 'demo@example.com' })
      const operation = `POST /api/${path.replace(':', String(added['id']))}`
      const { status, json } = await visitor.call<Enveloped<object>>(operation)
      expect([status, json.data]).toMatchObject([
        200,
        { ok: false, error: 'The connection has no valid URL.' },
      ])
    }
  })

  it('connectors accept credentials of each user, and return only their names', async () => {
    const mounted = await mount()
    const [visitor, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const path = `/api/connectors/${idOf('Orders')}/my-credentials`
    const none = { has_credentials: false, keys: [] }
    const stored = async (who: Visitor) =>
      (await who.call<Enveloped<object>>(`GET ${path}`)).json.data
    expect(await stored(visitor)).toEqual(none)
    const body = { credentials: { api_token: 'hush' } }
    expect((await visitor.call(`PUT ${path}`, { body })).json).toMatchObject({
      data: { saved: true },
    })
    expect(await stored(visitor)).toEqual({ has_credentials: true, keys: ['api_token'] })
    expect(await stored(other)).toEqual(none)
    expect((await visitor.call(`DELETE ${path}`)).json).toMatchObject({
      data: { deleted: idOf('Orders') },
    })
    expect(await stored(visitor)).toEqual(none)
  })

  it('connectors are open to keys with full access or the scope `connectors` only', async () => {
    const mounted = await mount()
    const refusal = (key: string, operation: string) =>
      visit(mounted, keyOf(mounted, key)).refusal(operation, { body: api })
    expect(await refusal('full', 'POST /api/connectors')).toEqual([200, undefined])
    expect(await refusal('connectors', 'POST /api/connectors')).toEqual([200, undefined])
    for (const operation of ['POST /api/connectors', `PUT /api/connectors/${idOf('Orders')}`])
      expect(await refusal('chat', operation)).toEqual([403, 'forbidden'])
    expect(await visit(mounted).refusal('DELETE /api/connectors/any')).toEqual([
      401,
      'unauthorized',
    ])
  })
})
