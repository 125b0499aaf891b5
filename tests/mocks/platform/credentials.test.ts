import { expect, it } from 'vitest'
import { demo, describeTransports, type Mounted } from '../../support/transports.ts'
import { keyOf, login, newKey, signIn, visit } from '../../support/visitor.ts'

const anywhere = 'GET /api/auth/me'
const chats = ['POST /api/react', 'POST /api/dag', 'POST /api/auto']
const others = demo.users.find(({ email }) => email === 'other@example.com')?.id

describeTransports('credentials', (mount) => {
  const withHeader = async (mounted: Mounted, authorization: string) =>
    visit(mounted).refusal(anywhere, { headers: { authorization } })

  it('credentials that are missing get 401 unauthorized', async () => {
    expect(await visit(await mount()).refusal(anywhere)).toEqual([401, 'unauthorized'])
  })

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'svc_alone', 'Bearer two words'])(
    'credentials are treated as missing if the header is `%s`',
    async (authorization) => {
      expect(await withHeader(await mount(), authorization)).toEqual([401, 'unauthorized'])
    },
  )

  it.each(['Bearer', 'bearer', 'BEARER'])(
    'the scheme of credentials can be written as %s',
    async (scheme) => {
      const mounted = await mount()
      expect((await withHeader(mounted, `${scheme} ${keyOf(mounted, 'full')}`))[0]).toBe(200)
    },
  )

  it('credentials with an unknown prefix get 401 invalid_token', async () => {
    const mounted = await mount()
    const other = keyOf(mounted, 'full').replace('svc_', 'key_')
    expect(await withHeader(mounted, `Bearer ${other}`)).toEqual([401, 'invalid_token'])
  })

  it.each([
    ['a key that was never issued', `svc_${'A'.repeat(44)}`],
    ['a word', 'junk'],
    ['three words with dots', 'a.b.c'],
    ['a JWT without a signature', 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJ4In0.'],
  ])('credentials that are %s get 401 invalid_token', async (_what, token) => {
    expect(await withHeader(await mount(), `Bearer ${token}`)).toEqual([401, 'invalid_token'])
  })

  it('credentials with one changed character get 401 invalid_token', async () => {
    const mounted = await mount()
    const { access_token } = await login(mounted)
    const [head = '', claims = '', signature = ''] = access_token.split('.')
    const flipped = claims.startsWith('e') ? `f${claims.slice(1)}` : `e${claims.slice(1)}`
    for (const token of [`${head}.${flipped}.${signature}`, `${access_token}x`])
      expect(await withHeader(mounted, `Bearer ${token}`)).toEqual([401, 'invalid_token'])
  })

  it('credentials are not valid as refresh tokens', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    expect(await withHeader(mounted, `Bearer ${refresh_token}`)).toEqual([401, 'invalid_token'])
  })

  it('a disabled and an expired key of the fixture get different errors', async () => {
    const mounted = await mount()
    const refused = (key: string) => withHeader(mounted, `Bearer ${keyOf(mounted, key)}`)
    expect(await refused('disabled')).toEqual([401, 'unauthorized'])
    expect(await refused('expired')).toEqual([401, 'invalid_token'])
  })

  it('every kind of credential of a restricted account gets 403', async () => {
    const mounted = await mount()
    const { store, keyring } = mounted.fake.world()
    const restricted = demo.users.find(({ is_restricted }) => is_restricted)
    const key = store.keys.insert({
      id: 'restricted-key',
      user_id: restricted?.id ?? '',
      name: 'K',
      scopes: null,
      is_active: true,
      expires_at: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    expect(await withHeader(mounted, `Bearer ${keyring.valueOf(key.id)}`)).toEqual([
      403,
      'forbidden',
    ])
  })

  it.each(chats)('credentials may be sent in the body of %s', async (operation) => {
    const mounted = await mount()
    const token = (await login(mounted)).access_token
    for (const credential of [token, keyOf(mounted, 'full')]) {
      const events = await visit(mounted).stream(operation, {
        body: { q: 'Hi', token: credential },
      })
      expect(events.at(-1)?.event).toBe('end')
    }
  })

  it.each(chats)(
    'credentials in the body of %s get the same errors as in the header',
    async (operation) => {
      const mounted = await mount()
      const refused = (token: unknown) =>
        visit(mounted).refusal(operation, { body: { q: 'Hi', token } })
      expect(await refused('junk')).toEqual([401, 'invalid_token'])
      expect(await refused(keyOf(mounted, 'disabled'))).toEqual([401, 'unauthorized'])
      expect(await refused('')).toEqual([401, 'unauthorized'])
      expect(await refused(undefined)).toEqual([401, 'unauthorized'])
    },
  )

  it('credentials in the body of other operations are ignored', async () => {
    const mounted = await mount()
    const body = { token: keyOf(mounted, 'full'), conversation_id: 'x', cursor: -1, content: '' }
    for (const operation of ['chat/resume', 'chat/inject', 'conversations'])
      expect(await visit(mounted).refusal(`POST /api/${operation}`, { body })).toEqual([
        401,
        'unauthorized',
      ])
  })

  it.each(chats)(
    'a credential in the header takes precedence over a credential in the body of %s',
    async (operation) => {
      const mounted = await mount()
      const valid = (await login(mounted)).access_token
      const status = async (bearer: string, token: string) =>
        (await visit(mounted, bearer).call(operation, { body: { token } })).status
      // The body lacks `q`, so that an accepted credential gets 422 instead of a turn.
      expect(await status(valid, 'junk')).toBe(422)
      expect(await status('junk', valid)).toBe(401)
    },
  )

  it('credentials give access to the conversations of their own user', async () => {
    const mounted = await mount()
    const { key } = await newKey(await signIn(mounted, 'other'))
    const { text } = await visit(mounted, key).call('GET /api/conversations')
    expect(text).toContain(others)
    expect(text).not.toContain(demo.users[0]?.id)
  })

  it('the verification of a credential returns its user, its type and its expiry', async () => {
    const mounted = await mount()
    const { clock } = mounted.fake.world()
    clock.freeze(Math.floor(clock.now() / 1000) * 1000)
    const verified = async (bearer: string) =>
      (await visit(mounted, bearer).call('GET /api/auth/verify')).json
    const user_id = demo.users[0]?.id
    expect(await verified((await login(mounted)).access_token)).toEqual({
      success: true,
      data: {
        valid: true,
        user_id,
        credential: 'access_token',
        expires_at: new Date(clock.now() + 7_200_000).toISOString(),
      },
    })
    expect(await verified(keyOf(mounted, 'full'))).toEqual({
      success: true,
      data: { valid: true, user_id, credential: 'api_key', expires_at: null },
    })
  })
})
