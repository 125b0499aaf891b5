import { expect, it } from 'vitest'
import { ProfileError, readProfile } from '../../../contract/profile.ts'
import { toJournalLine } from '../../../traffic/journal/query-journal.ts'
import { describeTransports, mountInProcess } from '../../support/transports.ts'
import { keyOf, newKey, type Paged, signIn, visit } from '../../support/visitor.ts'

const picks = { 'keys.prefix': { other: 'sk-live_' } }
const profile = readProfile({ picks })

describeTransports('keys with another prefix', (mount) => {
  it('keys with another prefix authenticate, and their records show its first characters', async () => {
    const mounted = await mount({ profile })
    const visitor = await signIn(mounted)
    const { id, key, key_prefix } = await newKey(visitor)
    expect(key).toMatch(/^sk-live_[\w-]{44}$/)
    expect(key_prefix).toBe(key.slice(0, 8))
    expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(200)
    const body = { q: 'Hi', token: keyOf(mounted, 'full') }
    expect((await visit(mounted).stream('POST /api/react', { body })).at(-1)?.event).toBe('end')
    const { json } = await visitor.call<Paged<{ id: string; key_prefix: string }>>(
      'GET /api/me/api-keys?size=100',
    )
    expect(json.items.find((item) => item.id === id)?.key_prefix).toBe(key_prefix)
    await visitor.call(`DELETE /api/me/api-keys/${id}`)
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
  })

  it('a change of the profile replaces the keys by keys with another prefix', async () => {
    const mounted = await mount()
    const before = keyOf(mounted, 'full')
    await mounted.fake.control().play({ picks })
    const after = keyOf(mounted, 'full')
    expect(after).toBe(before.replace('svc_', 'sk-live_'))
    const status = async (key: string) => (await visit(mounted, key).call('GET /api/agents')).status
    expect([await status(before), await status(after)]).toEqual([401, 200])
  })

  it('the explanation for a wrong key names the prefix of the deployment', async () => {
    const mounted = await mount({ profile, explain: true })
    const { headers } = await visit(mounted, 'svc_abcd').call('GET /api/agents')
    expect(headers.get('x-understudy-explain')).toContain('an API key starts with `sk-live_`')
    const deleted = await newKey(await signIn(mounted))
    const unknown = `${deleted.key.slice(0, 20)}AAAA${deleted.key.slice(24)}`
    const answer = await visit(mounted, unknown).call('GET /api/agents')
    expect(answer.headers.get('x-understudy-explain')).toContain('never issued')
  })

  it('API keys whose prefix differs from `svc_` never appear in the journal', async () => {
    const nested = { ...picks, 'keys.creation-shape': 'nested' }
    const mounted = await mount({ profile: readProfile({ picks: nested }) })
    const visitor = await signIn(mounted)
    const { json } = await visitor.call<{ plain: string }>('POST /api/me/api-keys', {
      body: { name: 'Nightly' },
    })
    const world = mounted.fake.world()
    await visit(mounted, json.plain).call('GET /api/agents')
    const body = { email: json.plain, password: 'x' }
    await visit(mounted).call('POST /api/auth/login', { body })
    await visit(mounted).call(`GET /api/agents?q=${json.plain}`)
    const lines = [...world.journal.entries()].map((entry) =>
      JSON.stringify(toJournalLine(world, entry)),
    )
    expect(lines.join('\n')).toContain('/api/me/api-keys')
    expect(lines.filter((line) => line.includes(json.plain))).toEqual([])
  })
})

it.each(['eyJ', '', 'a b', '_x', 'x'.repeat(41)])(
  'a prefix that could be another credential or breaks a header is refused: %j',
  (other) => {
    expect(() => readProfile({ picks: { 'keys.prefix': { other } } })).toThrow(ProfileError)
  },
)

it('a fault can match an API key with another prefix by the beginning of the key', async () => {
  const mounted = mountInProcess({ profile })
  const key = keyOf(mounted, 'full')
  await mounted.fake.control().faults.add({
    match: { caller: key.slice(0, 12) },
    effect: { error: { code: 'internal_error' } },
  })
  expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(500)
})
