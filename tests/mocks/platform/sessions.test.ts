import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { session } from '../../../contract/records/credentials.ts'
import { describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { keyOf, login, type Paged, type Session, signIn, visit } from '../../support/visitor.ts'

type Listed = Paged<{ readonly id: string; readonly is_current: boolean }>

const me = 'GET /api/auth/me'
const revoke = 'POST /api/me/sessions/revoke-all'

/** A chat request with a token in its body. */
const asking = (token: unknown) => ({ body: { q: 'Hello?', token } })

async function ticketFor(mounted: Mounted, credential: string): Promise<string> {
  const visitor = visit(mounted, credential)
  return (await visitor.call<{ ticket: string }>('POST /api/chat/ticket')).json.ticket
}

describeTransports('sessions', (mount) => {
  it('the list of sessions marks the current session; a refresh continues the same session', async () => {
    const mounted = await mount()
    const { access_token, refresh_token } = await login(mounted)
    const first = await visit(mounted, access_token).call<Listed>('GET /api/me/sessions')
    expect(first.json).toMatchObject({ total: 1, items: [{ is_current: true }] })
    expect(session.safeParse(first.json.items[0]).error).toBeUndefined()
    mounted.fake.world().clock.advance(60_000)
    const { json } = await visit(mounted).call<Session>('POST /api/auth/refresh', {
      body: { refresh_token },
    })
    const second = await visit(mounted, json.access_token).call<Listed>('GET /api/me/sessions')
    expect(second.json.items).toHaveLength(1)
    expect(second.json.items[0]?.id).toBe(first.json.items[0]?.id)
    expect(second.json.items[0]).not.toEqual(first.json.items[0])
  })

  it('after all sessions were ended, earlier access tokens are refused; later tokens and API keys work', async () => {
    const mounted = await mount()
    // If tokens have the same time, the order of the requests decides.
    mounted.fake.world().clock.freeze()
    const earlier = [await login(mounted), await login(mounted)]
    const visitor = visit(mounted, earlier[0]?.access_token)
    expect((await visitor.call(revoke)).json).toEqual({ revoked: 1 })
    for (const { access_token } of earlier)
      expect(await visit(mounted, access_token).refusal(me)).toEqual([401, 'invalid_token'])
    expect((await (await signIn(mounted)).call(me)).status).toBe(200)
    expect((await visit(mounted, keyOf(mounted, 'full')).call(me)).status).toBe(200)
    expect((await (await signIn(mounted, 'other')).call(me)).status).toBe(200)
  })

  it('sessions that were ended can still be refreshed, so that a web client continues', async () => {
    const mounted = await mount()
    const { access_token, refresh_token } = await login(mounted)
    await visit(mounted, access_token).call(revoke)
    const { status, json } = await visit(mounted).call<Session>('POST /api/auth/refresh', {
      body: { refresh_token },
    })
    expect(status).toBe(200)
    expect((await visit(mounted, json.access_token).call(me)).status).toBe(200)
  })
})

describe('a deployment that also revokes refresh tokens', () => {
  it('a deployment that also revokes refresh tokens requires a new login after sessions were ended', async () => {
    const profile = readProfile({ picks: { 'sessions.revocation': 'all' } })
    const mounted = mountInProcess({ profile })
    const { access_token, refresh_token } = await login(mounted)
    await visit(mounted, access_token).call(revoke)
    const refresh = { body: { refresh_token } }
    expect(await visit(mounted).refusal('POST /api/auth/refresh', refresh)).toEqual([
      401,
      'invalid_token',
    ])
    expect((await (await signIn(mounted)).call(me)).status).toBe(200)
  })
})

describe('a deployment with several logins at once', () => {
  it('a deployment with several logins at once lists each session until its refresh token expires', async () => {
    const profile = readProfile({ picks: { 'refresh.rotation': 'reusable' } })
    const mounted = mountInProcess({ profile })
    const { clock } = mounted.fake.world()
    await login(mounted)
    clock.advance(6 * 24 * 3_600_000)
    const visitor = await signIn(mounted)
    const current = async (of = visitor) =>
      (await of.call<Listed>('GET /api/me/sessions')).json.items.map((one) => one.is_current)
    expect(await current()).toEqual([true, false])
    clock.advance(2 * 24 * 3_600_000)
    expect(await current(visitor.as(keyOf(mounted, 'full')))).toEqual([false])
  })
})

describeTransports('a chat ticket', (mount) => {
  it('a chat ticket replaces the credential in the body of a chat request, for a minute', async () => {
    const mounted = await mount()
    const ticket = await ticketFor(mounted, (await login(mounted)).access_token)
    const events = await visit(mounted).stream('POST /api/react', asking(ticket))
    expect(events.at(-1)?.event).toBe('end')
    mounted.fake.world().clock.advance(61_000)
    expect(await visit(mounted).refusal('POST /api/react', asking(ticket))).toEqual([
      401,
      'token_expired',
    ])
  })

  it('a chat ticket gives no other access, and is not issued for a key without the chat scope', async () => {
    const mounted = await mount()
    const ticket = await ticketFor(mounted, keyOf(mounted, 'chat'))
    expect(await visit(mounted, ticket).refusal(me)).toEqual([401, 'invalid_token'])
    const visitor = visit(mounted, keyOf(mounted, 'kb'))
    expect(await visitor.refusal('POST /api/chat/ticket')).toEqual([403, 'forbidden'])
  })

  it('a chat ticket ends with the sessions of its user', async () => {
    const mounted = await mount()
    const { access_token } = await login(mounted)
    const ticket = await ticketFor(mounted, access_token)
    await visit(mounted, access_token).call(revoke)
    expect(await visit(mounted).refusal('POST /api/dag', asking(ticket))).toEqual([
      401,
      'invalid_token',
    ])
  })
})
