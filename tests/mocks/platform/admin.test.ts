import { describe, expect, it } from 'vitest'
import { operationIds, operations } from '../../../contract/operations.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { askForRefund, respond } from '../../support/refund.ts'
import { readProfile } from '../../../contract/profile.ts'
import {
  demo,
  describeTransports,
  mountInProcess,
  shippedScenarios,
} from '../../support/transports.ts'
import {
  conversationOf,
  type Enveloped,
  keyOf,
  newConversation,
  newKey,
  type Paged,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'

type Entry = {
  readonly action: string
  readonly actor_email: string | null
  readonly target_id: string | null
}

const other = demo.users.find(({ email }) => email === 'other@example.com')?.id ?? ''
const total = async (visitor: Visitor, operation: string) =>
  (await visitor.call<Paged<object>>(operation)).json.total

describeTransports('the admin API', (mount) => {
  it('the admin API is open to administrators with a key of full access or the admin scope', async () => {
    const mounted = await mount()
    const path = 'GET /api/admin/users'
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const { key } = await newKey(colleague, { scopes: 'admin' })
    expect((await admin.call(path)).status).toBe(200)
    expect((await admin.as(keyOf(mounted, 'admin')).call(path)).status).toBe(200)
    expect(await colleague.refusal(path)).toEqual([403, 'forbidden'])
    expect(await visit(mounted, key).refusal(path)).toEqual([403, 'forbidden'])
    expect(await visit(mounted, keyOf(mounted, 'chat')).refusal(path)).toEqual([403, 'forbidden'])
    expect(await visit(mounted).refusal(path)).toEqual([401, 'unauthorized'])
  })

  it('the admin API lists, disables and deletes the keys of all users', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const made = await newKey(await signIn(mounted, 'other'))
    const { json } = await admin.call<Paged<{ id: string; user_email: string }>>(
      'GET /api/admin/api-keys?size=1',
    )
    expect(json.total).toBe(demo.api_keys.length + 1)
    expect(json.items[0]).toMatchObject({ id: made.id, user_email: 'other@example.com' })
    const keyPath = `/api/admin/api-keys/${made.id}`
    const bearer = visit(mounted, made.key)
    await admin.call(`PATCH ${keyPath}/active`, { body: { is_active: false } })
    expect(await bearer.refusal('GET /api/agents')).toEqual([401, 'unauthorized'])
    expect((await admin.call(`DELETE ${keyPath}`)).status).toBe(204)
    expect(await bearer.refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
  })

  it('the admin API reads and deletes the conversations of all users', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const colleague = await signIn(mounted, 'other')
    const id = await newConversation(colleague, { title: 'Mine' })
    const turn = { body: { q: 'Hello', conversation_id: id } }
    await colleague.stream('POST /api/react', turn)
    const { json } = await admin.call<Paged<object>>('GET /api/admin/conversations')
    expect(json.total).toBe(demo.conversations.length + 1)
    expect(json.items[0]).toMatchObject({ id, user_email: 'other@example.com' })
    const messages = await admin.call<Paged<object>>(`GET /api/admin/conversations/${id}/messages`)
    expect(messages.json.items).toEqual((await conversationOf(colleague, id)).messages)
    expect((await admin.call(`DELETE /api/admin/conversations/${id}`)).status).toBe(204)
    expect((await colleague.call(`GET /api/conversations/${id}`)).status).toBe(404)
    expect(await total(admin, 'GET /api/admin/conversations')).toBe(demo.conversations.length)
  })

  it('the admin API lists the agents and knowledge bases of all users, including personal ones', async () => {
    const admin = await signIn(await mount())
    expect(await total(admin, 'GET /api/admin/agents')).toBe(demo.agents.length)
    expect(await total(admin, 'GET /api/admin/knowledge-bases')).toBe(demo.knowledge_bases.length)
    const theirs = demo.agents.filter(({ user_id }) => user_id === other).length
    expect(await total(admin, `GET /api/admin/agents?user_id=${other}`)).toBe(theirs)
  })

  it('the admin API counts records, and the tokens of turns by day and by agent', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const agent = demo.agents[0]
    const asked = async () => {
      type Usage = { days: { date: string; turns: number; tokens: number }[]; total_turns: number }
      type Agents = { agent_id: string; turns: number; tokens: number }
      const usage = await admin.call<Enveloped<Usage>>('GET /api/admin/analytics/usage?days=7')
      const agents = await admin.call<Paged<Agents>>('GET /api/admin/analytics/by-agent')
      const stats =
        await admin.call<Enveloped<{ total_turns: number; total_tokens: number }>>(
          'GET /api/admin/stats',
        )
      const ofAgent = agents.json.items.find(({ agent_id }) => agent_id === agent?.id)
      return { usage: usage.json.data, ofAgent, stats: stats.json.data }
    }
    const before = await asked()
    const conversation_id = await newConversation(admin, { agent_id: agent?.id })
    const events = await admin.stream('POST /api/react', {
      body: { q: 'What can you do?', conversation_id },
    })
    const done = events.find(({ event }) => event === 'done')
    const tokens = Number((done?.data as { tokens?: number } | undefined)?.tokens)
    const after = await asked()
    expect(after.stats.total_turns).toBe(before.stats.total_turns + 1)
    expect(after.stats.total_tokens).toBe(before.stats.total_tokens + tokens)
    expect(after.usage.days).toHaveLength(7)
    expect(after.usage.total_turns).toBe(before.usage.total_turns + 1)
    const today = new Date(mounted.fake.world().clock.now()).toISOString().slice(0, 10)
    expect(after.usage.days.at(-1)?.date).toBe(today)
    expect(after.ofAgent?.turns).toBe((before.ofAgent?.turns ?? 0) + 1)
    expect((await admin.call('GET /api/admin/analytics/usage?days=0')).status).toBe(422)
  })

  it('the platform serves only sign-in and administration during maintenance', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    const set = (maintenance_mode: boolean) =>
      admin.call('PATCH /api/admin/settings', { body: { maintenance_mode } })
    expect((await set(true)).json).toMatchObject({
      data: { maintenance_mode: true, registration_enabled: true },
    })
    const closed = await admin.call('GET /api/agents')
    expect(closed.status).toBe(503)
    expect(closed.headers.get('retry-after')).toBe('300')
    expect(closed.json).toMatchObject({ success: false, error: 'service_unavailable' })
    expect(await visit(mounted).refusal('GET /api/nothing')).toEqual([503, 'service_unavailable'])
    expect((await (await signIn(mounted, 'other')).call('GET /api/auth/me')).status).toBe(200)
    expect((await admin.call('GET /api/admin/system/health')).json).toMatchObject({
      items: [{ name: 'api', status: 'maintenance' }, {}, {}],
    })
    await set(false)
    expect((await admin.call('GET /api/agents')).status).toBe(200)
    expect((await admin.call('GET /api/admin/settings')).json).toMatchObject({
      data: { maintenance_mode: false, default_token_quota: 0 },
    })
  })

  it('the admin API has an audit log of changes, keys and sign-ins, newest first', async () => {
    const mounted = await mount()
    const admin = await signIn(mounted)
    await visit(mounted).call('POST /api/auth/login', {
      body: { email: 'other@example.com', password: 'wrong' },
    })
    const { id } = await newKey(admin)
    await admin.call(`PATCH /api/admin/users/${other}/active`, { body: { is_active: false } })
    const { json } = await admin.call<Paged<Entry>>('GET /api/admin/audit-log?size=4')
    expect(json.items).toMatchObject([
      { action: 'user.activity-changed', actor_email: 'demo@example.com', target_id: other },
      { action: 'api-key.created', actor_email: 'demo@example.com', target_id: id },
      { action: 'auth.sign-in-failed', actor_email: 'other@example.com', target_id: null },
      { action: 'auth.signed-in', actor_email: 'demo@example.com', target_id: null },
    ])
    expect(json.total).toBe(demo.audit_log.length + 4)
    const created = await admin.call<Paged<Entry>>(
      'GET /api/admin/audit-log?action=api-key.created',
    )
    expect(new Set(created.json.items.map(({ action }) => action))).toEqual(
      new Set(['api-key.created']),
    )
  })
})

describeTransports('the audit log', (mount) => {
  it('the audit log contains changes of agents, connectors and channels, and decisions on approvals', async () => {
    const mounted = await mount({ scenarios: shippedScenarios })
    const admin = await signIn(mounted)
    const { json: agent } = await admin.call<{ data: { id: string } }>('POST /api/agents', {
      body: { name: 'Mine' },
    })
    await admin.call(`PUT /api/agents/${agent.data.id}`, { body: { name: 'Ours' } })
    await admin.call(`DELETE /api/agents/${agent.data.id}`)
    const connector = demo.connectors[0]?.id ?? ''
    await admin.call(`POST /api/connectors/${connector}/toggle`)
    mounted.fake.control().director.speed('max')
    const { id } = await askForRefund(admin)
    await respond(admin, id, { decision: 'approve' })
    const { json } = await admin.call<Paged<Entry>>('GET /api/admin/audit-log?size=5')
    expect(json.items.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['confirmation.responded', id],
      ['connector.activity-changed', connector],
      ['agent.deleted', agent.data.id],
      ['agent.updated', agent.data.id],
      ['agent.created', agent.data.id],
    ])
  })
})

describe('the audit log', () => {
  it('the audit log has an entry for every operation that changes what users share', () => {
    const silent = operationIds.filter((id) => {
      const { method, auditAction }: Operation = operations[id]
      return method !== 'GET' && auditAction === undefined
    })
    const ofOneUser =
      /^(auth\.refresh|me\.notifications|chat\.|conversations\.|workflows\.(run|batch-run)|workflow-runs\.cancel)/
    // A click on a card decides an approval, and other events of a chat change nothing.
    const hasOwnEntry = /^channels\.callback$/
    const changesNothing =
      /\.(retrieve|validate|validate-blueprint|test|test-unsaved|discover-chats)$/
    const excused = [ofOneUser, hasOwnEntry, changesNothing]
    expect(silent.filter((id) => !excused.some((one) => one.test(id)))).toEqual([])
  })

  it('the audit log drops its oldest entries when it is full', async () => {
    const audit_log = Array.from({ length: 10_000 }, (_, at) => ({
      id: `entry-${at}`,
      actor_id: null,
      actor_email: null,
      action: 'user.updated',
      target_id: null,
      created_at: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
    }))
    const mounted = mountInProcess({ fixture: { ...demo, audit_log } })
    const admin = await signIn(mounted)
    const last = await admin.call<Paged<{ id: string }>>(
      'GET /api/admin/audit-log?size=1&page=10000',
    )
    expect(last.json).toMatchObject({ total: 10_000, items: [{ id: 'entry-1' }] })
  })
})

describe('a deployment that responds with bare records', () => {
  it('a deployment without envelopes returns administrative records directly, and their lists as arrays', async () => {
    const picks = { 'administration.envelope': 'bare', 'lists.envelope': 'array' }
    const admin = await signIn(mountInProcess({ profile: readProfile({ picks }) }))
    expect((await admin.call('GET /api/admin/stats')).json).toHaveProperty('total_users')
    expect((await admin.call('GET /api/admin/users')).json).toHaveLength(demo.users.length)
    expect((await admin.call('GET /api/auth/me')).json).toHaveProperty('data.email')
  })

  it('a deployment without envelopes returns an array in an envelope if its profile says so', async () => {
    const profile = readProfile({ picks: { 'lists.envelope': 'data' } })
    const admin = await signIn(mountInProcess({ profile }))
    const { json } = await admin.call<Enveloped<object[]>>('GET /api/admin/users')
    expect([json.success, json.data.length]).toEqual([true, demo.users.length])
  })
})
