import { describe, expect, it } from 'vitest'
import { ownLimits } from '../contract/limits.ts'
import { openHouse } from './visiting.ts'

const { visitor: bounds } = ownLimits
const minute = 60_000

describe('an idle world of a demo', () => {
  it('ends, and the browser gets another with the page', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    expect(await visitor.account()).toMatchObject({ ttl_ms: 30 * minute, ends_in_ms: 30 * minute })
    house.wall.pass(29 * minute)
    expect((await visitor.account()).ends_in_ms).toBe(minute)
    house.wall.pass(minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(410)
    expect(house.worlds()).toEqual([])
    expect((await house.call('GET /', visitor.cookie)).headers['set-cookie']).toHaveLength(1)
  })

  it('lives on after a request, a change of the clock, or a reload of the page', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    const key = await visitor.key()
    for (const act of [
      () => visitor.call('GET /api/agents', undefined, key),
      () => house.call('GET /api/agents', key),
      () => visitor.call('POST /__control/clock', { advance: '1h' }),
      () => visitor.call('GET /'),
    ]) {
      house.wall.pass(20 * minute)
      expect((await act()).status).toBe(200)
      expect((await visitor.account()).ends_in_ms).toBe(30 * minute)
    }
    expect(house.wall.waiting).toBeLessThan(4)
  })

  it('is not kept alive by a page that only watches it, nor by the clock of the world', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    for (let looked = 0; looked < 29; looked++) {
      house.wall.pass(minute)
      await visitor.call('GET /__control/clock')
    }
    house.wall.pass(minute)
    expect((await visitor.call('GET /__control/clock')).status).toBe(410)
  })

  it('does not end while a stream is read', async () => {
    await using house = await openHouse({ idle: '30m' })
    const visitor = await house.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const headers = { ...visitor.cookie, ...(await visitor.key()) }
    const stream = await house.open('POST /api/react', headers, { q: 'Hello' })
    house.wall.pass(60 * minute)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(200)
    const left = new Promise((resolve) => stream.once('close', resolve))
    stream.destroy()
    await left
    await expect.poll(() => house.worlds()[0]?.openStreams).toBe(0)
    house.wall.pass(60 * minute)
    expect(house.worlds()).toEqual([])
  })

  it('ends early if only the page was loaded, as by crawlers', async () => {
    await using house = await openHouse({ idle: '30m' })
    await house.arrive()
    const visitor = await house.arrive()
    await visitor.account()
    house.wall.pass(bounds.silentSeconds * 1000)
    expect(house.worlds()).toHaveLength(1)
    house.wall.pass(30 * minute)
    expect([house.worlds(), house.wall.waiting]).toEqual([[], 0])
  })
})

describe('a demo without room for a new visitor', () => {
  it('ends worlds of crawlers first, then those idle for longest, but none in use', async () => {
    await using house = await openHouse({ worlds: 2 })
    const first = await house.arrive()
    await first.account()
    await house.arrive()
    const third = await house.arrive()
    await third.account()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    const refused = await house.call('GET /')
    expect([refused.status, refused.text]).toEqual([
      503,
      'This server has no room for another visitor. Try again in a minute.\n',
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.headers['set-cookie']).toBeUndefined()
    house.wall.pass(bounds.sparedSeconds * 1000)
    await first.call('POST /__control/clock', { advance: '1m' })
    await house.arrive()
    expect((await first.call('GET /__control/visitor')).status).toBe(200)
    expect((await third.call('GET /__control/visitor')).status).toBe(410)
  })
})
