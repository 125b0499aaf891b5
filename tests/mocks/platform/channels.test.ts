import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { channel as channelRecord } from '../../../contract/records/channel.ts'
import { demo, describeTransports, mountInProcess } from '../../support/transports.ts'
import { type Enveloped, type Paged, signIn, visit, type Visitor } from '../../support/visitor.ts'

type Channel = { readonly id: string; readonly name: string; readonly [field: string]: unknown }

const idOf = (name: string) => demo.channels.find((one) => one.name === name)?.id ?? ''
const orgOf = (name: string) => demo.organizations.find((one) => one.name === name)?.id ?? ''
const [headquarters, subsidiary] = [orgOf('Fernhollow Instruments'), orgOf('Fernhollow Canada')]

const draft = {
  name: 'Warehouse desk',
  type: 'feishu',
  config: { app_id: 'cli_1', app_secret: 'hush', encrypt_key: 'hush', chat_id: 'oc_1' },
}
const create = async (visitor: Visitor, fields: object = {}): Promise<Channel> => {
  const body = { ...draft, ...fields }
  return (await visitor.call<Enveloped<Channel>>('POST /api/channels', { body })).json.data
}
const names = async (visitor: Visitor, query = '') => {
  const { json } = await visitor.call<Paged<Channel>>(`GET /api/channels${query}`)
  return json.items.map(({ name }) => name).toSorted()
}

describeTransports('channels', (mount) => {
  it('channels are listed for members of their organization, and personal channels only for their creator', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    expect(await names(visitor)).toEqual([
      'Finance approvals',
      'Incident room',
      'Notes to myself',
      'Support leads',
    ])
    expect(await names(visitor, `?org_id=${headquarters}`)).toEqual([
      'Finance approvals',
      'Incident room',
      'Support leads',
    ])
    expect(await names(await signIn(mounted, 'other'))).toEqual(['Toronto crew'])
    expect(await visitor.refusal(`GET /api/channels?org_id=${subsidiary}`)).toEqual([
      404,
      'not_found',
    ])
  })

  it('channels are created with 201, with every secret masked', async () => {
    const visitor = await signIn(await mount())
    const { status, text, json } = await visitor.call<Enveloped<Channel>>('POST /api/channels', {
      body: { ...draft, org_id: headquarters },
    })
    expect(status).toBe(201)
    expect(text).not.toContain('hush')
    expect(channelRecord.safeParse(json.data).error).toBeUndefined()
    expect(json.data).toMatchObject({
      org_id: headquarters,
      config: { app_id: 'cli_1', app_secret: '***', encrypt_key: '***', chat_id: 'oc_1' },
      callback_url: `/api/channels/${json.data.id}/callback`,
    })
  })

  it('an update of a channel changes only the sent fields; a masked secret that is sent back keeps its value', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { id, config } = await create(visitor)
    const changes = { config: { ...(config as object), chat_id: 'oc_2' }, is_active: false }
    const { json } = await visitor.call(`PATCH /api/channels/${id}`, { body: changes })
    expect(json).toMatchObject({ data: { name: draft.name, ...changes } })
    expect(mounted.fake.world().store.channels.get(id)?.config).toEqual({
      ...draft.config,
      chat_id: 'oc_2',
    })
  })

  it('channels mask values at any depth whose field names a secret, and accept a masked value in a change', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const config = {
      apps: [{ id: 1, apiKey: 'hush-1' }, { 'X-Api-Key': 'hush-2' }, [{ passphrase: 'hush-3' }]],
      proxy: { headers: { Authorization: 'Bearer hush-4' }, monkey: 'seen' },
    }
    const { text, json } = await visitor.call<Enveloped<Channel>>('POST /api/channels', {
      body: { ...draft, config },
    })
    expect(text).not.toContain('hush')
    expect(json.data.config).toEqual({
      apps: [{ id: 1, apiKey: '***' }, { 'X-Api-Key': '***' }, [{ passphrase: '***' }]],
      proxy: { headers: { Authorization: '***' }, monkey: 'seen' },
    })
    const { id, config: shown } = json.data
    await visitor.call(`PATCH /api/channels/${id}`, { body: { config: shown } })
    expect(mounted.fake.world().store.channels.get(id)?.config).toEqual(config)
    const journal = JSON.stringify(mounted.fake.control().journal.read(2))
    expect(journal).toContain('monkey')
    expect(journal).not.toContain('hush')
  })

  it('a deleted channel gets 404, and the response of the deletion has no body', async () => {
    const visitor = await signIn(await mount())
    const { id } = await create(visitor)
    const { status, text } = await visitor.call(`DELETE /api/channels/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect(await visitor.refusal(`GET /api/channels/${id}`)).toEqual([404, 'not_found'])
  })

  it('channels of an organization are managed by its owners and admins', async () => {
    const mounted = await mount()
    const [owner, other] = [await signIn(mounted), await signIn(mounted, 'other')]
    const body = { ...draft, org_id: headquarters }
    const add = { body: { email: 'other@example.com' } }
    expect(await other.refusal('POST /api/channels', { body })).toEqual([404, 'not_found'])
    await owner.call(`POST /api/orgs/${headquarters}/members`, add)
    expect(await other.refusal('POST /api/channels', { body })).toEqual([403, 'forbidden'])
    const path = `/api/channels/${idOf('Finance approvals')}`
    expect((await other.call(`GET ${path}`)).status).toBe(200)
    expect(await other.refusal(`DELETE ${path}`)).toEqual([403, 'forbidden'])
    expect(await other.refusal(`GET /api/channels/${idOf('Notes to myself')}`)).toEqual([
      404,
      'not_found',
    ])
  })

  it('channels are deleted with their organization', async () => {
    const visitor = await signIn(await mount())
    await visitor.call(`DELETE /api/orgs/${headquarters}`)
    expect(await names(visitor)).toEqual(['Notes to myself'])
  })

  it('the test of a channel returns ok or an error, and a discovery returns the chats of a provider', async () => {
    const visitor = await signIn(await mount())
    const test = async (id: string) =>
      (await visitor.call<Enveloped<object>>(`POST /api/channels/${id}/test`)).json.data
    const wrong = { ok: false, error: expect.any(String) }
    expect(await test(idOf('Incident room'))).toEqual({ ok: true, error: null })
    expect(await test(idOf('Notes to myself'))).toEqual(wrong)
    expect(await test((await create(visitor, { config: {} })).id)).toEqual(wrong)
    const { json } = await visitor.call('POST /api/channels/discover-chats', {
      body: { type: 'slack', config: { bot_token: 'hush' } },
    })
    expect(json).toMatchObject({
      data: { chats: [{ name: '#finance' }, { name: '#support-leads' }] },
    })
  })

  it('a discovery lists two chats with the same name, and only the other one after one was deleted', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const records = '/__control/records/chats'
    const control = visit(mounted)
    const chats = ['c1', 'c2'].map((id) => ({ id, type: 'slack', name: 'Bob' }))
    for (const body of chats) await control.call(`POST ${records}`, { body })
    const discover = async () => {
      const body = { type: 'slack', config: { bot_token: 'hush' } }
      const sent = { body }
      const found = await visitor.call<Enveloped<{ chats: { chat_id: string; name: string }[] }>>(
        'POST /api/channels/discover-chats',
        sent,
      )
      return found.json.data.chats
        .filter(({ name }) => name === 'Bob')
        .map(({ chat_id }) => chat_id)
    }
    expect(await discover()).toEqual(['c1', 'c2'])
    await control.call(`DELETE ${records}/c1`)
    expect(await discover()).toEqual(['c2'])
  })

  it('channels are not created from invalid input', async () => {
    const visitor = await signIn(await mount())
    for (const fields of [{ type: 'pigeon' }, { name: '' }, { config: 'none' }])
      expect(
        await visitor.refusal('POST /api/channels', { body: { ...draft, ...fields } }),
      ).toEqual([422, undefined])
  })
})

const playing = (picks: object) => signIn(mountInProcess({ profile: readProfile({ picks }) }))

describe('channels of differently configured deployments', () => {
  it('channels require an organization if the deployment is configured so', async () => {
    const visitor = await playing({ 'channels.organization': 'required' })
    expect(await visitor.refusal('GET /api/channels')).toEqual([422, undefined])
    expect(await visitor.refusal('POST /api/channels', { body: draft })).toEqual([422, undefined])
    expect(await names(visitor, `?org_id=${headquarters}`)).toHaveLength(3)
  })

  it('a created channel is returned with 200 and without an envelope if the deployment is configured so', async () => {
    const visitor = await playing({
      'channels.envelope': 'bare',
      'channels.creation-status': 200,
    })
    const { status, json } = await visitor.call('POST /api/channels', { body: draft })
    expect([status, json]).toMatchObject([200, { name: draft.name }])
  })
})
