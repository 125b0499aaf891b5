import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import type { Profile } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import { type RecordedCall, recordedExchange } from '../support/recorded-exchange.ts'
import { mountInProcess } from '../support/transports.ts'
import { login, signIn, visit } from '../support/visitor.ts'
import { check, collect, collectCalls, deployed, profileOf, sound } from './imported-profile.ts'

const families = deployed.profile.operations ?? {}
const create = {
  when: "starts_with($body.ip_address, '10.')",
  at: ['body', 'ip_address'],
  detail: 'is private',
}

/** A deployment that equals the base, but refuses more requests. */
const deployment = readProfile(
  {
    base: 'deployed-0.8',
    answers: {
      'POST /api/conversations': {
        refuses: [{ when: "$body.title == 'Secret'", code: 'title_reserved', args: '{ a: `1` }' }],
      },
    },
    operations: {
      ip_rules: { ...families['ip_rules'], refuses: { create: [create] } },
      auth_change_email_request: {
        ...families['auth_change_email_request'],
        refuses: [{ when: "ends_with($body.new_email, '.test')", status: 422, code: 'email_odd' }],
      },
    },
  },
  'deployment',
  deployed.profile,
)

const rule = (ip_address: string) => ({ ip_address, rule_type: 'deny' })
const email = (new_email: string) => ({ new_email, password: 'demo-password' })

/** Calls that fail because of their input, and one that depends on the state. */
async function callsOf(profile: Profile): Promise<readonly RecordedCall[]> {
  const mounted = mountInProcess({ profile })
  const { access_token: token } = await login(mounted)
  const visitor = visit(mounted, token)
  const calls: RecordedCall[] = []
  const call = async (operation: string, sent?: unknown) => {
    const { status, json } = await visitor.call<JsonObject>(operation, { body: sent })
    calls.push({ call: operation, token, sent, status, body: json })
    return json
  }
  await call('POST /api/conversations', { title: 'Open' })
  await call('POST /api/conversations', { title: 'Secret' })
  await call('POST /api/conversations', { mode: 'loud' })
  await call('POST /api/admin/ip-rules', rule('192.0.2.7'))
  await call('POST /api/admin/ip-rules', rule('10.0.0.1'))
  await call('POST /api/auth/change-email/request', email('new@example.com'))
  await call('POST /api/auth/change-email/request', email('new@example.test'))
  const passwords = { current_password: 'wrong-one', new_password: 'another-password' }
  await call('POST /api/auth/change-password', passwords)
  const { data } = (await call('POST /api/agents', { name: 'A' })) as { data: { id: string } }
  await call(`POST /api/agents/${data.id}/resubmit`)
  const word = { word: 'quince' }
  await call('POST /api/admin/sensitive-words', word)
  await call('POST /api/admin/sensitive-words', word)
  return calls
}

const refused = (calls: readonly RecordedCall[]) =>
  calls.filter(({ status = 0 }) => status === 400 || status === 422).map(({ body }) => body)

describe('refusals of a recording', async () => {
  const recorded = await callsOf(deployment)
  const collected = collectCalls(recorded, [deployed])
  const profile = profileOf(collected.result)

  it('an import reproduces refusals that the input caused, with their codes and positions', async () => {
    const again = await callsOf(profile)
    expect(again.map(({ status }) => status)).toEqual([
      200, 400, 422, 201, 422, 200, 422, 400, 200, 400, 200, 409,
    ])
    expect(refused(again)).toEqual(refused(recorded))
    expect(await check(collected.result)).toEqual(sound)
  })

  it('an import makes no rules from refusals that the state caused, or that the base already has', () => {
    const learned = collected.uses.filter(({ what }) => what.endsWith('refuses this input'))
    expect(learned.map(({ entry }) => entry)).toEqual([1, 4, 6])
    expect(profile.operations?.['agent_resubmit']).toEqual(families['agent_resubmit'])
    expect(profile.operations?.['sensitive_words']).toMatchObject({
      refuses: { create: [{ code: 'sensitive_word_duplicate' }] },
    })
  })
})

it.each([403, 404, 409])(
  'records stay readable after an import in which reading one of them was refused with %i',
  async (status) => {
    const agent = { id: '7f1c2d3e-4a5b-4c6d-8e7f-a0b1c2d3e4f5', name: 'Closed' }
    const { result } = collectCalls([
      { call: 'GET /api/agents', body: { items: [agent], total: 1, page: 1, size: 20, pages: 1 } },
      { call: `GET /api/agents/${agent.id}`, status, body: { error_code: 'agent_refused' } },
    ])
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call<{ items: { id: string }[] }>('GET /api/agents')
    const read = await visitor.call(`GET /api/agents/${json.items[0]?.id}`)
    expect(read.status).toBe(200)
  },
)

it('an import leaves out a refusal that no rule can express, such as one of a very long text', async () => {
  const sent = { title: 'x'.repeat(9000) }
  const refusals = [
    { sent, status: 400, body: { error: 'too_long' } },
    {
      sent: { title: '' },
      status: 422,
      body: {
        detail: [{ type: 'value_error', loc: ['body', 'title'], msg: 'Value error, ', input: '' }],
      },
    },
    { sent: {}, status: 422, body: { detail: [{ type: 'missing', msg: 'Field required' }] } },
  ]
  const calls = [
    ...(await callsOf(deployment)),
    ...refusals.map((one) => ({ call: 'POST /api/conversations', token: undefined, ...one })),
    ...refusals.map((one) => ({ call: 'POST /api/own-things', token: undefined, ...one })),
  ]
  expect(() => collectCalls(calls)).not.toThrow()
})

describe('a refused value of a recording', () => {
  const place = 'POST /api/boxes'
  const refusal = (sent: unknown, item: object) => ({
    call: place,
    sent,
    status: 422,
    body: { detail: [{ msg: 'not so', type: 'value_error.odd', ...item }] },
  })
  const played = async (...refusals: readonly RecordedCall[]) => {
    const accepted = { call: place, sent: { parts: [{ size: 3 }] }, body: { ok: true } }
    const { result } = collectCalls([...refusals, accepted])
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    return async (body: unknown) => (await visitor.call(place, { body })).status
  }

  it('an import takes the refused value from the request, if the refusal does not repeat it', async () => {
    const statusOf = await played(refusal({ size: -1 }, { loc: ['body', 'size'] }))
    expect([await statusOf({ size: -1 }), await statusOf({ size: 5 })]).toEqual([422, 200])
    expect(await statusOf({ name: 'Renamed' })).toBe(200)
  })

  it('an import finds a refused value inside a list', async () => {
    const loc = ['body', 'parts', 0, 'size']
    const [bare, whole] = [refusal({ parts: [{ size: 8 }] }, { loc }), { parts: [{ size: 9 }] }]
    const statusOf = await played(bare, refusal(whole, { loc, input: 9 }))
    for (const [size, status] of [
      [8, 422],
      [9, 422],
      [3, 200],
    ])
      expect([size, await statusOf({ parts: [{ size }] })]).toEqual([size, status])
  })

  it('an import makes no rule from a refused null, because requests without the field may succeed', async () => {
    const loc = ['body', 'title']
    const statusOf = await played(
      refusal({ title: null }, { loc, input: null }),
      refusal({ other: 1 }, { loc }),
    )
    expect([await statusOf({ other: 2 }), await statusOf({ title: 'Given' })]).toEqual([200, 200])
  })

  it('an import writes no password that a request was refused for', () => {
    const sent = { password: 'tide-and-quay-7' }
    const loc = ['body', 'password']
    const { result } = collectCalls([
      refusal(sent, { loc }),
      refusal(sent, { loc, input: sent.password }),
    ])
    expect(JSON.stringify(result.document)).not.toContain(sent.password)
  })
})

it('an import without the body of a successful request does not refuse every request of the operation', () => {
  const call = 'POST /api/react'
  const body = { success: false, error: 'agent_gone', message: 'It is gone.' }
  const success = recordedExchange({ call, sent: { q: 'Hi' } }, 0)
  const refusal = recordedExchange({ call, sent: { q: 'Hi', agent_id: 'x' }, status: 400, body }, 1)
  const { result } = collect([{ ...success, content: undefined, frames: undefined }, refusal])
  expect(JSON.stringify(result.document)).not.toContain('`true`')
})
