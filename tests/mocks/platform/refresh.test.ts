import { expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { demo, describeTransports, type Mounted } from '../../support/transports.ts'
import { login, type Session, visit } from '../../support/visitor.ts'

const day = 24 * 3600 * 1000

const refresh = (mounted: Mounted, refresh_token: unknown) =>
  visit(mounted).call<Session & { error?: string }>('POST /api/auth/refresh', {
    body: { refresh_token },
  })

describeTransports('a refresh', (mount) => {
  it('a refresh returns everything that a login returns, with a working access token', async () => {
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

  it('a refresh returns a new refresh token each time, and invalidates the old one', async () => {
    const mounted = await mount()
    const first = (await login(mounted)).refresh_token
    const second = (await refresh(mounted, first)).json.refresh_token
    expect(second).not.toBe(first)
    const spent = await refresh(mounted, first)
    expect([spent.status, spent.json.error]).toEqual([401, 'invalid_token'])
    expect((await refresh(mounted, second)).status).toBe(200)
  })

  it('a refresh is refused after another login of the same user, but not of another user', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    await login(mounted, 'other')
    const rotated = (await refresh(mounted, refresh_token)).json.refresh_token
    await login(mounted)
    expect((await refresh(mounted, rotated)).status).toBe(401)
  })

  it('a refresh token is not used up by a refresh that is refused because the account is restricted', async () => {
    const profile = readProfile({ picks: { 'refresh.rotation': 'once' } })
    const mounted = await mount({ profile })
    const { refresh_token } = await login(mounted)
    const [user] = demo.users
    const restrict = (is_restricted: boolean) =>
      mounted.fake.control().records.change('users', user?.id ?? '', { is_restricted })
    await restrict(true)
    expect((await refresh(mounted, refresh_token)).status).toBe(403)
    await restrict(false)
    expect((await refresh(mounted, refresh_token)).status).toBe(200)
  })

  it('a refresh does not affect earlier access tokens', async () => {
    const mounted = await mount()
    const { access_token, refresh_token } = await login(mounted)
    await refresh(mounted, refresh_token)
    expect((await visit(mounted, access_token).call('GET /api/auth/me')).status).toBe(200)
  })

  it('a refresh with the same token in two requests at once succeeds once', async () => {
    const mounted = await mount()
    const { refresh_token } = await login(mounted)
    const answers = await Promise.all([1, 2].map(() => refresh(mounted, refresh_token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('a refresh token can be used for seven days on the clock of the world', async () => {
    const mounted = await mount()
    // The result must not depend on a machine that is busy for a second.
    mounted.fake.world().clock.freeze()
    const { refresh_token } = await login(mounted)
    mounted.fake.world().clock.advance(7 * day - 1000)
    expect((await refresh(mounted, refresh_token)).status).toBe(200)
    const late = (await login(mounted)).refresh_token
    mounted.fake.world().clock.advance(7 * day)
    const { status, json } = await refresh(mounted, late)
    expect([status, json.error]).toEqual([401, 'token_expired'])
  })

  it('a refresh does not accept an access token or invalid text', async () => {
    const mounted = await mount()
    for (const token of [(await login(mounted)).access_token, 'junk', '']) {
      const { status, json } = await refresh(mounted, token)
      expect([status, json.error]).toEqual([401, 'invalid_token'])
    }
  })

  it.each([undefined, null, 5, {}])('a refresh requires a string, not %j', async (token) => {
    expect((await refresh(await mount(), token)).status).toBe(422)
  })
})
