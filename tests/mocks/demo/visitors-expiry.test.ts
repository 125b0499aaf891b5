import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { openDemoServer } from '../../support/demo-visitors.ts'

const { visitor: bounds } = ownLimits
const minute = 60_000

describe('an idle world of a demo', () => {
  it('an idle world of a demo ends, and the browser gets a new world when it loads the page', async () => {
    await using server = await openDemoServer({ idle: 30 * 60_000 })
    const visitor = await server.arrive()
    expect(await visitor.account()).toMatchObject({ ttl_ms: 30 * minute, ends_in_ms: 30 * minute })
    server.systemClock.pass(29 * minute)
    expect((await visitor.account()).ends_in_ms).toBe(minute)
    server.systemClock.pass(minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(410)
    expect(server.worlds()).toEqual([])
    expect((await server.call('GET /', visitor.cookie)).headers['set-cookie']).toHaveLength(1)
  })

  it('the idle time of a demo world starts again after a request, a change of the clock, or a page reload', async () => {
    await using server = await openDemoServer({ idle: 30 * 60_000 })
    const visitor = await server.arrive()
    const key = await visitor.key()
    for (const act of [
      () => visitor.call('GET /api/agents', undefined, key),
      () => server.call('GET /api/agents', key),
      () => visitor.call('POST /__control/clock', { advance: '1h' }),
      () => visitor.call('GET /'),
    ]) {
      server.systemClock.pass(20 * minute)
      expect((await act()).status).toBe(200)
      expect((await visitor.account()).ends_in_ms).toBe(30 * minute)
    }
    expect(server.systemClock.waiting).toBeLessThan(4)
  })

  it('a world of a demo ends after its idle time even if a page watches it or its clock is frozen', async () => {
    await using server = await openDemoServer({ idle: 30 * 60_000 })
    const visitor = await server.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    for (let looked = 0; looked < 29; looked++) {
      server.systemClock.pass(minute)
      await visitor.call('GET /__control/clock')
    }
    server.systemClock.pass(minute)
    expect((await visitor.call('GET /__control/clock')).status).toBe(410)
  })

  it('an idle world of a demo does not end while a stream is read', async () => {
    await using server = await openDemoServer({ idle: 30 * 60_000 })
    const visitor = await server.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const headers = { ...visitor.cookie, ...(await visitor.key()) }
    const stream = await server.open('POST /api/react', headers, { q: 'Hello' })
    server.systemClock.pass(59 * minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(200)
    const left = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await left
    await expect.poll(() => server.worlds()[0]?.openStreams).toBe(0)
    server.systemClock.pass(29 * minute)
    expect((await visitor.account()).ends_in_ms).toBe(minute)
    server.systemClock.pass(minute)
    expect(server.worlds()).toEqual([])
  })

  it('a world of a demo ends early if only the page was loaded, as crawlers do', async () => {
    await using server = await openDemoServer({ idle: 30 * 60_000 })
    await server.arrive()
    const visitor = await server.arrive()
    await visitor.account()
    server.systemClock.pass(bounds.silentSeconds * 1000)
    expect(server.worlds()).toHaveLength(1)
    server.systemClock.pass(30 * minute)
    expect([server.worlds(), server.systemClock.waiting]).toEqual([[], 0])
  })
})

describe('a full demo with a new visitor', () => {
  it('a full demo ends the worlds of crawlers first, then worlds idle for longest, but no world in use', async () => {
    await using server = await openDemoServer({ worlds: 2 })
    const first = await server.arrive()
    await first.account()
    await server.arrive()
    const third = await server.arrive()
    await third.account()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    const refused = await server.call('GET /')
    expect([refused.status, refused.text]).toEqual([
      503,
      'This server has reached its limit of visitors. Try again in a minute.\n',
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.headers['set-cookie']).toBeUndefined()
    server.systemClock.pass(bounds.sparedSeconds * 1000)
    await first.call('POST /__control/clock', { advance: '1m' })
    await server.arrive()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    expect((await third.call('GET /__control/visitor')).status).toBe(410)
  })
})
