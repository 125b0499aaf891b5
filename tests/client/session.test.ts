import { describe, expect, it } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { createSessionManager, type Session } from '../../client/session.ts'
import { readProfile } from '../../contract/profile.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { clientOf, credentials, gather, sessionOf } from '../support/client-of.ts'
import { shortStory } from '../support/short-story.ts'
import { mountInProcess } from '../support/transports.ts'
import { keyOf } from '../support/visitor.ts'

const hour = 3_600_000

/**
 * Logs the requests of a client, such as `POST /api/auth/refresh`, and can respond in place of the
 * platform.
 */
function watch(mounted: ReturnType<typeof mountInProcess>) {
  const calls: string[] = []
  const watched: Watched = { calls, answer: undefined }
  const fetch = (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`
    calls.push(call)
    return watched.answer?.(call) ?? mounted.fetch(request)
  }
  return { watched, mounted: { ...mounted, fetch } }
}
type Watched = {
  readonly calls: string[]
  answer: ((call: string) => Promise<Response> | undefined) | undefined
}

/** A signed-in client whose clock is the frozen clock of a fake. */
async function visitor(options: Partial<FakeOptions> = {}) {
  const { watched, mounted } = watch(mountInProcess(options))
  const { clock } = mounted.fake.world()
  clock.freeze()
  const changes: (Session | undefined)[] = []
  const client = clientOf(mounted, {
    systemClock: { now: () => clock.now(), sleep: () => Promise.resolve() },
    onSessionChange: (session) => changes.push(session),
  })
  await client.login(credentials)
  watched.calls.length = changes.length = 0
  return { client, clock, changes, watched, mounted }
}

const refresh = 'POST /api/auth/refresh'
const five = [1, 2, 3, 4, 5]
const refused = (status = 401) =>
  Response.json({ error: 'invalid_token', message: 'No.' }, { status })

const refusal = new ApiError({
  status: 401,
  code: 'invalid_token',
  message: 'No.',
  fields: [],
  retryAfter: undefined,
  request: refresh,
})

describe('a session', () => {
  it('a session is refreshed before its token expires, once for all calls', async () => {
    const { client, clock, changes, watched } = await visitor()
    const before = client.session
    clock.advance(2 * hour - 30_000)
    await Promise.all(five.map(() => client.agents.list()))
    expect(watched.calls).toEqual([refresh, ...five.map(() => 'GET /api/agents')])
    expect(changes).toEqual([client.session])
    expect(client.session?.accessToken).not.toBe(before?.accessToken)
    expect(client.session?.expiresAt).toBe(clock.now() + 2 * hour)
  })

  it('a call uses the new session of another tab if the refresh of the old session was refused', async () => {
    const { client, clock, changes, watched, mounted } = await visitor()
    clock.advance(3 * hour)
    const other = clientOf(mounted)
    await other.login(credentials)
    watched.calls.length = 0
    watched.answer = (call) => {
      if (call !== refresh) return undefined
      client.setSession({ ...sessionOf(other), expiresAt: clock.now() + hour })
      return Promise.resolve(refused())
    }
    await client.agents.list()
    expect([watched.calls, changes]).toEqual([[refresh, 'GET /api/agents'], []])
    expect(client.session?.accessToken).toBe(other.session?.accessToken)
  })

  it('a session whose refresh was refused continues if another tab shares its new session a moment later', async () => {
    const renewed = { accessToken: 'renewed by another tab' }
    const changes: (Session | undefined)[] = []
    const manager = createSessionManager({
      session: { accessToken: 'old', refreshToken: 'used once', expiresAt: 0 },
      onSessionChange: (session) => changes.push(session),
      refresh: () => Promise.reject(refusal),
      async waitForOtherTab(changed) {
        manager.set(renewed)
        expect(changed.aborted).toBe(true)
      },
      systemClock: { now: () => 1, sleep: () => new Promise(() => {}) },
    })
    expect(await manager.getToken()).toBe(renewed.accessToken)
    expect([manager.current, changes]).toEqual([renewed, []])
  })

  it('a session is not refreshed while its token is valid', async () => {
    const { client, clock, watched } = await visitor()
    clock.advance(1.9 * hour)
    await client.agents.list()
    expect(watched.calls).toEqual(['GET /api/agents'])
  })

  it('a session is refreshed if a valid token is refused, once for all calls', async () => {
    const { client, clock, watched } = await visitor()
    client.setSession({ ...sessionOf(client), expiresAt: undefined })
    clock.advance(3 * hour)
    const pages = await Promise.all(five.map(() => client.agents.list()))
    expect(pages.every(({ items }) => items.length > 0)).toBe(true)
    expect(watched.calls.filter((call) => call === refresh)).toHaveLength(1)
    expect(watched.calls).toHaveLength(11)
  })

  it.each([400, 403])(
    'a session is refreshed if an expired token is refused with %i',
    async (status) => {
      const profile = readProfile({
        name: 'odd',
        picks: { 'errors.token-expired-status': String(status) },
      })
      const { client, clock, watched } = await visitor({ profile })
      client.setSession({ ...sessionOf(client), expiresAt: undefined })
      clock.advance(3 * hour)
      await client.agents.list()
      expect(watched.calls).toEqual(['GET /api/agents', refresh, 'GET /api/agents'])
    },
  )

  it('a session is not refreshed again for a call whose refusal arrives after the refresh', async () => {
    const { client, clock, watched } = await visitor()
    client.setSession({ ...sessionOf(client), expiresAt: undefined })
    clock.advance(3 * hour)
    let release: ((response: Response) => void) | undefined
    let held = false
    watched.answer = (call) => {
      if (held || call !== 'GET /api/me/usage') return undefined
      held = true
      return new Promise((resolve) => (release = resolve))
    }
    const late = client.me.usage()
    await client.agents.list()
    release?.(refused())
    await late
    expect(watched.calls.filter((call) => call === refresh)).toHaveLength(1)
  })

  it('a session is refreshed only once if the platform refuses every token', async () => {
    const { client, watched } = await visitor()
    watched.answer = (call) => (call === refresh ? undefined : Promise.resolve(refused()))
    await expect(client.agents.list()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect(watched.calls).toEqual(['GET /api/agents', refresh, 'GET /api/agents'])
  })

  it('a session is refreshed only once for a call, also if the platform refuses the fresh token', async () => {
    const { client, clock, watched } = await visitor()
    clock.advance(2 * hour - 30_000)
    watched.answer = (call) => (call === refresh ? undefined : Promise.resolve(refused()))
    await expect(client.agents.list()).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
    expect(watched.calls).toEqual([refresh, 'GET /api/agents'])
  })

  it('a session ends if its refresh is refused, and notifies its owner once', async () => {
    const { client, clock, changes, watched } = await visitor()
    clock.advance(30 * 24 * hour)
    const calls = await Promise.allSettled(five.map(() => client.agents.list()))
    expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
    expect(calls[0]).toMatchObject({ reason: { status: 401, request: refresh } })
    expect([changes, watched.calls, client.session]).toEqual([[undefined], [refresh], undefined])
  })

  it('a session without a refresh token ends when its expired token is refused, and notifies its owner once', async () => {
    const { client, clock, changes, watched } = await visitor()
    const { refreshToken: _refreshToken, ...session } = sessionOf(client)
    const ends = async () => {
      const calls = await Promise.allSettled(five.map(() => client.agents.list()))
      expect(calls[4]).toMatchObject({ reason: { status: 401, request: 'GET /api/agents' } })
      expect([changes.splice(0), client.session]).toEqual([[undefined], undefined])
    }
    client.setSession(session)
    watched.answer = () => Promise.resolve(refused())
    await expect(client.agents.list()).rejects.toMatchObject({ status: 401 })
    expect([changes, client.session]).toEqual([[], session])
    clock.advance(3 * hour)
    await ends()
    // The clock of the machine may be late, but the platform knows.
    watched.answer = undefined
    client.setSession({ ...session, expiresAt: undefined })
    await ends()
  })

  it('a session is kept if the platform cannot be reached for the refresh', async () => {
    const { client, clock, changes, watched } = await visitor()
    const down = new TypeError('fetch failed')
    watched.answer = (call) => (call === refresh ? Promise.reject(down) : undefined)
    clock.advance(2 * hour - 30_000)
    expect((await client.agents.list()).total).toBeGreaterThan(0)
    clock.advance(30_000)
    await expect(client.agents.list()).rejects.toBe(down)
    watched.answer = undefined
    expect((await client.agents.list()).total).toBeGreaterThan(0)
    expect(changes).toHaveLength(1)
  })

  it('a session stays ended after a logout during a refresh', async () => {
    const { client, clock, changes } = await visitor()
    clock.advance(2 * hour)
    const call = client.agents.list()
    await client.logout()
    await expect(call).rejects.toMatchObject({ status: 401 })
    expect([client.session, changes]).toEqual([undefined, [undefined]])
  })

  it.each([
    ['is under way', 'POST /api/conversations', 0],
    ['waits for a refresh', refresh, 2 * hour],
  ])(
    'a call that %s is not sent again as the user who signs in meanwhile',
    async (_, heldCall, age) => {
      const { client, clock, watched } = await visitor()
      clock.advance(age)
      const held = Promise.withResolvers<void>()
      watched.answer = (call) => {
        if (call !== heldCall) return undefined
        watched.answer = undefined
        return held.promise.then(() => refused())
      }
      const call = client.conversations.create({ title: 'Of the first user' })
      await client.logout({ everywhere: age === 0 })
      await client.login({ email: 'other@example.com', password: 'other-password' })
      held.resolve()
      await expect(call).rejects.toMatchObject({ status: 401 })
      expect((await client.conversations.list({ q: 'Of the first user' })).total).toBe(0)
    },
  )

  it('a session is refreshed for all callers even if the first one is aborted', async () => {
    const { client, clock, watched } = await visitor()
    clock.advance(2 * hour)
    const leaving = new AbortController()
    const left = client.agents.list({}, { signal: leaving.signal })
    const other = client.agents.list()
    leaving.abort(new Error('I left.'))
    await expect(left).rejects.toThrow('I left.')
    expect((await other).total).toBeGreaterThan(0)
    expect(watched.calls).toEqual([refresh, 'GET /api/agents'])
  })

  it('a session whose tokens are short-lived is not refreshed at every call', async () => {
    const profile = readProfile({ name: 'odd', picks: { 'login.expires-in': { seconds: 20 } } })
    const { client, clock, watched } = await visitor({ profile })
    clock.advance(10_000)
    await client.agents.list()
    expect(watched.calls).toEqual(['GET /api/agents'])
    clock.advance(9000)
    await client.agents.list()
    expect(watched.calls.slice(1)).toEqual([refresh, 'GET /api/agents'])
  })

  it('a session keeps the fields that a refresh does not return', async () => {
    const profile = readProfile({
      name: 'odd',
      picks: { 'refresh.shape': 'access-only', 'refresh.rotation': 'reusable' },
    })
    const { client, clock } = await visitor({ profile })
    const before = client.session
    clock.advance(2 * hour)
    await client.agents.list()
    const { refreshToken, user } = before ?? {}
    expect(client.session).toMatchObject({ refreshToken, user })
    expect(client.session?.accessToken).not.toBe(before?.accessToken)
  })

  it('a session is refreshed if a turn or its resume is refused', async () => {
    const { client, clock, watched, mounted } = await visitor({ scenarios: [shortStory] })
    const { id } = await client.conversations.create()
    // After a turn of its own, the client resumes without reading the conversation.
    await gather(client.react({ q: 'Tell me', conversationId: id }))
    const cut = { after_event: 3, how: 'reset' as const }
    mounted.fake.world().faults.add({
      match: { endpoint: 'POST /api/react' },
      // The two requests include the refused call.
      times: 2,
      effect: { stream: { cut } },
    })
    const age = () => {
      client.setSession({ ...sessionOf(client), expiresAt: undefined })
      clock.advance(3 * hour)
    }
    age()
    watched.calls.length = 0
    const turn = client.react({ q: 'Tell me', conversationId: id }, { onReconnect: age })
    expect((await gather(turn)).at(-1)?.event).toBe('end')
    const [react, resume] = ['POST /api/react', 'POST /api/chat/resume']
    expect(watched.calls).toEqual([react, refresh, react, resume, refresh, resume])
  })
})

describe('an API key', () => {
  it('an API key is sent like a token and never refreshed', async () => {
    const { watched, mounted } = watch(mountInProcess())
    const client = clientOf(mounted, { apiKey: keyOf(mounted, 'full') })
    expect((await client.agents.list()).total).toBeGreaterThan(0)
    expect((await gather(client.react({ q: 'Hi' }))).at(-1)?.event).toBe('end')
    const disabled = clientOf(mounted, { apiKey: keyOf(mounted, 'disabled') })
    await expect(disabled.agents.list()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(watched.calls).not.toContain(refresh)
  })
})
