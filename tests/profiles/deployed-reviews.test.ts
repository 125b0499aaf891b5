import { beforeEach, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import type { Visitor } from '../support/visitor.ts'
import { answer as answerTo, market, nobody, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = {
  readonly data: Row & readonly Row[]
  readonly items: readonly Row[]
  readonly error_code?: unknown
  readonly detail?: unknown
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
/** The status, the code and the message of a refusal. */
async function refused(visitor: Visitor, operation: string, body?: unknown) {
  const { status, error_code, detail } = await answer(visitor, operation, body)
  return [status, error_code, detail]
}

/** An organization of the demo user, with another user as a member. */
async function newOrganization(settings: object = {}): Promise<string> {
  const { id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
  await answer(demo, `PUT /api/orgs/${id}`, settings)
  await answer(demo, `POST /api/orgs/${id}/members`, { email: 'other@example.com' })
  return id
}

const stranger = [403, null, 'Not a member of this organization']

describe('organizations of the known deployment', () => {
  it('a member who does not administer an organization changes neither its members nor its channels', async () => {
    const id = await newOrganization()
    const owner = (await data(demo, `GET /api/orgs/${id}/members`))[0]?.['user_id']
    const member = `/api/orgs/${id}/members/${String(owner)}`
    const channel = { name: 'A', type: 'slack', config: {}, org_id: id }
    for (const [operation, body] of [
      [`POST /api/orgs/${id}/members`, { email: 'new@example.com' }],
      [`PATCH ${member}`, { role: 'member' }],
      [`DELETE ${member}`],
      ['POST /api/channels', channel],
    ] as const)
      expect([operation, ...(await refused(other, operation, body))]).toEqual([
        operation,
        403,
        null,
        'Organization admin access required',
      ])
  })

  it('a foreign, unknown or deleted organization is refused with the same error', async () => {
    const { id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    for (const org_id of [id, nobody]) {
      const path = `/api/orgs/${org_id}`
      for (const [operation, body] of [
        [`GET ${path}`],
        [`GET ${path}/members`],
        [`PUT ${path}`, { name: 'Mine' }],
        [`DELETE ${path}`],
        [`PATCH ${path}/members/${nobody}`, { role: 'admin' }],
        [`DELETE ${path}/members/${nobody}`],
        [`GET /api/channels?org_id=${org_id}`],
      ] as const)
        expect([operation, ...(await refused(other, operation, body))]).toEqual([
          operation,
          ...stranger,
        ])
    }
    expect(await refused(other, `GET /api/orgs/${id}/reviews`)).toEqual(stranger)
    await answer(demo, `DELETE /api/orgs/${id}`)
    expect(await refused(demo, `GET /api/orgs/${id}`)).toEqual(stranger)
  })

  it('a member is added once, by an address or name that exists, and an owner cannot leave', async () => {
    const { id } = await data(demo, 'POST /api/orgs', { name: 'Depot' })
    const path = `/api/orgs/${id}/members`
    const add = async (body: object) => (await refused(demo, `POST ${path}`, body)).slice(0, 2)
    expect(await add({})).toEqual([400, 'username_or_email_required'])
    expect(await add({ email: 'ghost@example.com' })).toEqual([404, 'user_not_found'])
    expect(await add({ email: 'other@example.com', role: 'owner' })).toEqual([
      422,
      'validation_error',
    ])
    expect(await data(demo, `GET ${path}`)).toHaveLength(1)
    expect((await answer(demo, `POST ${path}`, { email: 'other@example.com' })).status).toBe(200)
    expect(await add({ email: 'other@example.com' })).toEqual([409, 'already_member'])
    const { id: self } = await data(demo, 'GET /api/auth/me')
    expect(await refused(demo, `DELETE ${path}/${self}`)).toEqual([
      400,
      'owner_cannot_leave',
      'Owner cannot leave',
    ])
    expect(await data(demo, `GET ${path}`)).toHaveLength(2)
  })

  it('an organization keeps its slug when its name changes, and a second one of the same name gets a suffix', async () => {
    const first = await data(demo, 'POST /api/orgs', { name: 'North Depot' })
    const second = await data(demo, 'POST /api/orgs', { name: 'North Depot' })
    expect(first['slug']).toBe('north-depot')
    expect(second['slug']).toMatch(/^north-depot-[0-9a-f]{6}$/)
    const renamed = await data(demo, `PUT /api/orgs/${first.id}`, { name: 'South Depot' })
    expect(renamed).toMatchObject({ name: 'South Depot', slug: 'north-depot' })
    expect(await data(demo, `GET /api/orgs/${first.id}`)).toMatchObject({ slug: 'north-depot' })
  })
})

const blueprint = {
  nodes: [
    { id: 's', type: 'start', position: { x: 0, y: 0 }, data: {} },
    { id: 'e', type: 'end', position: { x: 300, y: 0 }, data: { output_mapping: {} } },
  ],
  edges: [{ id: 'a', source: 's', target: 'e' }],
}
const kinds = [
  ['agent', '/api/agents', 'review_agents', { name: 'Shared' }],
  ['knowledge_base', '/api/knowledge-bases', 'review_kbs', { name: 'Shared' }],
  [
    'connector',
    '/api/connectors',
    'review_connectors',
    { name: 'Shared', base_url: 'https://shared.example.com' },
  ],
  ['skill', '/api/skills', 'review_skills', { name: 'Shared', content: 'Text' }],
  ['workflow', '/api/workflows', 'review_workflows', { name: 'Shared', blueprint }],
  [
    'mcp_server',
    '/api/mcp-servers',
    'review_mcp_servers',
    { name: 'Shared', transport: 'sse', url: 'https://shared.example.com/sse' },
  ],
] as const

describe.each(kinds)(
  'the review of a shared %s at the known deployment',
  (kind, path, flag, body) => {
    it('a published record waits for a review, which an administrator of the organization rejects or approves', async () => {
      const org = await newOrganization({ [flag]: true })
      const { id } = await data(other, `POST ${path}`, body)
      const publish = () => data(other, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
      expect(await publish()).toMatchObject({
        visibility: 'org',
        org_id: org,
        publish_status: 'pending_review',
      })
      const reviews = `/api/orgs/${org}/reviews`
      const listed = () => data(demo, `GET ${reviews}?status=pending_review&resource_type=${kind}`)
      expect(await listed()).toMatchObject([{ resource_id: id, owner_username: 'other' }])
      const decision = { resource_type: kind, resource_id: id }
      const admins = [403, null, 'Organization admin access required']
      expect(await refused(other, `POST ${reviews}/approve`, decision)).toEqual(admins)
      const missing = { ...decision, resource_id: nobody }
      expect((await refused(demo, `POST ${reviews}/approve`, missing))[1]).toBe(
        'resource_not_found',
      )
      expect(await data(demo, `POST ${reviews}/reject`, { ...decision, note: 'Shorter' })).toEqual({
        ...decision,
        publish_status: 'rejected',
      })
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject({
        publish_status: 'rejected',
        review_note: 'Shorter',
        reviewed_by: expect.any(String),
      })
      expect(await listed()).toEqual([])
      expect((await refused(demo, `POST ${reviews}/approve`, decision))[1]).toBe(
        'not_pending_review',
      )
      await answer(other, `POST ${path}/${id}/resubmit`)
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject({
        publish_status: 'pending_review',
        review_note: null,
        reviewed_by: null,
      })
      await answer(demo, `POST ${reviews}/approve`, decision)
      expect((await refused(other, `POST ${path}/${id}/resubmit`))[1]).toBe('not_rejected')
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject({ publish_status: 'approved' })
      await answer(other, `POST ${path}/${id}/unpublish`)
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject({
        visibility: 'personal',
        org_id: null,
        publish_status: null,
      })
      const log = await data(demo, `GET ${reviews}/log?resource_id=${id}`)
      expect(log.map(({ action }) => action).toSorted()).toEqual([
        'approved',
        'rejected',
        'resubmitted',
        'submitted',
        'unpublished',
      ])
    })

    it('a change of an approved record needs a new review, if the organization reviews such records', async () => {
      const org = await newOrganization({ [flag]: true })
      const { id } = await data(other, `POST ${path}`, body)
      await answer(other, `POST ${path}/${id}/publish`, { scope: 'org', org_id: org })
      const edit = (name: string) => data(other, `PUT ${path}/${id}`, { ...body, name })
      expect(await edit('Second')).not.toHaveProperty('publish_status_reverted')
      const approve = () =>
        answer(demo, `POST /api/orgs/${org}/reviews/approve`, {
          resource_type: kind,
          resource_id: id,
        })
      await approve()
      const waiting = { name: 'Third', publish_status: 'pending_review' }
      expect(await edit('Third')).toMatchObject({ ...waiting, publish_status_reverted: true })
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject(waiting)
      expect(await edit('Fourth')).not.toHaveProperty('publish_status_reverted')
      await approve()
      await answer(demo, `PUT /api/orgs/${org}`, { [flag]: false })
      expect(await edit('Fifth')).toMatchObject({ publish_status: 'approved' })
    })

    it('a record in the market needs a review; in an organization, it needs none if the owner shares it or reviews are off', async () => {
      const org = await newOrganization({})
      const share = async (visitor: Visitor, org_id: string) => {
        const { id } = await data(visitor, `POST ${path}`, body)
        return data(visitor, `POST ${path}/${id}/publish`, { scope: 'org', org_id })
      }
      expect(await share(other, org)).toMatchObject({ publish_status: null })
      await answer(demo, `PUT /api/orgs/${org}`, { [flag]: true })
      expect(await share(demo, org)).toMatchObject({ publish_status: null })
      expect(await share(other, market)).toMatchObject({
        visibility: 'org',
        org_id: market,
        publish_status: 'pending_review',
      })
    })

    it('the review log has entry ids of 32 characters, and at most the requested number of entries', async () => {
      const org = await newOrganization({ [flag]: true })
      const { id } = await data(other, `POST ${path}`, body)
      const log = `GET /api/orgs/${org}/reviews/log`
      const publish = { scope: 'org', org_id: org }
      await answer(other, `POST ${path}/${id}/publish`, publish)
      await answer(other, `POST ${path}/${id}/publish`, publish)
      const entries = await data(demo, log)
      expect(entries.length).toBeGreaterThan(1)
      for (const entry of entries) expect(entry.id).toMatch(/^[0-9a-f]{32}$/)
      expect(await data(demo, `${log}?limit=1`)).toEqual(entries.slice(0, 1))
    })

    it('an invalid audience is refused, and the record stays personal', async () => {
      const { id } = await data(other, `POST ${path}`, body)
      const publish = (sent: object) => refused(other, `POST ${path}/${id}/publish`, sent)
      expect(await publish({ scope: 'moon' })).toEqual([400, 'invalid_scope', 'Invalid scope'])
      expect(await publish({ scope: 'org' })).toEqual([400, 'org_id_required', 'Org id required'])
      expect(await publish({ scope: 'global' })).toEqual([
        403,
        'admin_required_for_global',
        'Admin required for global',
      ])
      expect(await publish({ scope: 'org', org_id: nobody })).toEqual(stranger)
      expect(await data(other, `GET ${path}/${id}`)).toMatchObject({ visibility: 'personal' })
    })
  },
)

/** A new channel of an organization, and a trial approval in it. */
async function newTrial(visitor: Visitor) {
  const made = async (operation: string, body: object) =>
    (await visitor.call<Record<'id' | 'confirmation_id', string>>(operation, { body })).json
  const { id: org_id } = await data(visitor, 'POST /api/orgs', { name: 'Depot' })
  const { id } = await made('POST /api/channels', { name: 'Ops', type: 'slack', org_id })
  const path = `/api/channels/${id}`
  const { confirmation_id } = await made(`POST ${path}/test-approval`, {})
  return { path, confirmation_id }
}

describe('a trial approval in a channel of the known deployment', () => {
  it('a trial approval is decided by a click on its card', async () => {
    const { path, confirmation_id } = await newTrial(demo)
    const body = { action: { value: { confirmation_id, decision: 'approve' } } }
    expect(await answer(demo, `POST ${path}/callback`, body)).toMatchObject({
      card: { confirmation_id, status: 'approved' },
    })
    const seen = await answer(demo, `GET ${path}/confirmations/${confirmation_id}`)
    expect(seen).toMatchObject({ status: 'approved', test_mode: true })
  })

  it('a trial approval that has expired is shown as expired, even if its channel is read first', async () => {
    const { path, confirmation_id } = await newTrial(demo)
    mounted.fake.clock.advance('10m')
    for (const place of [path, '/api']) {
      const seen = await answer(demo, `GET ${place}/confirmations/${confirmation_id}`)
      expect(seen).toMatchObject({ status: 'expired' })
    }
  })

  it('an approval is shown only in the channel that requested it', async () => {
    const { confirmation_id } = await newTrial(demo)
    for (const visitor of [demo, other]) {
      const { path } = await newTrial(visitor)
      const elsewhere = `GET ${path}/confirmations/${confirmation_id}`
      expect(await refused(visitor, elsewhere)).toEqual([404, null, 'Confirmation not found'])
    }
  })
})
