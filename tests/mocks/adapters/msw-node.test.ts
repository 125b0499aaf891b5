import { abortableFetch } from '../../../contract/abortable-fetch.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { RequestHandler } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ask, type Effect, see } from '../../support/fault-tools.ts'
import { releases } from './msw-versions.ts'
import { shortStory } from '../../support/short-story.ts'
import { eventsIn } from '../../support/stream-reader.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

/** The maximum time of a wait, in ms. It is long, so that a slow machine does not fail. */
const patience = { timeout: 20_000 }

const agents = async () => (await fetch('http://platform.test/api/agents')).status

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

describe.each(releases)('$name in Node', ({ name, load }) => {
  /** Intercepts requests of this process; `before` are handlers of the user. */
  async function intercept(before: readonly RequestHandler[] = []) {
    const { handlers, setupServer } = await load()
    const { fake } = mountInProcess({ scenarios: [shortStory], speed: 1 })
    const server = setupServer(...before, ...handlers(fake, { baseUrl: 'http://platform.test' }))
    // MSW 3 uses the first name, MSW 2 the second.
    const unhandled = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const
    server.listen(unhandled)
    open.push(
      () => server.close(),
      () => fake.close(),
    )
    const mounted = {
      fake,
      baseUrl: 'http://platform.test',
      fetch: abortableFetch,
    }
    return { server, mounted, fake }
  }

  /** Starts a turn with a frozen clock; the test advances it. */
  async function askFrozen(effect?: Effect) {
    const { mounted, fake } = await intercept()
    if (effect !== undefined) fake.control().faults.add({ effect })
    const visitor = await signIn(mounted)
    const body = { q: 'Tell me', conversation_id: await newConversation(visitor) }
    const leaving = new AbortController()
    fake.clock.freeze()
    const opening = visitor.open('POST /api/react', { body, signal: leaving.signal })
    await vi.waitFor(() => expect(fake.world().openStreams).toBe(1), patience)
    return { fake, leaving, opening }
  }

  /** Starts a turn with a frozen clock, and reads its first event. */
  async function begin() {
    const { fake, leaving, opening } = await askFrozen()
    fake.clock.advance('150ms')
    const reader = (await opening).body?.getReader()
    const first = await reader?.read()
    return { fake, leaving, reader, first: new TextDecoder().decode(first?.value) }
  }

  const struck = async (effect: Effect) => {
    const { mounted, fake } = await intercept()
    const { visitor, body } = await ask(mounted, effect)
    fake.clock.resume({ scale: 1000 })
    return see(visitor.open('POST /api/react', { body }))
  }

  it('MSW in Node delivers each event before the next is produced', async () => {
    const { fake, reader, first } = await begin()
    expect(eventsIn(first).length).toBeGreaterThan(0)
    expect(first).not.toContain('event: end')
    fake.clock.advance('1h')
    let rest = ''
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      rest += new TextDecoder().decode(read.value)
    expect(rest).toContain('event: end')
  })

  it(`MSW in Node delivers headers ${name === 'MSW 3' ? 'with' : 'before'} the first event`, async () => {
    const { fake, opening } = await askFrozen({ stream: { stall: { after_event: 0, for: '1m' } } })
    let answered = false
    const answer = opening.then(() => (answered = true))
    // With a frozen clock, no further event can arrive.
    for (let turn = 0; turn < 100; turn += 1) await setImmediate()
    expect(answered).toBe(name !== 'MSW 3')
    fake.clock.resume({ scale: 10_000 })
    await answer
  })

  it(`MSW in Node ${name === 'MSW 3' ? 'reads' : 'does not read'} a stream that has no reader`, async () => {
    const { fake, opening } = await askFrozen()
    fake.clock.advance('1h')
    expect((await opening).status).toBe(200)
    await vi.waitFor(
      () => expect(fake.world().openStreams).toBe(name === 'MSW 3' ? 0 : 1),
      patience,
    )
  })

  it('MSW in Node ends a stream whose request is aborted', async () => {
    const { fake, leaving, reader } = await begin()
    leaving.abort()
    const readToEnd = async () => {
      // Chunks that arrived before the abort are still read.
      for (let read = await reader?.read(); read?.done === false;) read = await reader?.read()
    }
    await expect(readToEnd()).rejects.toThrow('abort')
    await vi.waitFor(() => expect(fake.world().openStreams).toBe(0), patience)
  })

  it(`MSW in Node ${name === 'MSW 3' ? 'ends' : 'does not end'} a stream whose reader cancels`, async () => {
    const { fake, reader } = await begin()
    void reader?.cancel()
    const left = name === 'MSW 3' ? 0 : 1
    await vi.waitFor(() => expect(fake.world().openStreams).toBe(left), patience)
  })

  it('MSW in Node breaks a stream that a fault cuts after its first events', async () => {
    const { status, bytes, broke } = await struck({ stream: { cut: { after_event: 2 } } })
    expect(status).toBe(200)
    expect(eventsIn(bytes.toString())).toHaveLength(2)
    expect(broke).toBeInstanceOf(Error)
  })

  it('MSW in Node breaks a connection that a fault resets, before any response', async () => {
    const { status, broke } = await struck({ connection: 'reset' })
    expect(status).toBeUndefined()
    expect(broke).toBeInstanceOf(TypeError)
  })

  it('MSW in Node delivers a stream in small pieces without loss', async () => {
    const { bytes, broke } = await struck({ stream: { drip: { bytes: 400, every: '10ms' } } })
    expect(broke).toBeUndefined()
    expect(bytes.toString()).toMatch(/event: end\n.*\n\n$/)
  })

  it('MSW in Node does not show the client the cause of a crash', async () => {
    const { handlers, setupServer } = await load()
    const crash = new Error('a secret place')
    const crashes: unknown[] = []
    const fake = { ...mountInProcess().fake, fetch: () => Promise.reject(crash) }
    const server = setupServer(...handlers(fake, { onCrash: (error) => crashes.push(error) }))
    server.listen()
    open.push(() => server.close())
    await expect(fetch('http://platform.test/api/agents')).rejects.toThrow(TypeError)
    expect(crashes).toEqual([crash])
  })

  it('MSW in Node prefers a handler of the user, also one added later, until the handlers are reset', async () => {
    const { http } = await load()
    const { server } = await intercept()
    server.use(http.get('*/api/agents', () => new Response('', { status: 418 })))
    expect(await agents()).toBe(418)
    server.resetHandlers()
    expect(await agents()).toBe(401)
  })

  it('MSW in Node responds if a handler of the user returns nothing', async () => {
    const { http } = await load()
    const seen: string[] = []
    const spy = http.all('*/api/*', ({ request }) => void seen.push(request.url))
    const { mounted } = await intercept([spy])
    expect(await agents()).toBe(401)
    expect(seen).toEqual([`${mounted.baseUrl}/api/agents`])
  })

  it('MSW in Node lets a handler of the user pass a request on to a real server', async () => {
    const real = createServer((_, response) => response.end('real'))
    await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve))
    open.push(() => real.close())
    const url = `http://127.0.0.1:${(real.address() as AddressInfo).port}/api/agents`
    const { http, passthrough, handlers, setupServer } = await load()
    const server = setupServer(
      http.get('*/api/agents', () => passthrough()),
      ...handlers(mountInProcess().fake),
    )
    server.listen()
    open.push(() => server.close())
    expect(await (await fetch(url)).text()).toBe('real')
  })
})
