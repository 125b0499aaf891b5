import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foundBrowser } from '../../support/find-browser.ts'
import type { Kit } from '../../support/mocked-page.ts'
import { type OpenBrowser, openBrowser } from '../../support/open-browser.ts'
import { drawn } from '../../support/proving.ts'
import { servePage } from '../../support/serve-page.ts'
import { eventsIn } from '../../support/stream-reader.ts'

const mounts = [
  { mount: 'a service worker', place: 'url' },
  { mount: 'a page on plain HTTP, where there are no service workers', place: 'plainUrl' },
] as const

describe.skipIf(foundBrowser === undefined).each(drawn(mounts, 1))('MSW in $mount', ({ place }) => {
  let browser: OpenBrowser
  let site: Awaited<ReturnType<typeof servePage>>
  let page: Page
  let logged: string[]

  beforeAll(async () => {
    ;[browser, site] = await Promise.all([
      openBrowser({ hosts: ['platform.test'] }),
      servePage('tests/support/mocked-page.ts'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  beforeEach(async () => {
    ;({ page } = await browser.open(site[place]))
    logged = []
    page.on('console', (message) => logged.push(message.text()))
    await page.waitForFunction((): Kit => globalThis.kit)
    // Starts without the option `quiet`, as most users do: the log of MSW must not read streams.
    await page.evaluate(async () => void (await kit.worker.start({ onUnhandledFrame: 'bypass' })))
  })
  afterEach(() => page.context().close())

  /** Starts a turn with a frozen clock; returns its first event. */
  const begin = () =>
    page.evaluate(async () => {
      globalThis.turn = await kit.begin()
      return turn.first
    })

  const openStreams = () => page.evaluate(() => kit.fake.world().openStreams)

  it('MSW in a browser responds for the origin of the page and for any other origin', async () => {
    const statuses = await page.evaluate(async () => {
      const own = await fetch('/api/agents')
      const signedIn = await fetch('/api/agents', { headers: await kit.signIn() })
      const other = await fetch('https://api.other.test/api/agents')
      return [own.status, signedIn.status, other.status]
    })
    expect(statuses).toEqual([401, 200, 401])
  })

  it('MSW in a browser runs on secure and insecure origins', async () => {
    const secure = await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])
    expect(secure).toEqual(place === 'url' ? [true, true] : [false, false])
  })

  it('MSW in a browser delivers headers before the first event, and each event before the next is produced', async () => {
    const first = await begin()
    expect(eventsIn(first).length).toBeGreaterThan(0)
    expect(first).not.toContain('event: end')
    const rest = await page.evaluate(() => {
      kit.fake.clock.advance('1h')
      return kit.readAll(turn.reader)
    })
    expect(rest).toEqual({ text: expect.stringContaining('event: end') })
  })

  it('MSW in a browser ends a stream whose request is aborted', async () => {
    await begin()
    expect(await openStreams()).toBe(1)
    const errorName = await page.evaluate(() => {
      const reading = turn.reader.read().catch((error: Error) => error.name)
      turn.leaving.abort()
      return reading
    })
    expect(errorName).toBe('AbortError')
    await expect.poll(openStreams).toBe(0)
  })

  it('MSW in a browser ends a stream whose reader cancels', async () => {
    await begin()
    await page.evaluate(() => void turn.reader.cancel())
    await expect.poll(openStreams).toBe(0)
  })

  it('MSW in a browser ends a stream whose request was aborted before its answer', async () => {
    await page.evaluate(async () => {
      const { fake, worker, http } = kit
      const match = { endpoint: 'POST /api/react' }
      fake.control().faults.add({ match, effect: { latency: '1s' } })
      let reached = false
      worker.use(http.post('/api/react', () => void (reached = true)))
      const leaving = new AbortController()
      fake.clock.freeze()
      const left = kit.ask(leaving.signal).catch(() => undefined)
      await kit.until(() => reached)
      leaving.abort()
      await left
      // The handler of the user may not have passed the request to the fake yet.
      await kit.until(() => {
        fake.clock.advance('2s')
        return fake.control().journal.list().length === 2
      })
    })
    await expect.poll(openStreams).toBe(0)
  })

  it('MSW in a browser logs no stream, and other requests as usual', async () => {
    await page.evaluate(async () => {
      kit.fake.clock.resume({ scale: 1000 })
      await kit.readAll((await kit.ask()).body?.getReader())
      await fetch('/api/agents')
    })
    await expect.poll(() => logged.join('\n')).toContain('/api/agents')
    expect(logged.join('\n')).not.toContain('/api/react')
  })

  it('MSW in a browser breaks a response by a fault like a network error', async () => {
    const cut = await page.evaluate(() => kit.askStruck({ stream: { cut: { after_event: 2 } } }))
    expect(cut).toMatchObject({ broke: expect.stringMatching('Error') })
    // When a body fails, a browser drops data that was received but not read.
    expect(eventsIn('text' in cut ? cut.text : '').length).toBeLessThanOrEqual(2)
    await page.evaluate(() => kit.fake.control().faults.clear())
    const closed = await page.evaluate(() =>
      kit.askStruck({ stream: { cut: { after_event: 2, how: 'close' } } }),
    )
    expect(closed).toEqual({ text: expect.any(String) })
    expect('text' in closed && eventsIn(closed.text)).toHaveLength(2)
    await page.evaluate(() => kit.fake.control().faults.clear())
    const reset = await page.evaluate(() => kit.askStruck({ connection: 'reset' }))
    expect(reset).toEqual({ refused: 'TypeError: Failed to fetch' })
  })

  it('MSW in a browser delivers a stream in small pieces without loss', async () => {
    const effect = { stream: { drip: { bytes: 400, every: '10ms' } } }
    const dripped = await page.evaluate((given) => kit.askStruck(given), effect)
    expect(dripped).toEqual({ text: expect.stringMatching(/event: end\n.*\n\n$/) })
  })

  it('MSW in a browser prefers a handler of the user, and the handler can pass a request on', async () => {
    const seen = await page.evaluate(async () => {
      const { worker, http, passthrough, statusOfAgents } = kit
      worker.use(http.get('/api/agents', () => new Response('', { status: 418 })))
      const overridden = await statusOfAgents()
      worker.resetHandlers()
      worker.use(http.get('/api/agents', () => undefined))
      const unanswered = await statusOfAgents()
      worker.use(http.get('/api/agents', () => passthrough()))
      return [overridden, unanswered, await statusOfAgents()]
    })
    expect(seen).toEqual([418, 401, 404])
  })
})
