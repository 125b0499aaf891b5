import { beforeAll, describe, expect, it } from 'vitest'
import type { Mounted } from '../support/transports.ts'
import { signIn, visit as guestOf, type Visitor } from '../support/visitor.ts'
import { twoUsers } from './deployed-visitor.ts'

type Row = { readonly id: string; readonly [field: string]: unknown }
type Entry = { readonly action: string; readonly [field: string]: unknown }

let mounted: Mounted
let demo: Visitor
let other: Visitor
let guest: Visitor
beforeAll(async () => {
  ;({ mounted, demo, other } = await twoUsers())
  guest = guestOf(mounted)
})

type Page = { readonly items: readonly Entry[]; readonly total: number }
const log = async (query = 'size=100') =>
  (await demo.call<Page>(`GET /api/admin/audit-log?${query}`)).json

/** The responses of operations, and the audit entries that they have written, oldest first. */
async function written(calls: readonly (readonly [string, unknown?])[]) {
  const { total: before } = await log()
  const answers: Row[] = []
  for (const [operation, body] of calls) {
    const response = await demo.open(operation, { body })
    const [{ status, headers }, text] = [response, await response.text()]
    const isFile = headers.has('content-disposition')
    expect([operation, status < 300 ? 2 : status, status < 300 ? '' : text]).toEqual([
      operation,
      2,
      '',
    ])
    answers.push(text === '' || isFile ? { id: '' } : (JSON.parse(text) as Row))
  }
  const { items, total } = await log()
  const entries = items.slice(0, total - before).toReversed()
  return { answers, entries, names: entries.map(({ action }) => action) }
}
const answered = async (operation: string, body?: unknown) =>
  (await written([[operation, body]])).answers[0] ?? { id: '' }
const createdIn = async (path: string, body: object) => {
  const { data } = (await demo.call<{ data: Row }>(`POST ${path}`, { body })).json
  return data.id
}

describe('the audit log of the known deployment', () => {
  it('the audit log has changes of accounts, with the address of the account and the new quota', async () => {
    const account = { email: 'new@example.com', password: 'a-long-password' }
    const made = await written([['POST /api/admin/users', account]])
    const id = made.answers[0]?.id
    expect(made.entries).toMatchObject([
      {
        action: 'user.create',
        admin_username: 'demo',
        target_type: 'user',
        target_id: id,
        target_label: account.email,
        detail: null,
      },
    ])
    const path = `/api/admin/users/${id}`
    const { names, entries } = await written([
      [`PATCH ${path}`, { display_name: 'Not written' }],
      [`PATCH ${path}/active`, { is_active: false }],
      [`PATCH ${path}/active`, { is_active: true }],
      [`PATCH ${path}/admin`, { is_admin: true }],
      [`PATCH ${path}/admin`, { is_admin: false }],
      [`POST ${path}/reset-password`, { new_password: 'another-password' }],
      [`POST ${path}/force-logout`],
      [`PATCH ${path}/quota`, { token_quota: 5 }],
      [`DELETE ${path}`],
    ])
    expect(names).toEqual([
      'user.disable',
      'user.enable',
      'user.grant_admin',
      'user.revoke_admin',
      'user.reset_password',
      'user.force_logout',
      'user.set_quota',
      'user.delete',
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({ target_id: id, target_label: account.email })
    expect(entries[6]).toMatchObject({ detail: 'quota=5' })
  })

  it('refused changes, sign-ins and changes by users are not in the audit log', async () => {
    const before = await log()
    await demo.call('PATCH /api/admin/settings', { body: { registration_mode: 'maybe' } })
    await demo.call('POST /api/admin/sensitive-words', { body: { word: 'lumenbridge' } })
    await demo.call('POST /api/admin/agents/batch-delete', { body: { ids: [] } })
    await other.call('DELETE /api/admin/storage/orphaned')
    await guest.call('POST /api/auth/login', {
      body: { email: 'other@example.com', password: 'wrong-password' },
    })
    await other.call('POST /api/agents', { body: { name: 'An agent' } })
    await demo.call('POST /api/orgs', { body: { name: 'Depot' } })
    expect(await log()).toEqual(before)
  })

  it('the audit log has settings, IP rules, blocked words, invitations and announcements with their details', async () => {
    const { entries } = await written([
      ['PATCH /api/admin/settings', { maintenance_mode: false, registration_mode: 'invite' }],
      ['POST /api/admin/ip-rules', { ip_address: '203.0.113.9', rule_type: 'deny' }],
      ['POST /api/admin/ip-rules/batch-import', { rules: [] }],
      ['POST /api/admin/sensitive-words', { word: 'quince' }],
      ['POST /api/admin/sensitive-words/batch', { words: ['medlar'] }],
      ['POST /api/admin/invite-codes', { note: 'a guest' }],
      ['POST /api/admin/announcements', { title: 'Closed', content: 'On Friday' }],
      ['POST /api/admin/api-keys', { name: 'System' }],
      ['POST /api/admin/actions/force-logout-all'],
    ])
    const none = { target_type: null, target_id: null, target_label: null }
    const detail = 'registration_mode=invite; maintenance_mode=False'
    expect(entries).toMatchObject([
      { action: 'settings.update', ...none, detail },
      {
        action: 'ip_rule.create',
        target_type: 'ip_rule',
        target_label: null,
        detail: 'deny 203.0.113.9',
      },
      { action: 'ip_rule.batch_import', ...none },
      { action: 'sensitive_word.create', target_type: 'sensitive_word', target_label: 'quince' },
      { action: 'sensitive_word.batch_import', ...none },
      {
        action: 'invite_code.create',
        ...none,
        detail: expect.stringMatching(/^code=[A-Z0-9]{8}$/),
      },
      { action: 'announcement.create', target_label: 'Closed' },
      {
        action: 'api_key.create',
        target_label: 'System',
        detail: expect.stringMatching(/^prefix=abc_.{4}, scopes=all$/),
      },
      { action: 'auth.force_logout_all', ...none },
    ])
    const [, rule, , word, , code, news, key] = entries.map(({ target_id }) => String(target_id))
    const codes = (await demo.call<Row[]>('GET /api/admin/invite-codes')).json
    expect(code).toBe('null')
    const invited = codes.find(({ note }) => note === 'a guest')?.id
    const changed = await written([
      [`PATCH /api/admin/ip-rules/${rule}/active`, { is_active: false }],
      [`PATCH /api/admin/ip-rules/${rule}/active`, { is_active: true }],
      [`DELETE /api/admin/ip-rules/${rule}`],
      [`PUT /api/admin/sensitive-words/${word}/toggle`, { is_active: false }],
      [`DELETE /api/admin/sensitive-words/${word}`],
      [`DELETE /api/admin/invite-codes/${invited}`],
      [`PUT /api/admin/announcements/${news}`, { title: 'Open' }],
      [`DELETE /api/admin/announcements/${news}`],
      [`PATCH /api/admin/api-keys/${key}/active`, { is_active: false }],
      [`PATCH /api/admin/api-keys/${key}/active`, { is_active: true }],
      [`DELETE /api/admin/api-keys/${key}`],
    ])
    expect(changed.entries.map(({ action, detail: of }) => [action, of])).toEqual([
      ['ip_rule.disable', 'deny 203.0.113.9'],
      ['ip_rule.enable', 'deny 203.0.113.9'],
      ['ip_rule.delete', 'deny 203.0.113.9'],
      ['sensitive_word.toggle', 'is_active=False'],
      ['sensitive_word.delete', null],
      ['invite_code.revoke', `code_id=${invited}`],
      ['announcement.update', null],
      ['announcement.delete', null],
      ['api_key.disable', null],
      ['api_key.enable', null],
      ['api_key.delete', null],
    ])
    expect(changed.entries[7]).toMatchObject({ target_label: 'Open' })
  })

  it('the audit log has changes of models, providers and groups of models, with their names', async () => {
    const model = { name: 'Large', model_name: 'large' }
    const alone = await answered('POST /api/admin/models', model)
    const provider = await answered('POST /api/admin/model-providers', {
      name: 'House',
      base_url: 'https://models.example.com',
    })
    const group = await answered('POST /api/admin/model-groups', { name: 'Cheap' })
    const path = `/api/admin/model-providers/${provider.id}`
    const inside = await answered(`POST ${path}/models`, model)
    const { names, entries } = await written([
      [`PUT /api/admin/models/${alone.id}`, model],
      [`PATCH /api/admin/models/${alone.id}/active`, { is_active: false }],
      [`PATCH /api/admin/models/${alone.id}/active`, { is_active: true }],
      [`PATCH /api/admin/models/${alone.id}/role`, { role: 'fast' }],
      [`DELETE /api/admin/models/${alone.id}`],
      [`PUT /api/admin/model-provider-models/${inside.id}`, model],
      [`DELETE /api/admin/model-provider-models/${inside.id}`],
      [`PUT ${path}`, { name: 'Home' }],
      [`DELETE ${path}`],
      [`PUT /api/admin/model-groups/${group.id}`, { name: 'Cheaper' }],
      [`PATCH /api/admin/model-groups/${group.id}/activate`],
      ['POST /api/admin/model-groups/deactivate'],
      [`DELETE /api/admin/model-groups/${group.id}`],
      ['GET /api/admin/model-config/export'],
      [
        'POST /api/admin/model-config/import',
        { abc_model_config_v1: { exported_at: '2026-11-01', providers: [], groups: [] } },
      ],
    ])
    expect(names).toEqual([
      'model.update',
      'model.disable',
      'model.enable',
      'model.set_role',
      'model.delete',
      'model_provider_model.update',
      'model_provider_model.delete',
      'model_provider.update',
      'model_provider.delete',
      'model_group.update',
      'model_group.activate',
      'model_group.deactivate_all',
      'model_group.delete',
      'model_config.export',
      'model_config.import',
    ])
    expect(entries[8]).toMatchObject({ target_type: 'model_provider', target_label: 'Home' })
  })

  it('the audit log has an entry if an administrator reads, enables, disables or deletes a record of a user', async () => {
    const kb = await createdIn('/api/knowledge-bases', { name: 'Manuals' })
    const agent = await createdIn('/api/agents', { name: 'Helper' })
    const skill = await createdIn('/api/skills', { name: 'Sum up', content: 'Briefly.' })
    const flow = await createdIn('/api/workflows', { name: 'Report' })
    const chat = await createdIn('/api/conversations', { title: 'Private' })
    const dataset = await createdIn('/api/eval/datasets', { name: 'Cases' })
    const { json } = await demo.call<{ items: Row[] }>('GET /api/eval/runs')
    const ids: readonly string[] = []
    const workflow_ids = [flow]
    const { names, entries } = await written([
      [`GET /api/admin/conversations/${chat}/messages`],
      [`DELETE /api/admin/conversations/${chat}`],
      ...['agents', 'knowledge-bases', 'connectors', 'skills'].flatMap((kind) => [
        [`POST /api/admin/${kind}/batch-toggle`, { ids, is_active: true }] as const,
        [`POST /api/admin/${kind}/batch-delete`, { ids: ['nobody'] }] as const,
      ]),
      [`PATCH /api/admin/agents/${agent}/active`, { is_active: false }],
      [`DELETE /api/admin/agents/${agent}`],
      [`DELETE /api/admin/knowledge-bases/${kb}`],
      [`PATCH /api/admin/skills/${skill}/active`, { is_active: false }],
      [`PATCH /api/admin/skills/${skill}/active`, { is_active: true }],
      [`DELETE /api/admin/skills/${skill}`],
      [`POST /api/admin/workflows/${flow}/toggle`],
      [`PATCH /api/admin/schedules/${flow}/active`, { schedule_enabled: true }],
      [`PATCH /api/admin/schedules/${flow}/active`, { schedule_enabled: false }],
      ['POST /api/admin/workflows/batch-toggle', { workflow_ids, is_active: true }],
      ['POST /api/admin/workflows/batch-publish', { workflow_ids, status: 'published' }],
      ['POST /api/admin/workflows/cleanup-runs', {}],
      [`DELETE /api/admin/workflows/${flow}`],
      ['POST /api/admin/workflows/batch-delete', { workflow_ids }],
      [`DELETE /api/admin/eval/datasets/${dataset}`],
      [`DELETE /api/admin/eval/runs/${json.items[0]?.id}`],
      ['POST /api/admin/eval/cleanup', {}],
    ])
    expect(names).toEqual([
      'conversation.viewed',
      'conversation.delete',
      ...['agent', 'kb', 'connector', 'skill'].flatMap((kind) => [
        `${kind}.admin_batch_toggle`,
        `${kind}.admin_batch_delete`,
      ]),
      'agent.admin_delete',
      'kb.admin_delete',
      'skill.admin_disable',
      'skill.admin_enable',
      'skill.admin_delete',
      'workflow.admin_toggle',
      'schedule.admin_resume',
      'schedule.admin_pause',
      'workflow.batch_toggle',
      'workflow.batch_publish',
      'workflow.cleanup_runs',
      'workflow.admin_delete',
      'workflow.batch_delete',
      'eval_dataset.admin_delete',
      'eval_run.admin_delete',
      'eval_run.admin_cleanup',
    ])
    expect(entries[0]).toMatchObject({ target_id: chat, target_label: 'Private' })
    expect(entries[16]).toMatchObject({ target_label: 'Report', detail: 'schedule_enabled=True' })
  })

  it('the audit log has entries about the market, reviews, credentials, files, exports, templates and deleted accounts', async () => {
    const { json: mine } = await demo.call<{ items: Row[] }>('GET /api/connectors')
    const connector = mine.items[0]?.id
    const path = '/api/admin/credentials?resource_type=connector'
    const { json: stored } = await demo.call<{ items: Row[] }>(`GET ${path}`)
    const blueprint = { nodes: [], edges: [] }
    const template = { name: 'Start', description: 'A start', category: 'general', blueprint }
    const made = await answered('POST /api/admin/workflow-templates', template)
    const { id } = made['data'] as Row
    const resource = `/api/admin/market/resources/connector/${connector}`
    const { names } = await written([
      [`PATCH ${resource}/unpublish`],
      [`DELETE ${resource}`],
      ['POST /api/admin/reviews/batch-approve', { items: [] }],
      ['POST /api/admin/reviews/batch-reject', { items: [] }],
      [`DELETE /api/admin/credentials/connector/${stored.items[0]?.id}`],
      ['DELETE /api/admin/storage/user/nobody'],
      ['DELETE /api/admin/storage/orphaned'],
      ['PUT /api/admin/notifications/config', { enabled: true }],
      ['POST /api/admin/notifications/test'],
      [`PUT /api/admin/workflow-templates/${id}`, { name: 'Begin' }],
      [`DELETE /api/admin/workflow-templates/${id}`],
      ['GET /api/admin/export/users'],
      ['GET /api/admin/export/conversations'],
      ['GET /api/admin/export/full-backup'],
    ])
    expect(names).toEqual([
      'market.unpublish',
      'market.resource_delete',
      'review.admin_batch_approve',
      'review.admin_batch_reject',
      'credential.admin_revoke',
      'storage.clear_user',
      'storage.cleanup_orphaned',
      'notifications.config_update',
      'notifications.test',
      'workflow_template.update',
      'workflow_template.delete',
      'export.users',
      'export.conversations',
      'export.full_backup',
    ])
    const leaving = await signIn(mounted, 'other')
    await leaving.call('DELETE /api/auth/account')
    expect((await log()).items[0]).toMatchObject({
      action: 'account.self_delete',
      admin_username: 'other@example.com',
      target_type: 'user',
      target_label: 'other@example.com',
    })
  })

  it('the audit log has pages of up to 200 entries', async () => {
    const { items, total } = await log('size=200')
    expect(items).toHaveLength(Math.min(total, 200))
    const refused = await demo.call('GET /api/admin/audit-log?size=201')
    const detail = [{ type: 'less_than_equal', loc: ['query', 'size'], ctx: { le: 200 } }]
    expect(refused).toMatchObject({ status: 422, json: { detail } })
  })

  it('the audit log has 90 names of actions, and can be filtered, exported and shown as events', async () => {
    const all = [...(await log()).items, ...(await log('page=2&size=100')).items]
    expect(new Set(all.map(({ action }) => action)).size).toBe(90)
    const words = await log('action=sensitive_word.toggle')
    expect(words).toMatchObject({ total: 1, items: [{ target_label: 'quince' }] })
    const by = await log(`admin_id=${String(words.items[0]?.['admin_id'])}`)
    expect(by.total).toBeGreaterThan(80)
    const path = '/api/admin/audit-log/export?action=user.set_quota'
    const text = await (await demo.open(`GET ${path}`)).text()
    expect(text).toMatch(
      /^id,admin_id,admin_username,action,target_type,target_id,target_label,detail,created_at\r\n/,
    )
    expect(text).toContain('user.set_quota,user,')
    type Events = { readonly events: readonly { readonly details: Entry }[] }
    const events = await demo.call<Events>('GET /api/admin/notifications/events?limit=200')
    const actions = events.json.events
      .filter((event) => 'action' in event.details)
      .map(({ details }) => details.action)
    expect(actions).toContain('ip_rule.delete')
    expect(actions.every((action) => /delete|security|batch/.test(action))).toBe(true)
  })
})
