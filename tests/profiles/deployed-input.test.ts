import { beforeEach, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import { visit, type Visitor } from '../support/visitor.ts'
import { formWith } from './deployment/prepare.ts'
import { answer as answerTo, nobody, twoUsers } from './deployed-visitor.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
type Body = {
  readonly data: Row
  readonly detail?: unknown
  readonly error_code?: unknown
  readonly items: readonly Row[]
}

let mounted: Mounted
let demo: Visitor
let other: Visitor
let guest: Visitor
beforeEach(async () => {
  ;({ mounted, demo, other } = await twoUsers())
  guest = visit(mounted)
})

const answer = (visitor: Visitor, operation: string, body?: unknown) =>
  answerTo<Body>(visitor, operation, body)
const data = async (operation: string, body?: unknown) => (await answer(demo, operation, body)).data

const list = { field_type: 'List', min_length: 1, actual_length: 0 }
const closed = (expected: string) => ({
  type: 'literal_error',
  msg: `Input should be ${expected}`,
  ctx: { expected },
})
const pattern = (options: string) => ({
  type: 'string_pattern_mismatch',
  msg: `String should match pattern '^(${options})$'`,
  ctx: { pattern: `^(${options})$` },
})

describe('invalid input at the known deployment', () => {
  it.each([
    ['POST /api/skills', { name: 'A', script_type: 'ruby' }, closed("'python' or 'shell'")],
    ['POST /api/conversations', { mode: 'loud' }, closed("'react', 'dag' or 'auto'")],
    ['POST /api/admin/ip-rules', { ip_address: '::1', rule_type: 'x' }, pattern('allow|deny')],
    ['POST /api/connectors', { name: 'A', type: 'x' }, pattern('api|database')],
    ['PATCH /api/auth/profile', { default_exec_mode: 'x' }, pattern('react|dag|auto')],
    [
      'DELETE /api/conversations/batch',
      { ids: [] },
      {
        type: 'too_short',
        msg: 'List should have at least 1 item after validation, not 0',
        ctx: list,
      },
    ],
    [
      'POST /api/knowledge-bases',
      { name: 'A', chunk_size: 99 },
      { type: 'greater_than_equal', loc: ['body', 'chunk_size'], ctx: { ge: 100 } },
    ],
  ])('%s returns an error whose `ctx` names what was expected', async (operation, body, item) => {
    const { status, detail } = await answer(demo, operation, body)
    expect([status, detail]).toMatchObject([422, [item]])
  })

  it('an unknown option gets the error type `enum`, and a value that breaks a rule of the deployment a message of its own', async () => {
    const { id } = await data('POST /api/conversations', {})
    const exported = await answer(demo, `GET /api/conversations/${id}/export?format=doc`)
    const expected = "'md', 'txt', 'docx' or 'pdf'"
    expect(exported.detail).toMatchObject([{ type: 'enum', ctx: { expected } }])
    const flow = await data('POST /api/workflows', { name: 'A' })
    const schedule = `PUT /api/workflows/${flow.id}/schedule`
    const { detail } = await answer(demo, schedule, { cron: 'zzz' })
    const [{ msg, ctx } = { msg: '', ctx: { error: '' } }] = detail as [
      { msg: string; ctx: { error: string } },
    ]
    expect(msg).toBe(`Value error, ${ctx.error}`)
  })

  it('empty names of data sets and workflows are accepted and read back', async () => {
    for (const path of ['/api/eval/datasets', '/api/workflows']) {
      const { id } = await data(`POST ${path}`, { name: 'A' })
      expect(await data(`PUT ${path}/${id}`, { name: '' })).toMatchObject({ name: '' })
      expect(await data(`GET ${path}/${id}`)).toMatchObject({ name: '' })
      expect(await data(`PUT ${path}/${id}`, { name: 'B' })).toMatchObject({ name: 'B' })
      expect((await answer(demo, `DELETE ${path}/${id}`)).status).toBe(200)
      expect((await answer(demo, `GET ${path}/${id}`)).status).toBe(404)
    }
  })
})

describe('the messages of the known deployment', () => {
  it.each([
    ['agents', 'Agent not found', 'agent_not_found'],
    ['knowledge-bases', 'Kb not found', 'kb_not_found'],
    ['skills', 'Skill not found', 'skill_not_found'],
    ['channels', 'Channel not found', null],
    ['confirmations', 'Confirmation not found', null],
  ])('a missing record of %s gets the message "%s"', async (path, detail, error_code) => {
    const missing = await answer(demo, `GET /api/${path}/${nobody}`)
    expect(missing).toMatchObject({ status: 404, detail, error_code })
  })

  it('requests for the trials and confirmations of an unknown channel get 404 without an error code', async () => {
    const refusal = { status: 404, error_code: null }
    const path = `/api/channels/${nobody}`
    expect(await answer(demo, `POST ${path}/test-approval`)).toMatchObject(refusal)
    const none = await answer(demo, `GET ${path}/confirmations/${nobody}`)
    expect(none).toMatchObject(refusal)
    const { id: org_id } = await data('POST /api/orgs', { name: 'Depot' })
    type Made = { readonly id: string; readonly confirmation_id: string }
    const made = async (operation: string, body: object = {}) =>
      (await demo.call<Made>(operation, { body })).json
    const { id } = await made('POST /api/channels', { name: 'Ops', type: 'slack', org_id })
    const { confirmation_id: trial } = await made(`POST /api/channels/${id}/test-approval`)
    expect(await answer(demo, `GET ${path}/confirmations/${trial}`)).toMatchObject(refusal)
    const own = `GET /api/channels/${id}/confirmations/${trial}`
    expect(await answer(demo, own)).toMatchObject({ id: trial, status: 'pending' })
    expect(await answer(other, own)).toMatchObject(refusal)
  })

  it('requests without a valid credential get the messages of deployed-0.8', async () => {
    const detail = async (visitor: Visitor, path = '/api/agents') =>
      (await answer(visitor, `GET ${path}`)).detail
    expect(await detail(guest)).toBe('Not authenticated')
    expect(await detail(visit(mounted, 'none'))).toBe('Invalid token')
    expect(await detail(visit(mounted, 'abc_none'))).toBe('Invalid API key')
    expect(await detail(other, '/api/admin/users')).toBe('Admin access required')
    const { detail: coded } = await answer(guest, 'POST /api/react', { q: 'Hello' })
    expect(coded).toBe('Authentication required')
  })
})

describe('defaults and dates of the known deployment', () => {
  it('new agents, workflows, users and lists of cases have the defaults of the profile deployed-0.8', async () => {
    expect(await data('POST /api/agents', { name: 'A' })).toMatchObject({ execution_mode: 'auto' })
    await answer(demo, 'PATCH /api/auth/profile', { timezone: 'Europe/Paris' })
    const { id } = await data('POST /api/workflows', { name: 'A' })
    expect(await data(`GET /api/workflows/${id}`)).toMatchObject({ schedule_timezone: 'UTC' })
    expect(await data('POST /api/knowledge-bases', { name: 'A' })).toMatchObject({
      chunk_size: 1000,
      chunk_overlap: 200,
      chunk_strategy: 'recursive',
      retrieval_mode: 'hybrid',
    })
    const account = { email: 'new@example.com', password: 'a-long-password' }
    const unnamed = { username: null, display_name: null }
    const registered = await guest.call<{ user: Row }>('POST /api/auth/register', { body: account })
    expect(registered.json.user).toMatchObject(unnamed)
    const second = { ...account, email: 'second@example.com' }
    const made = await demo.call<Row>('POST /api/admin/users', { body: second })
    expect(made.json).toMatchObject(unnamed)
    const dataset = await data('POST /api/eval/datasets', { name: 'A' })
    const cases = await answer(demo, `GET /api/eval/datasets/${dataset.id}/cases`)
    expect(cases).toMatchObject({ items: [], size: 50 })
  })

  it('a new blocked word has no date of a change, and gets one when it is switched off', async () => {
    const words = 'POST /api/admin/sensitive-words'
    mounted.fake.world().clock.freeze()
    const { id, updated_at } = (await demo.call<Row>(words, { body: { word: 'quince' } })).json
    expect(updated_at).toBe('')
    mounted.fake.world().clock.advance(1000)
    const toggle = `PUT /api/admin/sensitive-words/${id}/toggle`
    const changed = await demo.call<Row>(toggle, { body: { is_active: false } })
    expect(changed.json['updated_at']).not.toBe('')
  })

  it('a run of an evaluation shows the empty name of its data set', async () => {
    const dataset = await data('POST /api/eval/datasets', { name: '' })
    const agent = await data('POST /api/agents', { name: 'Tester' })
    const cases = `POST /api/eval/datasets/${dataset.id}/cases`
    await answer(demo, cases, { prompt: 'Hello', expected_behavior: 'Greets' })
    const body = { agent_id: agent.id, dataset_id: dataset.id }
    const run = await data('POST /api/eval/runs', body)
    expect(run).toMatchObject({ dataset_name: '' })
    expect(await data(`GET /api/eval/runs/${run.id}`)).toMatchObject({ dataset_name: '' })
  })

  it('timestamps that are computed have an offset, and timestamps that are stored have none', async () => {
    const offset = /T[\d:.]+\+00:00$/
    const { id, created_at } = await data('POST /api/workflows', { name: 'A' })
    expect(created_at).toMatch(/T[\d:]+$/)
    const { json } = await demo.call<Row>(`GET /api/workflows/${id}/export`)
    expect(json['exported_at']).toMatch(offset)
    const mine = await demo.call<Row>('GET /api/auth/me/export')
    expect(mine.json['export_date']).toMatch(offset)
  })
})

describe('files of the known deployment', () => {
  it('a file is downloaded as an octet stream, with an ETag that changes with its content', async () => {
    const uploaded = async (text: string) => {
      const form = formWith('note.md', 'text/markdown', text)
      const { json } = await demo.call<Body>('POST /api/files/upload', form)
      return String(json.data['file_id'])
    }
    const headersOf = async (id: string) => (await demo.open(`GET /api/files/${id}`)).headers
    const [first, second, third] = [
      await uploaded('a'),
      await uploaded('a'),
      await uploaded('b'),
    ] as const
    const headers = await headersOf(first)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe('attachment; filename="note.md"')
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
    expect((await headersOf(second)).get('etag')).toBe(headers.get('etag'))
    expect((await headersOf(third)).get('etag')).not.toBe(headers.get('etag'))
    expect((await other.call(`GET /api/files/${first}`)).status).toBe(404)
    expect((await demo.call(`DELETE /api/files/${first}`)).status).toBe(200)
    expect((await demo.call(`GET /api/files/${first}`)).status).toBe(404)
  })

  it('exports are attachments with the file names of the profile deployed-0.8', async () => {
    const { id } = await data('POST /api/workflows', { name: 'Refund of a deposit' })
    const nameOf = async (path: string) =>
      (await demo.open(`GET ${path}`)).headers.get('content-disposition')
    expect(await nameOf(`/api/workflows/${id}/export`)).toBe(
      'attachment; filename="workflow-Refund-of-a-deposit.json"',
    )
    expect(await nameOf('/api/auth/me/export')).toMatch(
      /^attachment; filename="platform-data-export-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(await nameOf('/api/admin/model-config/export')).toMatch(
      /^attachment; filename="model-config-\d{4}-\d\d-\d\d\.json"$/,
    )
  })

  it('an uploaded avatar is returned as it was sent, and can be replaced and deleted', async () => {
    const me = await data('GET /api/auth/me')
    const picture = `/api/auth/avatar/${me.id}`
    const missing = { status: 404, error_code: 'avatar_not_found' }
    expect(await answer(guest, `GET ${picture}`)).toMatchObject(missing)
    const upload = (name: string, content: string) =>
      demo.call<Body>('POST /api/auth/avatar', formWith(name, 'image/png', content))
    const refused = await upload('me.exe', 'first')
    expect([refused.status, refused.json.error_code]).toEqual([400, 'avatar_invalid_format'])
    expect((await upload('me.png', 'x'.repeat(600_000))).status).toBe(200)
    expect((await demo.call('DELETE /api/auth/avatar')).status).toBe(200)
    expect(await data('GET /api/auth/me')).toMatchObject({ avatar: null })
    const { json } = await upload('me.PNG', 'first')
    expect(json.data['avatar']).toMatch(new RegExp(`^avatars/${me.id}_\\d+\\.png$`))
    expect(await data('GET /api/auth/me')).toMatchObject({ avatar: json.data['avatar'] })
    await upload('me.jpg', 'second')
    const response = await guest.open(`GET ${picture}`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('etag')).not.toBeNull()
    expect(await response.text()).toBe('second')
    expect(await data('DELETE /api/auth/avatar')).toMatchObject({ id: me.id, avatar: null })
    expect(await answer(guest, `GET ${picture}`)).toMatchObject(missing)
  })

  it('a sign-in with an identity provider that is not configured gets 400', async () => {
    for (const path of ['authorize?action=login', 'callback?code=a&state=b'])
      expect(await answer(guest, `GET /api/auth/oauth/github/${path}`)).toMatchObject({
        status: 400,
        error_code: 'oauth_provider_not_configured',
        error_args: { provider: 'github' },
      })
  })

  it('a toggle of a connector returns its id and its state, and no settings', async () => {
    const auth_config = { token: 'abc' }
    const body = { name: 'A', base_url: 'https://a.example.com', auth_type: 'bearer', auth_config }
    const { id } = await data('POST /api/connectors', body)
    const toggle = () => data(`POST /api/connectors/${id}/toggle`)
    expect([await toggle(), await toggle()]).toEqual([
      { id, is_active: false },
      { id, is_active: true },
    ])
  })

  it('a connector returns the settings that were sent, but no default credentials', async () => {
    const auth_config = { token: 'abc', default_token: 'def', token_prefix: 'Bearer' }
    const body = { name: 'A', base_url: 'https://a.example.com', auth_type: 'bearer', auth_config }
    const shown = {
      auth_config: { token: 'abc', token_prefix: 'Bearer' },
      has_default_credentials: true,
    }
    const made = await data('POST /api/connectors', body)
    expect(made).toMatchObject(shown)
    const path = `/api/connectors/${made.id}`
    expect(await data(`GET ${path}`)).toMatchObject(shown)
    const changed = { ...auth_config, token: 'ghi' }
    await answer(demo, `PUT ${path}`, { auth_config: changed })
    expect(await data(`GET ${path}`)).toMatchObject({
      auth_config: { token: 'ghi', token_prefix: 'Bearer' },
    })
    const { items } = await answer(demo, 'GET /api/connectors')
    expect(items.find(({ id }) => id === made.id)?.['auth_config']).not.toHaveProperty(
      'default_token',
    )
  })
})
