import { beforeEach, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import { visit, type Visitor } from '../support/visitor.ts'
import { answer as answerTo, market, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = {
  readonly data: Row & { readonly items: readonly Row[] }
  readonly items: readonly Row[]
  readonly error_code?: unknown
  readonly access_token?: string
}

let mounted: Mounted
let demo: Visitor
let other: Visitor
beforeEach(async () => {
  ;({ mounted, demo, other } = await twoUsers())
})

const answer = (visitor: Visitor, operation: string, body?: unknown) =>
  answerTo<Body>(visitor, operation, body)
const data = async (visitor: Visitor, operation: string, body?: unknown) =>
  (await answer(visitor, operation, body)).data
const listed = async (visitor: Visitor, path: string, id: string) =>
  (await answer(visitor, `GET ${path}?size=100`)).items.find((one) => one.id === id)
const inMarket = async (visitor: Visitor, scope: string, id: string) =>
  (await data(visitor, `GET /api/market?size=100&scope=${scope}`)).items.find(
    (one) => one.id === id,
  )

const kinds = [
  ['agent', '/api/agents', { name: 'Shared', instructions: 'Secret' }],
  ['knowledge_base', '/api/knowledge-bases', { name: 'Shared' }],
  ['connector', '/api/connectors', { name: 'Shared', base_url: 'https://shared.example.com' }],
] as const

describe.each(kinds)('who sees a shared %s of the known deployment', (kind, path, body) => {
  it('a shared record is shown to its owner and subscribers, and not to members without a subscription', async () => {
    const { id: org } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    await answer(demo, `POST /api/orgs/${org}/members`, { email: 'other@example.com' })
    const { id } = await data(demo, `POST ${path}`, body)
    await answer(demo, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
    expect(await listed(demo, path, id)).toMatchObject({ source: 'own' })
    expect(await listed(other, path, id)).toBeUndefined()
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(404)
    const shown = { resource_type: kind, is_own: false, is_subscribed: false, org_name: 'Depot' }
    expect(await inMarket(other, `org:${org}`, id)).toMatchObject(shown)
    const subscription = { resource_type: kind, resource_id: id, org_id: org }
    const subscribed = await data(other, 'POST /api/market/subscribe', subscription)
    expect(subscribed).toMatchObject({ subscribed: true })
    await answer(other, 'POST /api/market/subscribe', subscription)
    expect((await answer(other, 'GET /api/me/subscriptions')).items).toMatchObject([
      { resource_id: id, resource_name: 'Shared', org_id: org },
    ])
    expect(await inMarket(other, `org:${org}`, id)).toMatchObject({ is_subscribed: true })
    const hidden = { agent: { instructions: null }, connector: { base_url: null } }
    expect(await listed(other, path, id)).toMatchObject({
      source: 'org',
      ...(kind !== 'knowledge_base' && hidden[kind]),
    })
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(200)
    await answer(other, 'DELETE /api/market/unsubscribe', subscription)
    expect(await listed(other, path, id)).toBeUndefined()
    expect((await answer(other, `GET ${path}/${id}`)).status).toBe(404)
  })

  it('a record published for all users is shown to nobody else, and a record in the market is shown after its review', async () => {
    const { id } = await data(demo, `POST ${path}`, body)
    await answer(demo, `POST ${path}/${id}/publish`, { scope: 'global' })
    expect(await listed(other, path, id)).toBeUndefined()
    expect(await inMarket(other, 'market', id)).toBeUndefined()
    const { id: offered } = await data(other, `POST ${path}`, body)
    await answer(other, `POST ${path}/${offered}/publish`, { scope: 'org', org_id: market })
    const subscription = { resource_type: kind, resource_id: offered, org_id: market }
    expect(await answer(demo, 'POST /api/market/subscribe', subscription)).toMatchObject({
      status: 404,
      error_code: 'resource_not_found',
    })
    const items = [{ resource_type: kind, resource_id: offered }]
    await answer(demo, 'POST /api/admin/reviews/batch-approve', { items })
    // The market has no knowledge bases.
    const isOffered = kind !== 'knowledge_base'
    expect((await inMarket(demo, 'market', offered)) !== undefined).toBe(isOffered)
    await answer(demo, 'POST /api/market/subscribe', subscription)
    expect(await listed(demo, path, offered)).toMatchObject({ source: 'market' })
  })
})

describe('the market of the known deployment', () => {
  it('the lists of a new user are empty', async () => {
    const account = { email: 'new@example.com', password: 'a-long-password' }
    const { access_token } = await answer(visit(mounted), 'POST /api/auth/register', account)
    const fresh = visit(mounted, access_token)
    for (const path of ['agents', 'knowledge-bases', 'connectors', 'workflows', 'skills'])
      expect((await answer(fresh, `GET /api/${path}`)).items).toEqual([])
    expect((await data(fresh, 'GET /api/market')).items).not.toEqual([])
  })

  it('a scope that is none, and one of a foreign organization, are refused', async () => {
    const { id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    expect(await answer(other, 'GET /api/market?scope=moon')).toMatchObject({
      status: 400,
      error_code: 'invalid_scope',
    })
    expect(await answer(other, `GET /api/market?scope=org:${id}`)).toMatchObject({
      status: 403,
      error_code: 'not_org_member',
    })
  })
})
