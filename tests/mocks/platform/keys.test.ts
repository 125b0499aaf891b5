import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { newKey, type Paged, signIn, visit } from '../../support/visitor.ts'

type Key = {
  readonly id: string
  readonly name: string
  readonly total_requests: number
  readonly last_used_at: string | null
}

describeTransports('API keys', (mount) => {
  it('API keys are created with 201, with their record and their full value', async () => {
    const visitor = await signIn(await mount())
    const { status, json } = await visitor.call('POST /api/me/api-keys', {
      body: { name: 'Nightly import', scopes: 'chat' },
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Nightly import',
      key: expect.stringMatching(/^svc_[\w-]{44}$/),
      key_prefix: expect.stringMatching(/^svc_[\w-]{4}$/),
      scopes: 'chat',
      is_active: true,
      expires_at: null,
      last_used_at: null,
      total_requests: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  it('API keys have the first eight characters of their value as prefix', async () => {
    const { key, key_prefix } = await newKey(await signIn(await mount()))
    expect(key_prefix).toBe(key.slice(0, 8))
  })

  it('API keys show their value once: no list and no other response contains it', async () => {
    const visitor = await signIn(await mount())
    const { id, key } = await newKey(visitor)
    const answers = await Promise.all([
      visitor.call('GET /api/me/api-keys?size=100'),
      visitor.call(`PATCH /api/me/api-keys/${id}/active`, { body: { is_active: true } }),
      visitor.call('GET /api/auth/me'),
    ])
    for (const { text } of answers) expect(text).not.toContain(key)
    expect(answers[0].text).toContain(id)
  })

  it('API keys are listed for their owner only, newest first', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const first = await newKey(visitor, { name: 'first' })
    const second = await newKey(visitor, { name: 'second' })
    const ids = async (one: typeof visitor) =>
      (await one.call<Paged<Key>>('GET /api/me/api-keys?size=100')).json.items.map(({ id }) => id)
    expect((await ids(visitor)).slice(0, 2)).toEqual([second.id, first.id])
    expect(await ids(await signIn(mounted, 'other'))).not.toContain(first.id)
  })

  it('API keys authenticate as their owner', async () => {
    const mounted = await mount()
    const { key } = await newKey(await signIn(mounted, 'other'))
    const { json } = await visit(mounted, key).call('GET /api/auth/me')
    expect(json).toMatchObject({ data: { email: 'other@example.com' } })
  })

  it('API keys get 401 while disabled, and work again once enabled', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { id, key } = await newKey(visitor)
    const bearer = visit(mounted, key)
    const switchTo = (is_active: boolean) =>
      visitor.call(`PATCH /api/me/api-keys/${id}/active`, { body: { is_active } })
    expect((await switchTo(false)).json).toMatchObject({ id, is_active: false })
    expect(await bearer.refusal('GET /api/agents')).toEqual([401, 'unauthorized'])
    expect((await visitor.call('GET /api/me/api-keys')).text).toContain(id)
    expect((await switchTo(true)).json).toMatchObject({ id, is_active: true })
    expect((await bearer.call('GET /api/agents')).status).toBe(200)
  })

  it('API keys get 401 invalid_token once deleted', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { id, key } = await newKey(visitor)
    const { status, text } = await visitor.call(`DELETE /api/me/api-keys/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect((await visitor.call('GET /api/me/api-keys?size=100')).text).not.toContain(id)
    const missing = [404, 'not_found']
    expect(await visitor.refusal(`DELETE /api/me/api-keys/${id}`)).toEqual(missing)
    const body = { is_active: true }
    expect(await visitor.refusal(`PATCH /api/me/api-keys/${id}/active`, { body })).toEqual(missing)
  })

  it('API keys of other users get 404 and stay unchanged', async () => {
    const mounted = await mount()
    const { id, key } = await newKey(await signIn(mounted, 'other'))
    const stranger = await signIn(mounted)
    const body = { is_active: false }
    const missing = [404, 'not_found']
    expect(await stranger.refusal(`PATCH /api/me/api-keys/${id}/active`, { body })).toEqual(missing)
    expect(await stranger.refusal(`DELETE /api/me/api-keys/${id}`)).toEqual(missing)
    expect((await visit(mounted, key).call('GET /api/auth/me')).status).toBe(200)
  })

  it('API keys expire by the clock of the world, exactly at their time', async () => {
    const mounted = await mount()
    const { clock } = mounted.fake.world()
    clock.freeze()
    const expires_at = new Date(clock.now() + 60_000).toISOString()
    const { key } = await newKey(await signIn(mounted), { expires_at })
    clock.advance(59_999)
    expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(200)
    clock.advance(1)
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
  })

  it.each([
    ['2030-05-06T08:00:00+02:00', '2030-05-06T06:00:00.000Z'],
    ['2030-05-06T08:00:00', '2030-05-06T08:00:00.000Z'],
    ['2030-05-06 08:00', '2030-05-06T08:00:00.000Z'],
    ['2030-05-06', '2030-05-06T00:00:00.000Z'],
  ])('API keys accept the expiry %s and return it in UTC', async (expires_at, shown) => {
    const visitor = await signIn(await mount())
    const body = { name: 'K', expires_at }
    const { json } = await visitor.call('POST /api/me/api-keys', { body })
    expect(json).toMatchObject({ expires_at: shown })
  })

  it('API keys count their uses separately, including requests refused for their scope', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const { clock } = mounted.fake.world()
    clock.freeze()
    const used = await newKey(visitor, { scopes: 'agents' })
    const unused = await newKey(visitor)
    await visit(mounted, used.key).call('GET /api/agents')
    clock.advance(5000)
    await visit(mounted, used.key).call('GET /api/knowledge-bases')
    const { json } = await visitor.call<Paged<Key>>('GET /api/me/api-keys?size=100')
    const usage = (id: string) => json.items.find((key) => key.id === id)
    expect(usage(used.id)).toMatchObject({ total_requests: 2, last_used_at: clock.iso() })
    expect(usage(unused.id)).toMatchObject({ total_requests: 0, last_used_at: null })
  })

  it('API keys without scopes have full access', async () => {
    const visitor = await signIn(await mount())
    const body = { name: 'K', scopes: '' }
    expect((await visitor.call('POST /api/me/api-keys', { body })).json).toMatchObject({
      scopes: null,
    })
  })

  it.each([
    [{}, ['missing']],
    [{ name: '' }, ['string_too_short']],
    [{ name: 'n'.repeat(101) }, ['string_too_long']],
    [{ name: 'K', scopes: ['chat'] }, ['string_type']],
    [{ name: 'K', expires_at: 'tomorrow' }, ['datetime_parsing']],
    [{ name: 'K', expires_at: '9999-12-31T23:59:59-01:00' }, ['value_error']],
    [{ name: 'K', expires_at: '0000-01-01T00:00:00+01:00' }, ['value_error']],
    [{ name: 5, scopes: 5, expires_at: 5 }, ['string_type', 'string_type', 'string_type']],
  ])('API keys are not created from %j', async (body, types) => {
    const visitor = await signIn(await mount())
    type Invalid = { readonly detail: readonly { readonly type: string }[] }
    const { status, json } = await visitor.call<Invalid>('POST /api/me/api-keys', { body })
    expect([status, json.detail.map(({ type }) => type)]).toEqual([422, types])
  })

  it.each(['maybe', 2, null, []])(
    'API keys are not enabled or disabled by %j',
    async (is_active) => {
      const visitor = await signIn(await mount())
      const { id } = await newKey(visitor)
      const path = `PATCH /api/me/api-keys/${id}/active`
      expect((await visitor.call(path, { body: { is_active } })).status).toBe(422)
    },
  )
})
