import { describe, expect, it } from 'vitest'
import { readProfile } from '../../contract/profile.ts'
import { createClient } from '../../client/create-client.ts'
import { clientOf, credentials, sessionOf, signedIn } from '../support/client-of.ts'
import { describeTransports, mountInProcess } from '../support/transports.ts'
import { login } from '../support/visitor.ts'

describe('a second factor', () => {
  it('a login can request a second factor, and the code of this factor completes the login', async () => {
    const sent: unknown[] = []
    const { access_token, refresh_token } = await login(mountInProcess())
    const client = createClient({
      baseUrl: 'http://platform.test/',
      async fetch(url, { body }) {
        sent.push([url, JSON.parse(String(body))])
        return url.endsWith('/login')
          ? Response.json({ requires_2fa: true, temp_token: 'temporary' })
          : Response.json({ access_token, refresh_token, expires_in: 7200 })
      },
    })
    const outcome = await client.login(credentials)
    expect([outcome, client.session]).toEqual([
      { status: 'second-factor', tempToken: 'temporary' },
      undefined,
    ])
    const tempToken = outcome.status === 'second-factor' ? outcome.tempToken : ''
    const answered = await client.verifySecondFactor({ tempToken, code: '123456' })
    expect(answered.status).toBe('signed-in')
    expect(client.session?.accessToken).toBe(access_token)
    expect(sent[1]).toEqual([
      'http://platform.test/api/auth/login/verify-2fa',
      { temp_token: 'temporary', code: '123456' },
    ])
  })
})

describeTransports('signing in', (mount) => {
  it('a login returns the session and the user, and rejects a wrong password', async () => {
    const client = clientOf(await mount())
    const wrong = client.login({ ...credentials, password: 'wrong' })
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
    const outcome = await client.login(credentials)
    expect(outcome).toMatchObject({ status: 'signed-in', user: { email: credentials.email } })
    expect((await client.me.read()).email).toBe(credentials.email)
  })

  it('a login returns the timestamps of the user as ISO 8601 in UTC, whatever the deployment sends', async () => {
    const profile = readProfile({ name: 'odd', picks: { 'records.timestamps': 'epoch' } })
    const client = clientOf(await mount({ profile }))
    const outcome = await client.login(credentials)
    const { privacy_accepted_at } = await client.me.read()
    expect(privacy_accepted_at).toMatch(/^\d{4}-.*Z$/)
    expect(outcome).toMatchObject({ user: { privacy_accepted_at } })
    expect(client.session?.user).toMatchObject({ privacy_accepted_at })
  })

  it('a logout of all sessions that its signal aborts still ends the session of this client', async () => {
    const mounted = await mount()
    const client = await signedIn(mounted)
    const elsewhere = clientOf(mounted, { session: client.session })
    const reason = new Error('I left.')
    const logout = client.logout({ everywhere: true, signal: AbortSignal.abort(reason) })
    await expect(logout).rejects.toBe(reason)
    expect(client.session).toBeUndefined()
    expect((await elsewhere.agents.list()).total).toBeGreaterThan(0)
  })

  it('a logout ends one session, or all sessions of the user', async () => {
    const mounted = await mount()
    const client = await signedIn(mounted)
    const elsewhere = clientOf(mounted, { session: client.session })
    await client.logout()
    await expect(client.agents.list()).rejects.toMatchObject({ status: 401 })
    expect((await elsewhere.agents.list()).total).toBeGreaterThan(0)
    const again = await signedIn(mounted)
    await again.logout({ everywhere: true })
    const dead = { ...sessionOf(elsewhere), refreshToken: undefined }
    const revoked = clientOf(mounted, { session: dead }).agents.list()
    await expect(revoked).rejects.toMatchObject({ status: 401 })
  })
})
