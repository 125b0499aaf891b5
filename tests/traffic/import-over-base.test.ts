import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import type { Profile } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import { shapeDifferences } from '../../traffic/replay/shape-differences.ts'
import { createPickCollector } from '../../conformance/passive/pick-collector.ts'
import { createProfileCollector } from '../../traffic/import/profile/profile-collector.ts'
import { type RecordedCall, recordedExchange } from '../support/recorded-exchange.ts'
import { mountInProcess } from '../support/transports.ts'
import { login, signIn, visit } from '../support/visitor.ts'
import { check, collectCalls, deployed, profileOf, sound } from './imported-profile.ts'

/** A family of the base with these changes, and without its shapes. */
function changed(name: string, changes: object) {
  const family: JsonObject = deployed.profile.operations?.[name] ?? {}
  const { shape: _shape, ...others } = family
  return [name, { ...others, ...changes }] as const
}

/** A deployment that equals the base, except for the responses to some changes. */
const deployment = readProfile(
  {
    base: 'deployed-0.8',
    answers: {
      'POST /api/auth/change-password': { body: "{ message: 'Changed.' }" },
      'POST /api/admin/users/{user_id}/force-logout': { body: '{ ok: `true`, ended: `2` }' },
    },
    operations: Object.fromEntries([
      changed('workflow_key_delete', { answer: '{ revoked: `1`, was: { id: id } }' }),
      changed('workflow_schedule_delete', { answer: "{ id: id, cron: 'none', zones: ['UTC'] }" }),
      changed('workflow_import', { answer: '{ workflow: $created, warnings: `[]` }', status: 201 }),
      changed('workflow_test_webhook', { answer: '{ ok: `5`, sent: { to: webhook_url } }' }),
      changed('connector_breaker_reset', { status: 204 }),
      changed('ip_rules', { created: 200, deleted: '{ removed: id, rest: `3` }' }),
      changed('announcements', { deleted: undefined }),
      changed('agent_templates', { lists: '{ templates: @, featured: @[:1].id }' }),
    ]),
  },
  'deployment',
  deployed.profile,
)
/** A valid workflow to import. */
const imported = {
  name: 'Taken',
  blueprint: {
    nodes: ['start', 'end'].map((type) => ({ id: type, type, position: { x: 0, y: 0 }, data: {} })),
    edges: [{ id: 'only', source: 'start', target: 'end' }],
  },
}

/** Calls operations that differ from the base, and others. Returns the exchanges. */
async function callsOf(profile: Profile) {
  const mounted = mountInProcess({ profile })
  const { access_token: token } = await login(mounted)
  const visitor = visit(mounted, token)
  const calls: RecordedCall[] = []
  const call = async (operation: string, sent?: unknown) => {
    const { status, json } = await visitor.call<JsonObject>(
      operation,
      sent === undefined ? {} : { body: sent },
    )
    calls.push({
      call: operation,
      token,
      sent,
      status,
      body: json,
      ...(json === undefined && { type: '' }),
    })
    return json
  }
  const idsAt = async (path: string) => {
    const json = await call(`GET ${path}`)
    const list = (Array.isArray(json) ? json : json?.['items']) as readonly {
      readonly id: string
    }[]
    return list.map(({ id }) => id)
  }
  const [workflow, second] = await idsAt('/api/workflows')
  for (const id of [workflow, second]) {
    await call(`POST /api/workflows/${id}/generate-api-key`)
    await call(`DELETE /api/workflows/${id}/api-key`)
    await call(`DELETE /api/workflows/${id}/schedule`)
    await call(`POST /api/workflows/${id}/test-webhook`)
  }
  await call('POST /api/workflows/import', { workflow: imported })
  const [connector] = await idsAt('/api/connectors')
  await call(`POST /api/connectors/${connector}/circuit-breaker-reset`)
  const rule = await call('POST /api/admin/ip-rules', { ip_address: '10.0.0.1', rule_type: 'deny' })
  await call(`DELETE /api/admin/ip-rules/${String(rule?.['id'])}`)
  await call('GET /api/admin/ip-rules')
  const people = await idsAt('/api/admin/users')
  await call(`POST /api/admin/users/${people.at(-1)}/force-logout`)
  await call('GET /api/agent-templates')
  await call('POST /api/auth/change-password', {
    current_password: 'demo-password',
    new_password: 'demo-password-2',
  })
  for (const path of ['agents', 'skills', 'market', 'models', 'eval/datasets'])
    await call(`GET /api/${path}`)
  return calls
}

describe('the import of a deployment that contradicts its base', async () => {
  const recorded = await callsOf(deployment)
  const { result } = collectCalls(recorded, [deployed])
  const again = await callsOf(profileOf(result))

  it('each operation of an import over a base has the recorded status and fields', () => {
    for (const [at, { call, status, body }] of recorded.entries()) {
      const [operation, fresh] = [call.replaceAll(/[0-9a-f-]{36}/g, '{}'), again[at]]
      expect([operation, fresh?.status]).toEqual([operation, status])
      expect([operation, shapeDifferences(body, fresh?.body)]).toEqual([operation, []])
    }
    const refused = recorded.filter(({ status = 0 }) => status >= 300)
    // A workflow without a webhook refuses to test it (F-076).
    expect(refused.filter(({ call }) => !call.endsWith('/test-webhook'))).toEqual([])
  })

  it('each imported operation still has the effects that it has in the base', async () => {
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const workflows = async () =>
      (await visitor.call<{ readonly items: readonly JsonObject[] }>('GET /api/workflows')).json
        .items
    const [id, before] = [(await workflows())[0]?.['id'], (await workflows()).length]
    const key = async () =>
      (await visitor.call<{ readonly data: JsonObject }>(`GET /api/workflows/${String(id)}`)).json
        .data['has_api_key']
    await visitor.call(`POST /api/workflows/${String(id)}/generate-api-key`)
    expect(await key()).toBe(true)
    await visitor.call(`DELETE /api/workflows/${String(id)}/api-key`)
    expect(await key()).toBe(false)
    await visitor.call('POST /api/workflows/import', { body: { workflow: imported } })
    expect(await workflows()).toHaveLength(before + 1)
  })

  it('the imported profile passes `profiles check`', async () => {
    expect(await check(result)).toEqual(sound)
  })
})

it('an import replaces a pick of its base for an operation that was recorded with the usual option', async () => {
  const agents = { items: [], total: 0, page: 1, size: 20, pages: 0 }
  const { profile } = deployed
  const picks = createPickCollector()
  const calls = ['agents', 'workflows', 'connectors'].map((name, index) =>
    recordedExchange({ call: `GET /api/${name}`, body: agents }, index),
  )
  for (const exchange of calls) picks.add(exchange)
  const collector = createProfileCollector({ bases: [deployed] })
  for (const exchange of calls) collector.add(exchange)
  const { at } = profileOf(collector.finish(picks.finish().result).result)
  expect(at['connectors.list']?.['lists.default-size']).toBeUndefined()
  expect(at['mcp-servers.list']).toEqual(profile.at['mcp-servers.list'])
})

it('an import says how many records of a list are above the limit of a family', () => {
  const items = Array.from({ length: 1003 }, (_, index) => ({ id: `boat-${index}`, name: 'Otter' }))
  const { result } = collectCalls([
    { call: 'GET /api/boats', body: { items, total: 1003, page: 1, size: 1003, pages: 1 } },
    { call: 'GET /api/boats/boat-0', body: items[0] },
  ])
  expect(result.notes).toContain('/api/boats: 3 records are left out: at most 1000 are kept')
})

it('an import plays a value that depends on the query for each recorded query', async () => {
  const { result } = collectCalls([
    { call: 'GET /api/usage?range=7d&size=1', body: { total: 7 } },
    { call: 'GET /api/usage?range=30d&size=1', body: { total: 30 } },
    { call: 'GET /api/theme', body: { color: 'red' }, token: 'one' },
    { call: 'GET /api/theme', body: { color: 'blue' }, token: 'another' },
  ])
  const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
  const totalOf = async (query: string) => (await visitor.call(`GET /api/usage${query}`)).json
  expect(await totalOf('?range=7d')).toEqual({ total: 7 })
  expect(await totalOf('?range=30d&size=2')).toEqual({ total: 30 })
  expect(await totalOf('')).toEqual({ total: 30 })
  expect(result.notes).toContain(
    '/api/theme: its value differed between users; it begins with the last one for each of them',
  )
  expect(await check(result)).toEqual(sound)
})
