import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { readProfile } from '../../contract/profile.ts'
import { mountInProcess, type Mounted } from '../support/transports.ts'
import { signIn, visit, type Visitor } from '../support/visitor.ts'

const profile = readProfile(
  JSON.parse(await readFile('generated/profiles/deployed-0.8.json', 'utf8')),
)

type Row = { readonly id: string; readonly [field: string]: unknown }
type Body = {
  readonly data: Row & readonly Row[]
  readonly items: readonly Row[]
  readonly total: number
}

const absent = '00000000-0000-4000-8000-00000000dead'

/** The status and the error code of a refusal. */
async function refused(visitor: Visitor, operation: string, body?: unknown) {
  const { status, json } = await visitor.call<{ error_code?: string }>(operation, { body })
  return [status, json.error_code]
}

/** A form with one file, as a client sends it. */
async function formWith(file: File) {
  const body = new FormData()
  body.set('file', file)
  const request = new Request('http://localhost', { method: 'POST', body })
  const type = request.headers.get('content-type') ?? ''
  return { text: await request.text(), headers: { 'content-type': type } }
}

describe('the families of the known deployment', () => {
  let mounted: Mounted
  let demo: Visitor
  let other: Visitor
  beforeEach(async () => {
    mounted = mountInProcess({ profile })
    demo = await signIn(mounted)
    other = await signIn(mounted, 'other')
  })
  const data = async (operation: string, body?: unknown): Promise<Row & readonly Row[]> => {
    const { status, json } = await demo.call<Body>(operation, { body })
    expect([operation, status]).toEqual([operation, 200])
    return json.data
  }
  const idsIn = async (operation: string) => {
    const { json } = await demo.call<Body>(operation)
    return (json.items ?? json.data).map(({ id, file_id }) => id ?? file_id)
  }

  it.each([
    ['/api/skills', 'skill_not_found', { name: 'mine' }, { name: 'changed' }],
    ['/api/eval/datasets', 'dataset_not_found', { name: 'mine' }, { name: 'changed' }],
  ])(
    'records of %s can be created, listed, read, changed and deleted, but only by their owner',
    async (path, missing, created, changed) => {
      const before = await idsIn(`GET ${path}`)
      expect(before.length).toBeGreaterThanOrEqual(3)
      const { id } = await data(`POST ${path}`, created)
      expect(await idsIn(`GET ${path}`)).toEqual([id, ...before])
      expect(await data(`PUT ${path}/${id}`, changed)).toMatchObject(changed)
      expect(await data(`GET ${path}/${id}`)).toMatchObject({ id, ...changed })
      for (const operation of ['GET', 'PUT', 'DELETE'])
        expect(
          await refused(
            other,
            `${operation} ${path}/${id}`,
            operation === 'PUT' ? changed : undefined,
          ),
        ).toEqual([404, missing])
      expect(await data(`DELETE ${path}/${id}`)).toEqual({ deleted: id })
      expect(await refused(demo, `GET ${path}/${id}`)).toEqual([404, missing])
      expect(await idsIn(`GET ${path}`)).toEqual(before)
    },
  )

  it('the copy of a record has `(Copy)` in its name, which stays short enough, and the actions of a copied connector get new ids', async () => {
    const url = 'https://copies.example.com'
    for (const [path, body] of [
      ['/api/agents', {}],
      ['/api/workflows', {}],
      ['/api/connectors', { base_url: url }],
      ['/api/mcp-servers', { transport: 'sse', url }],
    ] as const) {
      const { id } = await data(`POST ${path}`, { name: 'Landing', ...body })
      const copied = { name: 'Landing (Copy)', forked_from: id }
      expect(await data(`POST ${path}/${id}/fork`, {})).toMatchObject(copied)
      const long = await data(`POST ${path}`, { name: 'a'.repeat(200), ...body })
      const cut = { name: `${'a'.repeat(193)} (Copy)` }
      expect(await data(`POST ${path}/${long.id}/fork`, {})).toMatchObject(cut)
    }
    const { id } = await data('POST /api/connectors', { name: 'Tickets', base_url: url })
    const action = await data(`POST /api/connectors/${id}/actions`, { name: 'list', path: '/' })
    const copy = await data(`POST /api/connectors/${id}/fork`, {})
    const [copied] = copy['actions'] as readonly Row[]
    expect(copied).toMatchObject({ name: 'list', connector_id: copy.id })
    expect(copied?.id).not.toBe(action.id)
  })

  it('a database connector has default settings, returns its version in a connection test, and describes its columns', async () => {
    const db_config = { host: 'db.example.com', port: 5432, database: 'sites', username: 'reader' }
    const defaults = { ssl: false, read_only: true, max_rows: 1000, query_timeout: 30 }
    const body = { name: 'Sites', type: 'database', db_config }
    const made = await data('POST /api/connectors', body)
    expect(made).toMatchObject({ db_config: { ...db_config, ...defaults } })
    const changed = { db_config: { ...db_config, max_rows: 5 } }
    expect(await data(`PUT /api/connectors/${made.id}`, changed)).toMatchObject({
      db_config: { ...defaults, max_rows: 5 },
    })
    expect(await data(`POST /api/connectors/${made.id}/test-connection`)).toEqual({
      success: true,
      db_version: expect.any(String),
      error: null,
    })
    const unreachable = { db_config: { ...db_config, host: 'db.invalid' } }
    expect(await data('POST /api/connectors/test-connection', unreachable)).toEqual({
      success: false,
      db_version: null,
      error: expect.any(String),
    })
    await data(`POST /api/connectors/${made.id}/introspect`)
    const [table] = await data(`GET /api/connectors/${made.id}/schemas`)
    expect(table?.['columns']).toMatchObject([
      { is_primary_key: true, is_nullable: false },
      { is_primary_key: false, is_nullable: true },
      { is_primary_key: false, is_nullable: true },
    ])
  })

  it('the cases of an evaluation belong to their data set, which counts them', async () => {
    const set = await data('POST /api/eval/datasets', { name: 'mine' })
    const cases = `/api/eval/datasets/${set.id}/cases`
    const { id } = await data(`POST ${cases}`, { prompt: 'Why?', expected_behavior: 'Says why' })
    expect(await idsIn(`GET ${cases}`)).toEqual([id])
    expect(await data(`GET /api/eval/datasets/${set.id}`)).toMatchObject({ case_count: 1 })
    await data(`DELETE ${cases}/${id}`)
    expect(await data(`GET /api/eval/datasets/${set.id}`)).toMatchObject({ case_count: 0 })
    expect(await refused(demo, `GET /api/eval/datasets/${absent}/cases`)).toEqual([
      404,
      'dataset_not_found',
    ])
  })

  it('a run of an evaluation starts as pending, and has the cases of its data set', async () => {
    const [set] = await idsIn('GET /api/eval/datasets')
    const [agent] = await idsIn('GET /api/agents')
    const run = await data('POST /api/eval/runs', { agent_id: agent, dataset_id: set })
    expect(run).toMatchObject({ status: 'pending', total_cases: 3, completed_at: null })
    expect(await idsIn('GET /api/eval/runs')).toContain(run.id)
    const [, , done] = await idsIn('GET /api/eval/runs')
    const read = await data(`GET /api/eval/runs/${String(done)}`)
    expect(read).toMatchObject({ status: 'completed', results: { length: 3 } })
    expect(Number(read['passed_cases']) + Number(read['failed_cases'])).toBe(3)
    expect(
      await refused(demo, 'POST /api/eval/runs', { agent_id: absent, dataset_id: set }),
    ).toEqual([404, 'agent_not_found'])
  })

  it.each([
    ['/api/skill-templates', 'create', '/api/skills'],
    ['/api/agent-templates', 'create', '/api/agents'],
    ['/api/connector-templates', 'create', '/api/connectors'],
    ['/api/workflow-templates', 'create-workflow', '/api/workflows'],
  ])('each template of %s creates a record that is then listed', async (path, action, list) => {
    const listed = await data(`GET ${path}`)
    const templates = (listed['templates'] ?? listed) as readonly Row[]
    expect(templates.length).toBeGreaterThanOrEqual(3)
    for (const template of templates) {
      const body = { template_id: template.id }
      const { id } = await data(`POST ${path}/${template.id}/${action}`, body)
      expect(await idsIn(`GET ${list}`)).toContain(id)
    }
    expect(await refused(demo, `POST ${path}/none/${action}`, { template_id: 'none' })).toEqual([
      404,
      'template_not_found',
    ])
  })

  it('an uploaded file is listed, downloaded, read in parts and deleted', async () => {
    const sent = await formWith(new File(['one\ntwo\n'], 'list.txt', { type: 'text/plain' }))
    const { json } = await demo.call<Body>('POST /api/files/upload', sent)
    expect(json.data).toMatchObject({
      filename: 'list.txt',
      size: 8,
      content_preview: 'one\ntwo\n',
    })
    const path = `/api/files/${String(json.data['file_id'])}`
    expect(await idsIn('GET /api/files')).toContain(json.data['file_id'])
    expect(await (await demo.open(`GET ${path}`)).text()).toBe('one\ntwo\n')
    expect(await data(`GET ${path}/content?offset=1&limit=3`)).toEqual({
      content: 'ne\n',
      total_length: 8,
      offset: 1,
      returned_length: 3,
    })
    await data(`DELETE ${path}`)
    expect(await refused(demo, `GET ${path}`)).toEqual([404, 'file_not_found'])
  })

  it('an uploaded document is listed at once, and its text is found when it has been processed', async () => {
    const { json: bases } = await demo.call<Body>('GET /api/knowledge-bases')
    const own = bases.items.find(({ source }) => source === 'own')
    const path = `/api/knowledge-bases/${String(own?.id)}`
    const text = 'The unicorn tariff is twelve euros.'
    const sent = await formWith(new File([text], 'tariff.md', { type: 'text/markdown' }))
    const { json } = await demo.call<Body>(`POST ${path}/documents`, sent)
    expect(json.data).toMatchObject({ filename: 'tariff.md', file_type: 'md', chunk_count: 0 })
    expect(await idsIn(`GET ${path}/documents`)).toContain(json.data.id)
    mounted.fake.world().clock.advance(2000)
    const found = await demo.call(`POST ${path}/retrieve`, { body: { query: 'unicorn tariff' } })
    expect(found.text).toContain(text)
    expect(await refused(other, `POST ${path}/documents`, {})).toEqual([404, 'kb_not_found'])
  })

  it('a schedule can be read, and is shown in its workflow, until it is deleted', async () => {
    const workflow = `/api/workflows/${(await data('POST /api/workflows/from-template', { template_id: 'sort-a-ticket' })).id}`
    const sent = { cron: '0 9 * * 1-5', enabled: true, inputs: null }
    const shown = { schedule_cron: sent.cron, schedule_enabled: true, schedule_timezone: 'UTC' }
    expect(await data(`PUT ${workflow}/schedule`, sent)).toMatchObject(shown)
    expect(await data(`GET ${workflow}/schedule`)).toMatchObject(shown)
    expect(await data(`GET ${workflow}`)).toMatchObject(shown)
    await data(`DELETE ${workflow}/schedule`)
    expect(await data(`GET ${workflow}/schedule`)).toMatchObject({
      schedule_cron: null,
      next_run_at: null,
    })
    expect(await refused(other, `GET ${workflow}/schedule`)).toEqual([404, 'workflow_not_found'])
  })

  it('the environment of a workflow shows the names of its variables and never their values', async () => {
    const [id] = await idsIn('GET /api/workflows')
    const path = `/api/workflows/${String(id)}/env`
    expect(await data(`PUT ${path}`, { env_vars: { TOKEN: 'secret' } })).toEqual({
      keys: ['TOKEN'],
    })
    expect((await demo.call(`GET ${path}`)).text).not.toContain('secret')
  })

  it('a workflow gets a new version when its blueprint is changed, and when a version is restored', async () => {
    const [id] = await idsIn('GET /api/workflows')
    const path = `/api/workflows/${String(id)}`
    const versions = await idsIn(`GET ${path}/versions`)
    await data(`PUT ${path}`, { name: 'Changed', blueprint: { nodes: [], edges: [] } })
    await data(`POST ${path}/versions/${String(versions[0])}/restore`)
    expect((await data(`GET ${path}`))['blueprint']).not.toMatchObject({ nodes: [] })
    expect(await idsIn(`GET ${path}/versions`)).toHaveLength(versions.length + 2)
    expect(await refused(demo, `GET ${path}/versions/${absent}`)).toEqual([
      404,
      'workflow_version_not_found',
    ])
  })

  it('the key of a workflow starts a run without another credential, until the key is deleted', async () => {
    const [id] = await idsIn('GET /api/workflows')
    const path = `/api/workflows/${String(id)}`
    const key = String((await data(`POST ${path}/generate-api-key`))['api_key'])
    const trigger = (sent: string) =>
      visit(mounted).call<Body>(`POST /api/workflows/trigger/${sent}`, { body: { inputs: {} } })
    const started = await trigger(key)
    expect(await idsIn(`GET ${path}/runs`)).toContain(started.json.data['run_id'])
    expect((await trigger(`${key}x`)).status).toBe(401)
    await data(`DELETE ${path}/api-key`)
    expect((await trigger(key)).status).toBe(401)
  })

  it('a registered user can sign in, change the password and delete the account', async () => {
    const account = { email: 'new@example.com', password: 'first-password' }
    const register = () => visit(mounted).call('POST /api/auth/register', { body: account })
    expect([(await register()).status, (await register()).status]).toEqual([200, 409])
    const enter = async (password: string) => {
      const body = { email: account.email, password }
      const { status, json } = await visit(mounted).call<{ access_token: string }>(
        'POST /api/auth/login',
        { body },
      )
      return { status, user: visit(mounted, json.access_token) }
    }
    const { user } = await enter(account.password)
    const changed = { new_password: 'second-password' }
    expect((await user.call('POST /api/auth/set-password', { body: changed })).status).toBe(200)
    const again = await enter(changed.new_password)
    expect((await again.user.call('DELETE /api/auth/account')).status).toBe(200)
    expect((await enter(changed.new_password)).status).toBe(401)
  })

  it('a subscription in the market is listed until the user ends it', async () => {
    const { json } = await demo.call<Body>('GET /api/market?resource_type=agent')
    const offers = json.data['items'] as readonly Row[]
    const offer = offers.find((one) => !one['is_subscribed'])
    const body = { resource_type: 'agent', resource_id: offer?.id }
    const before = await idsIn('GET /api/me/subscriptions')
    expect(await data('POST /api/market/subscribe', body)).toMatchObject({ subscribed: true })
    expect(await idsIn('GET /api/me/subscriptions')).toHaveLength(before.length + 1)
    expect(await data('DELETE /api/market/unsubscribe', body)).toEqual({ unsubscribed: true })
    expect(await idsIn('GET /api/me/subscriptions')).toEqual(before)
  })
})
