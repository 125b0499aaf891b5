import { expect, it } from 'vitest'
import { describeTransports, type Mounted } from './transports.ts'
import { login, type Session, visit } from './visitor.ts'

const day = 24 * 3600 * 1000

const refresh = (mounted: Mounted, refresh_token: unknown) =>
  visit(mounted).call<Session & { error?: string }>('POST /api/auth/refresh', {
    body: { refresh_token },
  })

describeTransports('refresh', (mount) => {
  it('answers all that a login answers, with an access token that works', async () => {
    const mounted = await mount()
    const { status, json } = await refresh(mounted, (await login(mounted)).refresh_token)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      token_type: 'bearer',
      expires_in: 7200,
      user: { email: 'demo@example.com' },
    })
    expect((await visit(mounted, json.access_token).call('GET /api/auth/me')).status).toBe(200)
  })

  it('gives a new refresh token each time, and spends the old one', async () => {
    const mounted = await mount()
    const first = (await login(mounted)).refresh_token
    const second = (await refresh(mounted, first)).json.refresh_token
    expect(second).not.toBe(first)
    const spent = await refresh(mounted, first)
    expect([spent.status, spent.json.error]).toEqual([401, 'invalid_token'])
    expect((await refresh(mounted, second)).status).toBe(200)
  })

  it('is ended by another login of the same user, and by no other user', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    await login(mounted, 'other')
    const rotated = (await refresh(mounted, refresh_token)).json.refresh_token
    await login(mounted)
    expect((await refresh(mounted, rotated)).status).toBe(401)
  })

  it('leaves access tokens of before as they are', async () => {
    const mounted = await mount()
    const { access_token, refresh_token } = await login(mounted)
    await refresh(mounted, refresh_token)
    expect((await visit(mounted, access_token).call('GET /api/auth/me')).status).toBe(200)
  })

  it('tells one of two calls with the same token that it came too late', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    const answers = await Promise.all([1, 2].map(() => refresh(mounted, refresh_token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('works for seven days of the world', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    mounted.fake.world().clock.advance(7 * day - 1000)
    expect((await refresh(mounted, refresh_token)).status).toBe(200)
    const late = (await login(mounted)).refresh_token
    mounted.fake.world().clock.advance(7 * day)
    const { status, json } = await refresh(mounted, late)
    expect([status, json.error]).toEqual([401, 'token_expired'])
  })

  it('takes no access token and no junk', async () => {
    const mounted = await mount()
    for (const token of [(await login(mounted)).access_token, 'junk', '']) {
      const { status, json } = await refresh(mounted, token)
      expect([status, json.error]).toEqual([401, 'invalid_token'])
    }
  })

  it.each([undefined, null, 5, {}])('needs a text, not %j', async (token) => {
    expect((await refresh(await mount(), token)).status).toBe(422)
  })
})
