import { readFile } from 'node:fs/promises'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../client/create-client.ts'
import { useFake } from '../../testing/vitest/use-fake.ts'
import { shortStory } from '../support/short-story.ts'

const asked = (token: string, body: object) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const ways = {
  'in process': {},
  'over HTTP': { server: true },
  'under MSW': { msw: { unhandled: 'error' } },
} as const

describe.each(Object.entries(ways))('a test fake used %s', (way, options) => {
  const fake = useFake({ scenarios: [shortStory], speed: 1, ...options })

  it('a test fake signs in, responds, and streams by its own clock', async () => {
    await fake.clock.freeze('2026-11-21T08:00:00.000Z')
    const { access_token } = await fake.signIn()
    const turn = await fake.fetch('/api/react', asked(access_token, { q: 'tell me' }))
    const text = turn.text()
    expect((await fake.about()).streams).toBe(1)
    await fake.clock.advance('1m')
    expect(await text).toMatch(/event: end\n/)
    expect(await fake.clock.iso()).toBe('2026-11-21T08:01:00.000Z')
  })

  it('a test fake resets time, records, faults and journal before a test', async () => {
    expect(await fake.journal.list()).toEqual([])
    expect((await fake.about()).time.frozen).toBe(false)
    await fake.faults.add({
      match: { endpoint: 'agents.*' },
      effect: { error: { code: 'conflict' } },
    })
    await fake.records.change('settings', 'settings', { maintenance_mode: true })
  })

  it('a test fake resets faults and records that the previous test changed', async () => {
    expect(await fake.faults.list()).toEqual([])
    expect((await fake.records.read('settings', 'settings'))['maintenance_mode']).toBe(false)
  })

  it('a reset of a test fake returns to a snapshot that the same test has restored', async () => {
    await fake.clock.freeze('2020-01-01T00:00:00Z')
    await fake.restore(await fake.snapshot())
    await fake.clock.advance('1h')
    await fake.reset()
    expect(await fake.clock.iso()).toBe('2020-01-01T00:00:00.000Z')
  })

  it('a test fake does not begin with a snapshot that the previous test restored', async () => {
    expect((await fake.about()).time.frozen).toBe(false)
  })

  it('a test fake redirects a request with its body, as a gateway does', async () => {
    const { access_token } = await fake.signIn()
    const redirect = { gateway: { status: 307 as const } }
    await fake.faults.add({ match: { endpoint: 'conversations.*' }, times: 1, effect: redirect })
    const sent = asked(access_token, { title: 'Sent twice' })
    const { status } = await fake.fetch('/api/conversations', sent)
    expect(status).toBeLessThan(300)
    const stored = await fake.records.list('conversations', { q: 'Sent twice' })
    expect(stored.total).toBe(1)
    const calls = await fake.journal.list({ endpoint: 'conversations.create' })
    expect(calls.map((call) => call.status)).toEqual([307, status])
  })

  it('a test fake has a URL that code under test can call', async () => {
    const call = way === 'in process' ? fake.fetch : fetch
    const response = await call(`${fake.url}/api/agents`)
    expect(response.status).toBe(401)
    expect(await fake.journal.list({ status: '4xx' })).toMatchObject([{ path: '/api/agents' }])
  })
})

describe('forks of useFake', () => {
  const fake = useFake()
  let ofAll = ''
  beforeAll(async () => {
    ofAll = await fake.fork('of-all-tests')
  })

  it.each(['first', 'second'])(
    'a fork can be called by its path, and is deleted after its test, so that the %s test can use the same name',
    async () => {
      const copy = await fake.fork('copy')
      await using other = await fake.world()
      const further = await other.fork('further')
      await fake.records.change('settings', 'settings', { maintenance_mode: true })
      const statusOf = async (path: string) => (await fake.fetch(path)).status
      expect(await statusOf('/api/agents')).toBe(503)
      expect(await statusOf(`/w/${copy}/api/agents`)).toBe(401)
      const inFurther = await other.fetch(`/w/${further}/__control/worlds/${further}`)
      expect(await inFurther.json()).toMatchObject({ name: further })
    },
  )

  it('a fork that a `beforeAll` hook makes still exists in the tests', async () => {
    await expect(fake.fork(ofAll)).rejects.toMatchObject({ status: 409 })
  })
})

describe('hooks of a test file that also uses useFake', () => {
  const fake = useFake()
  let token = ''
  beforeAll(async () => {
    token = (await fake.signIn()).access_token
    await fake.records.change('settings', 'settings', { maintenance_mode: true })
  })
  let fails = false
  afterEach(() => {
    if (fails) throw new Error('A hook of the file fails.')
  })

  it('a test does not see the changes that a `beforeAll` hook made to the fake', async () => {
    expect(token).not.toBe('')
    expect((await fake.records.read('settings', 'settings'))['maintenance_mode']).toBe(false)
  })

  it.fails('a test may fail in a hook of its file', async () => {
    await fake.records.change('settings', 'settings', { maintenance_mode: true })
    fails = true
    expect(fails).toBe(true)
  })

  it('after a test whose hook failed, the next test still has a world that was reset', async () => {
    fails = false
    expect((await fake.records.read('settings', 'settings'))['maintenance_mode']).toBe(false)
  })
})

describe('concurrent tests of useFake', () => {
  const fake = useFake({ fixture: 'empty' })

  describe.concurrent('concurrent tests with a world each', () => {
    it.each([1, 2, 3, 4, 5, 6, 7, 8])(
      'concurrent tests that each have a world do not see each other, number %i',
      async (number) => {
        await using world = await fake.world()
        const { access_token } = await world.signIn()
        const title = `mine, ${number}`
        await world.fetch('/api/conversations', asked(access_token, { title }))
        const turn = await world.fetch('/api/react', asked(access_token, { q: title }))
        expect(await turn.text()).toMatch(/event: end\n/)
        const { items } = await world.records.list('conversations')
        const titles = items.map((record) => String(record['title']))
        expect(titles.filter((one) => one.startsWith('mine, '))).toEqual([title])
      },
    )
  })

  describe.concurrent('concurrent tests in one world', () => {
    let arrived = 0
    let gather: () => void
    const together = new Promise<void>((resolve) => (gather = resolve))

    it.each(['one', 'another'])(
      'concurrent tests in one world are refused with advice, %s',
      async () => {
        arrived += 1
        if (arrived === 2) gather()
        await together
        await expect(fake.fetch('/api/agents')).rejects.toThrow(
          'create a world in each of them by `await fake.world()`',
        )
        await expect(fake.clock.now()).rejects.toThrow(
          'create a world in each of them by `await fake.world()`',
        )
      },
    )
  })
})

describe('a stream left open by a test', () => {
  describe.each(Object.entries(ways))('a stream opened %s', (_, options) => {
    const fake = useFake({ speed: 1, openStreams: 'fail', ...options })
    const begin = async (signal?: AbortSignal) => {
      await fake.clock.freeze()
      const { access_token } = await fake.signIn()
      return fake.fetch('/api/react', {
        ...asked(access_token, { q: 'Where is my order?' }),
        ...(signal && { signal }),
      })
    }

    // Keeps a reference: a stream whose response is garbage-collected is cancelled.
    let begun: Response | undefined
    it.fails('a test that leaves a stream open fails', async () => {
      begun = await begin()
      expect(begun.status).toBe(200)
    })

    it.fails('a test that leaves a stream open fails, although it cleared the journal', async () => {
      begun = await begin()
      await fake.journal.clear()
      expect(await fake.journal.list()).toEqual([])
    })

    it('a stream that a test leaves open is ended before the next test, and an aborted stream is not left open', async () => {
      expect(begun?.status).toBe(200)
      expect((await fake.about()).streams).toBe(0)
      const leaving = new AbortController()
      const turn = await begin(leaving.signal)
      leaving.abort()
      await expect(turn.text()).rejects.toThrow('abort')
    })
  })
})

describe('a fake under MSW', () => {
  const fake = useFake({ msw: { baseUrl: 'https://api.test/' } })

  it('a fake under MSW serves the URLs of the app, and lets a test override them', async () => {
    expect((await fetch('https://api.test/api/agents')).status).toBe(401)
    fake.override(http.get('https://api.test/api/agents', () => HttpResponse.json({ items: [] })))
    expect(await (await fetch('https://api.test/api/agents')).json()).toEqual({ items: [] })
  })

  it('a fake under MSW drops the overrides of the previous test', async () => {
    expect((await fetch(`${fake.url}/api/agents`)).status).toBe(401)
  })
})

describe('a fake under MSW at a path of the page', () => {
  // As in jsdom: the page has an address, but `Request` of Node takes no path.
  beforeAll(() => void vi.stubGlobal('location', new URL('http://localhost:3000/chat')))
  afterAll(() => void vi.unstubAllGlobals())
  const fake = useFake({ msw: { baseUrl: '/' } })

  it('a fake under MSW at a path of the page has the URL of the page, so that a test can sign in', async () => {
    expect(fake.url).toBe('http://localhost:3000')
    const { access_token } = await fake.signIn()
    expect(access_token).not.toBe('')
  })
})

/** A window as jsdom has it, with its cookies by name. */
function createWindow() {
  const stored = new Map<string, string>()
  const cookies = new Map<string, string>()
  const window = {
    localStorage: {
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    document: {
      set cookie(text: string) {
        const [, name = '', value = ''] = /^(\w+)=([^;]*); path=\//.exec(text) ?? []
        if (text.includes('expires=Thu, 01 Jan 1970')) cookies.delete(name)
        else cookies.set(name, value)
      },
    },
  }
  return { window, stored, cookies }
}

describe('a session of a test fake', () => {
  const app = {
    sessionKeys: { access_token: 'app.token', user: 'app.user' },
    sessionCookies: { refresh_token: 'refresh', expires_in: 'seconds' },
  }
  const fake = useFake({ app })
  const usual = useFake()
  const { window, stored, cookies } = createWindow()

  it('a typed client can take the session of a test fake, tells its app as after a login, and renews the session after its expiry', async () => {
    const told: unknown[] = []
    const onSessionChange = (session: unknown) => told.push(session)
    const client = createClient({ baseUrl: fake.url, fetch: fake.fetch, onSessionChange })
    const { access_token, user } = await fake.signIn(client, 'other')
    expect(client.session).toMatchObject({ accessToken: access_token, user })
    expect(told).toEqual([client.session])
    await fake.clock.advance('3h')
    expect(await client.me.read()).toMatchObject({ email: 'other@example.com' })
    expect(client.session?.accessToken).not.toBe(access_token)
  })

  it('the session of a test fake can be passed to a function, which is awaited', async () => {
    const given: string[] = []
    const { access_token } = await fake.signIn(async (session) => {
      await fake.clock.now()
      given.push(session.access_token)
    })
    expect(given).toEqual([access_token])
  })

  it('the session of a test fake is stored in a window under the names that the app uses', async () => {
    const { access_token, refresh_token, user } = await fake.signIn(window, 'demo')
    expect(Object.fromEntries(stored)).toEqual({
      'app.token': access_token,
      'app.user': JSON.stringify(user),
    })
    expect(Object.fromEntries(cookies)).toEqual({ refresh: refresh_token, seconds: '7200' })
  })

  it('the session of a test fake is removed from the window after the test', async () => {
    expect([...stored, ...cookies]).toEqual([])
    await usual.signIn(window)
    expect([...stored.keys()]).toEqual(['access_token', 'refresh_token'])
    expect(cookies.size).toBe(0)
  })

  it('the session of a further world is given to a client of that world', async () => {
    await using world = await fake.world()
    const client = createClient({ baseUrl: world.url, fetch: world.fetch })
    await world.signIn(client)
    expect(await client.me.read()).toMatchObject({ email: 'demo@example.com' })
  })
})

describe('the API of a test fake', () => {
  const fake = useFake()

  it('the API of a test fake has exactly the methods that docs/testing.md lists', async () => {
    const page = await readFile('docs/testing.md', 'utf8')
    const [table = ''] = /^\| Name .*?\n\n/ms.exec(page) ?? []
    const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
    const listed = cells.flatMap((cell) => cell.match(/(?<=`fake\.)\w+/g) ?? [])
    const methods = Object.keys(fake).filter((name) => !['name', 'delete'].includes(name))
    expect([...listed, 'override', 'world'].toSorted()).toEqual(methods.toSorted())
    const clock = /(?<=`fake\.clock` \| ).*(?= \|)/.exec(table)?.[0].match(/(?<=`)\w+/g)
    expect(clock?.toSorted()).toEqual(Object.keys(fake.clock).toSorted())
  })

  it('the API of a test fake reads the journal as docs/testing.md shows it', async () => {
    const { access_token } = await fake.signIn('demo')
    await fake.clock.advance('3h')
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await fake.fetch('/api/agents', { headers })).status).toBe(401)
    expect(await fake.journal.list()).toMatchObject([{ status: 200 }, { code: 'token_expired' }])
  })

  it('the API of a test fake refuses `override` without MSW', () => {
    expect(() => fake.override(http.get('*', () => undefined))).toThrow('useFake({ msw: true })')
  })

  it('the API of a test fake refuses unknown names and lists the known ones', async () => {
    expect(() => useFake({ profile: 'deployed' })).toThrow('`documented`, `deployed-0.8`')
    expect(() => useFake({ fixture: 'demi' as 'demo' })).toThrow('Did you mean `demo`?')
    expect(() => useFake({ server: true, msw: true })).toThrow('either `server` or `msw`')
    await expect(fake.signIn('nobody')).rejects.toThrow('`demo@example.com`')
    await expect(fake.signIn({ email: 'a@b.test', password: 'x' })).rejects.toThrow(
      'responded with 401',
    )
    await expect(fake.clock.advance('soon')).rejects.toMatchObject({ status: 422 })
  })
})
