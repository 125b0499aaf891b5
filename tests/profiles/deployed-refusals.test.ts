import { beforeEach, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import { signIn, visit, type Visitor } from '../support/visitor.ts'
import { nobody, twoUsers } from './deployed-visitor.ts'

type Row = { readonly id: string; readonly [field: string]: unknown }
type Body = { readonly data: Row } & Row
type Refusal = {
  readonly detail: unknown
  readonly error_code: string | null
  readonly error_args: object
}

const blueprint = {
  nodes: [
    { id: 's', type: 'start', position: { x: 0, y: 0 }, data: {} },
    { id: 'e', type: 'end', position: { x: 300, y: 0 }, data: { output_mapping: {} } },
  ],
  edges: [{ id: 'a', source: 's', target: 'e' }],
}

let mounted: Mounted
let demo: Visitor
let other: Visitor
beforeEach(async () => {
  ;({ mounted, demo, other } = await twoUsers())
})

const credentials = { email: 'demo@example.com', password: 'demo-password' }

/** The status and the code of a refusal. */
async function refused(visitor: Visitor, operation: string, body?: unknown) {
  const { status, json } = await visitor.call<Refusal>(operation, { body })
  return [status, json.error_code]
}

async function made(operation: string, body: unknown = {}): Promise<Body> {
  const { json, status, text } = await demo.call<Body>(operation, { body })
  expect([status, status < 300 ? '' : text]).toEqual([status, ''])
  return json
}
const created = async (operation: string, body: unknown) => (await made(operation, body)).data
const newWorkflow = async (drawn: object = blueprint) =>
  `/api/workflows/${(await created('POST /api/workflows', { name: 'Report', blueprint: drawn })).id}`
const read = async (path: string) => (await demo.call<Body>(`GET ${path}`)).json

describe('responses to small changes at the known deployment', () => {
  it('a change of a schedule returns the schedule, and its deletion returns the defaults', async () => {
    const path = `${await newWorkflow()}/schedule`
    const body = { cron: '*/5 9-17 * * mon', enabled: true, timezone: 'Europe/Paris' }
    expect((await made(`PUT ${path}`, body)).data).toMatchObject({ schedule_cron: body.cron })
    const empty = {
      schedule_cron: null,
      schedule_enabled: false,
      schedule_inputs: null,
      schedule_timezone: 'UTC',
      next_run_at: null,
    }
    expect((await made(`DELETE ${path}`)).data).toEqual(empty)
    expect((await read(path)).data).toEqual(empty)
  })

  it('the key of a workflow can be revoked only once', async () => {
    const path = await newWorkflow()
    const workflow_id = path.split('/').at(-1)
    expect(await refused(demo, `DELETE ${path}/api-key`)).toEqual([404, 'no_api_key'])
    await made(`POST ${path}/generate-api-key`)
    expect((await made(`DELETE ${path}/api-key`)).data).toEqual({ revoked: true, workflow_id })
    expect((await read(path)).data).toMatchObject({ has_api_key: false })
    expect(await refused(demo, `DELETE ${path}/api-key`)).toEqual([404, 'no_api_key'])
  })

  it('a change of a member returns the member, and its removal returns the ids of the user and the organization', async () => {
    const { id } = await created('POST /api/orgs', { name: 'Depot' })
    const added = await created(`POST /api/orgs/${id}/members`, { email: 'other@example.com' })
    const path = `/api/orgs/${id}/members/${String(added['user_id'])}`
    const changed = (await made(`PATCH ${path}`, { role: 'admin' })).data
    expect(changed).toEqual({ ...added, role: 'admin' })
    expect((await read(`/api/orgs/${id}/members`)).data).toContainEqual(changed)
    expect((await made(`DELETE ${path}`)).data).toEqual({ removed: added['user_id'], org_id: id })
    expect(await refused(demo, `DELETE ${path}`)).toEqual([404, 'membership_not_found'])
  })

  it('a toggle by an administrator returns `ok` and the new state, and the deletion of a user returns the user', async () => {
    const path = await newWorkflow()
    const id = path.split('/').at(-1)
    expect(await made(`POST /api/admin/workflows/${id}/toggle`)).toEqual({
      ok: true,
      is_active: false,
    })
    expect((await read(path)).data).toMatchObject({ is_active: false })
    const schedule = { schedule_enabled: true }
    expect(await made(`PATCH /api/admin/schedules/${id}/active`, schedule)).toEqual({
      ok: true,
      ...schedule,
    })
    const user = await made('POST /api/admin/users', {
      email: 'new@example.com',
      password: 'a-long-password',
    })
    expect(await made(`POST /api/admin/users/${user.id}/force-logout`)).toEqual({ ok: true })
    expect(await made(`DELETE /api/admin/users/${user.id}`)).toEqual(user)
    expect(await made('POST /api/admin/notifications/test')).toMatchObject({ success: true })
    expect(await made('POST /api/notifications/test', { provider: 'slack' })).toEqual({
      ok: true,
      error: null,
    })
  })

  it('the credentials of a user for a connector are saved, shown as stored and deleted', async () => {
    const { id } = await created('POST /api/connectors', {
      name: 'Tickets',
      base_url: 'https://tickets.example.com',
    })
    const path = `/api/connectors/${id}/my-credentials`
    const shown = { auth_type: 'none', allow_fallback: true }
    expect((await made(`PUT ${path}`, { token: 'a' })).data).toEqual({ saved: true })
    expect((await read(path)).data).toEqual({ has_credentials: true, ...shown })
    expect((await made(`DELETE ${path}`)).data).toEqual({ deleted: true })
    expect((await read(path)).data).toEqual({ has_credentials: false, ...shown })
  })

  it('a password is changed only with the current password', async () => {
    const change = 'POST /api/auth/change-password'
    const body = { current_password: 'wrong-one', new_password: 'another-password' }
    expect(await refused(demo, change, body)).toEqual([400, 'current_password_incorrect'])
    expect((await signIn(mounted)) !== undefined).toBe(true)
    const { data } = await made(change, { ...body, current_password: 'demo-password' })
    expect(Object.keys(data)).toEqual(['message'])
  })
})

describe('the refusals of the known deployment', () => {
  it('an invalid cron expression, and an enabled schedule without an expression, change nothing', async () => {
    const path = `${await newWorkflow()}/schedule`
    await made(`PUT ${path}`, { cron: '0 9 * * 1-5', enabled: true })
    const before = await read(path)
    for (const cron of ['zzz', '* * *', '0 9 * * noday'])
      expect(await demo.call(`PUT ${path}`, { body: { cron } })).toMatchObject({
        status: 422,
        json: { detail: [{ type: 'value_error', loc: ['body', 'cron'], input: cron }] },
      })
    const enabled = { cron: null, enabled: true }
    expect(await refused(demo, `PUT ${path}`, enabled)).toEqual([400, 'schedule_cron_required'])
    expect(await read(path)).toEqual(before)
    await made(`PUT ${path}`, { cron: '99 * * * *' })
  })

  it('a test of a node that does not exist gets 404, and a test of a start node gets 400', async () => {
    const path = `${await newWorkflow()}/test-node`
    expect(await refused(demo, `POST ${path}`, { node_id: 'x' })).toEqual([404, 'node_not_found'])
    expect(await refused(demo, `POST ${path}`, { node_id: 's' })).toEqual([
      400,
      'node_not_testable',
    ])
  })

  it('a test of a node with an unknown type gets 400 (F-012)', async () => {
    const nodes = [{ id: 'h', type: 'httpRequest', data: {} }]
    const path = await newWorkflow({ nodes, edges: [] })
    const [status, code] = await refused(demo, `POST ${path}/test-node`, { node_id: 'h' })
    expect(status).toBe(400)
    expect(code).toMatch(/^invalid_node_type: Node h has the unknown type httpRequest/)
  })

  it('a run of an evaluation needs an agent, a data set and at least one case', async () => {
    const dataset = await created('POST /api/eval/datasets', { name: 'Cases' })
    const { id: agent_id } = await created('POST /api/agents', { name: 'Tester' })
    const run = (sent: object) =>
      refused(demo, 'POST /api/eval/runs', { agent_id, dataset_id: dataset.id, ...sent })
    expect(await run({})).toEqual([400, 'dataset_empty'])
    expect(await run({ dataset_id: nobody })).toEqual([404, 'dataset_not_found'])
    expect(await run({ agent_id: nobody })).toEqual([404, 'agent_not_found'])
    const cases = `/api/eval/datasets/${dataset.id}/cases`
    expect(await refused(demo, `DELETE ${cases}/${nobody}`)).toEqual([404, 'case_not_found'])
    expect(await refused(demo, `GET /api/eval/runs/${nobody}`)).toEqual([404, 'run_not_found'])
    const before = (await read('/api/eval/runs'))['total']
    await made(`POST ${cases}`, { prompt: 'Hello', expected_behavior: 'Greets' })
    await made('POST /api/eval/runs', { agent_id, dataset_id: dataset.id })
    expect((await read('/api/eval/runs'))['total']).toBe(Number(before) + 1)
  })

  it('an uploaded file of an unknown type is refused and not stored', async () => {
    const before = await read('/api/files')
    const refusal = await demo.call<Refusal>('POST /api/files/upload', {
      type: 'multipart/form-data; boundary=cut',
      text:
        '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\n' +
        'content-type: application/octet-stream\r\n\r\nMZ\r\n--cut--\r\n',
    })
    expect([refusal.status, refusal.json.error_code]).toEqual([422, 'unsupported_file_type'])
    expect(await read('/api/files')).toEqual(before)
  })

  it('a user cannot take the email of another user, but may confirm their own email', async () => {
    const confirm = 'POST /api/auth/change-email/confirm'
    const code = '123456'
    const taken = { new_email: 'other@example.com', code }
    expect(await refused(demo, confirm, taken)).toEqual([409, 'email_already_registered'])
    expect((await created(confirm, { new_email: 'demo@example.com', code }))['email']).toBe(
      'demo@example.com',
    )
    await signIn(mounted, 'other')
  })

  it('an announcement with an unknown level, and a blocked word that already exists, are refused', async () => {
    const announcements = await read('/api/admin/announcements')
    const loud = { title: 'Now', content: 'Now', level: 'loud' }
    expect(await refused(demo, 'POST /api/admin/announcements', loud)).toEqual([
      422,
      'invalid_announcement_level',
    ])
    expect(await read('/api/admin/announcements')).toEqual(announcements)
    await made('POST /api/admin/sensitive-words', { word: 'quince' })
    const words = await read('/api/admin/sensitive-words')
    expect(await refused(demo, 'POST /api/admin/sensitive-words', { word: 'Quince' })).toEqual([
      409,
      'sensitive_word_duplicate',
    ])
    expect(await read('/api/admin/sensitive-words')).toEqual(words)
  })

  it.each(['agents', 'knowledge-bases', 'connectors', 'skills'])(
    'a batch deletion of %s without ids is refused',
    async (kind) => {
      const { json } = await demo.call<Refusal>(`POST /api/admin/${kind}/batch-delete`, {
        body: { ids: [] },
      })
      expect(json.detail).toEqual([
        {
          type: 'too_short',
          loc: ['body', 'ids'],
          msg: 'List should have at least 1 item after validation, not 0',
          input: [],
          ctx: { field_type: 'List', min_length: 1, actual_length: 0 },
        },
      ])
    },
  )

  it('a second factor is switched on by a plausible code, and not by 000000', async () => {
    const enable = 'POST /api/auth/2fa/enable'
    expect(await refused(demo, enable, { code: '000000' })).toEqual([400, '2fa_code_invalid'])
    expect((await read('/api/auth/me')).data).toMatchObject({ totp_enabled: false })
    await made(enable, { code: '123456' })
    expect((await read('/api/auth/me')).data).toMatchObject({ totp_enabled: true })
  })

  it('a subscription to an unknown record, or of an unknown type, is refused', async () => {
    const subscribe = (sent: object) =>
      refused(demo, 'POST /api/market/subscribe', { resource_id: nobody, ...sent })
    expect(await subscribe({ resource_type: 'agent' })).toEqual([404, 'resource_not_found'])
    expect(await subscribe({ resource_type: 'cup' })).toEqual([400, 'invalid_resource_type'])
  })

  it('an address that has an account is not registered again, and a login code works only after it was sent', async () => {
    const guest = visit(mounted)
    const account = { email: 'demo@example.com', password: 'a-long-password' }
    expect(await refused(guest, 'POST /api/auth/register', account)).toEqual([
      409,
      'email_already_registered',
    ])
    const code = { email: 'demo@example.com', code: '123456' }
    const login = 'POST /api/auth/login-with-code'
    expect(await refused(guest, login, code)).toEqual([400, 'verification_code_expired'])
    await guest.call('POST /api/auth/send-login-code', { body: { email: 'demo@example.com' } })
    expect((await guest.call(login, { body: code })).status).toBe(200)
    mounted.fake.world().clock.advance(300_001)
    expect(await refused(guest, login, code)).toEqual([400, 'verification_code_expired'])
  })

  it('an unknown action of a connector gets 404 with a code of its own', async () => {
    const { id } = await created('POST /api/connectors', {
      name: 'Tickets',
      base_url: 'https://tickets.example.com',
    })
    const path = `/api/connectors/${id}/actions/${nobody}`
    expect(await refused(demo, `DELETE ${path}`)).toEqual([404, 'action_not_found'])
    expect(await refused(other, `DELETE ${path}`)).toEqual([404, 'connector_not_found'])
  })

  it.each([
    'ftp://hooks.example.com/a',
    'hooks',
    'http://localhost/a',
    'http://LOCALHOST:8080?a',
    'http://127.0.0.1/',
    'https://10.1.2.3/a',
    'https://172.31.0.1/a',
    'https://192.168.0.1/a',
    'http://169.254.169.254/a',
    'http://[::1]/a',
  ])('a workflow cannot get the webhook %s', async (webhook_url) => {
    const path = await newWorkflow()
    const refusal = [400, 'invalid_webhook_url']
    expect(await refused(demo, `PUT ${path}`, { webhook_url })).toEqual(refusal)
    const body = { name: 'Hooked', webhook_url }
    expect(await refused(demo, 'POST /api/workflows', body)).toEqual(refusal)
    expect((await read(path)).data).toMatchObject({ webhook_url: null })
  })

  it('an agent that uses a record of another user is refused with the error code for this kind of record', async () => {
    const { id } = await created('POST /api/agents', { name: 'Clerk' })
    const url = 'https://a.example.com'
    const kinds = { 'knowledge-bases': 'kb', connectors: 'connector', 'mcp-servers': 'mcp_server' }
    for (const [path, kind] of Object.entries(kinds)) {
      const foreign = { name: 'A', base_url: url, transport: 'sse', url }
      const { json } = await other.call<Body>(`POST /api/${path}`, { body: foreign })
      const body = { name: 'A', [`${kind}_ids`]: [json.data.id] }
      for (const operation of ['POST /api/agents', `PUT /api/agents/${id}`])
        expect(await refused(demo, operation, body)).toEqual([403, `${kind}_ownership_denied`])
    }
  })

  it.each(['', 'https://hooks.example.com/a', 'http://172.32.0.1/a'])(
    'a workflow stores the webhook "%s"',
    async (webhook_url) => {
      const path = await newWorkflow()
      expect((await made(`PUT ${path}`, { webhook_url })).data).toMatchObject({ webhook_url })
      expect((await read(path)).data).toMatchObject({ webhook_url })
    },
  )

  it('a turn beyond the quota is refused; only conversations of this month that still exist count', async () => {
    const { clock } = mounted.fake.world()
    clock.freeze(Date.parse('2027-03-31T23:30:00.000Z'))
    demo = await signIn(mounted)
    await made('PATCH /api/admin/settings', { default_token_quota: 1 })
    const token = String((await made('POST /api/auth/login', credentials))['access_token'])
    const ask = async (conversation_id?: string) => {
      const body = { q: 'Hi', token, conversation_id }
      const response = await demo.open('POST /api/react', { body })
      const text = await response.text()
      return response.status === 200 ? 200 : [response.status, JSON.parse(text) as unknown]
    }
    const newConversation = async () =>
      (await created('POST /api/conversations', { title: 'A' })).id
    const used = {
      detail: 'Token quota exceeded',
      error_code: 'token_quota_exceeded',
      error_args: {},
    }
    const id = await newConversation()
    expect(await ask()).toBe(200)
    expect(await ask(id)).toBe(200)
    expect(await ask(id)).toEqual([429, used])
    await demo.call(`DELETE /api/conversations/${id}`)
    const older = await newConversation()
    clock.freeze(Date.parse('2027-03-31T23:59:59.000Z'))
    expect(await ask(older)).toBe(200)
    expect(await ask(older)).toEqual([429, used])
    clock.freeze(Date.parse('2027-04-01T00:00:01.000Z'))
    expect(await ask(older)).toBe(200)
    expect(await ask(older)).toBe(200)
  })

  it('during maintenance, a request gets 503 without an error code, also at an unknown path', async () => {
    await made('PATCH /api/admin/settings', { maintenance_mode: true })
    const detail = 'System is under maintenance. Please try again later.'
    for (const path of ['/api/agents', '/api/agents/', '/api/nothing', '/'])
      expect(await demo.call(`GET ${path}`)).toMatchObject({ status: 503, json: { detail } })
    const { json, headers } = await demo.call('GET /api/agents')
    expect([json, headers.get('retry-after')]).toEqual([{ detail }, '300'])
    expect((await demo.call('GET /api/version')).status).toBe(200)
  })

  it('a request for an unknown organization gets the refusal for users who are not members', async () => {
    const detail = 'Not a member of this organization'
    const refusal = { status: 403, json: { detail, error_code: null } }
    const channel = { name: 'A', type: 'feishu', config: {}, org_id: nobody }
    expect(await demo.call(`GET /api/channels?org_id=${nobody}`)).toMatchObject(refusal)
    expect(await demo.call('POST /api/channels', { body: channel })).toMatchObject(refusal)
    const path = `/api/orgs/${nobody}`
    expect(await demo.call(`GET ${path}/reviews`)).toMatchObject(refusal)
    expect(await demo.call(`GET ${path}/reviews/log`)).toMatchObject(refusal)
    const body = { resource_type: 'agent', resource_id: nobody }
    expect(await demo.call(`POST ${path}/reviews/approve`, { body })).toMatchObject(refusal)
    expect(await demo.call(`POST ${path}/reviews/reject`, { body })).toMatchObject(refusal)
  })

  it('a member who is not an admin of an organization cannot change the organization', async () => {
    const { id } = await created('POST /api/orgs', { name: 'Depot' })
    await created(`POST /api/orgs/${id}/members`, { email: 'other@example.com' })
    expect(await other.call(`PUT /api/orgs/${id}`, { body: { name: 'Mine' } })).toMatchObject({
      status: 403,
      json: { detail: 'Organization admin access required', error_code: null },
    })
    expect((await read(`/api/orgs/${id}`)).data).toMatchObject({ name: 'Depot' })
  })

  it.each(['config-template', 'circuit-breaker-status'])(
    '/api/connectors/%s is read as the id of a connector that does not exist',
    async (name) => {
      expect(await refused(demo, `GET /api/connectors/${name}`)).toEqual([
        404,
        'connector_not_found',
      ])
    },
  )
})
