import { createControlClient } from '../../../mocks/control/control-client.ts'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { readProfile } from '../../../contract/profile.ts'
import { openDemoServer, typed, type DemoVisitor } from '../../support/demo-visitors.ts'

const { visitor: bounds } = ownLimits

const add = async ({ key, call }: DemoVisitor) =>
  (await call('POST /api/conversations', {}, await key())).status

/** Sends requests in parallel; returns how many of them were accepted. */
async function atOnce(count: number, ask: () => Promise<{ statusCode?: number }>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, ask))
  return answers.filter(({ statusCode }) => statusCode === 200).length
}

describe('the limit of a demo visitor', () => {
  it('a demo visitor has a limited number of requests per second, and the refusal states when to retry', async () => {
    await using server = await openDemoServer({ rate: 2 })
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    const key = await visitor.key()
    const { base_url } = await visitor.account()
    const left = 2 * bounds.burstSeconds - 2
    for (let count = 0; count < left; count++)
      expect((await server.call('GET /api/agents', key)).status).toBe(200)
    const refused = [
      await server.call('GET /api/agents', key),
      await server.call(`GET ${base_url}/api/agents`),
      await visitor.call('GET /api/agents'),
      await visitor.call('GET /__control/clock'),
    ]
    for (const { status, headers } of refused)
      expect([status, headers['retry-after']]).toEqual([429, '1'])
    expect((await other.call('GET /__control/clock')).status).toBe(200)
    server.systemClock.pass(500)
    expect((await server.call('GET /api/agents', key)).status).toBe(200)
    expect((await server.call('GET /api/agents', key)).status).toBe(429)
  })

  it('a large request of a demo visitor counts as several requests, which leaves time for other visitors', async () => {
    await using server = await openDemoServer({ rate: 2 })
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    const key = await visitor.key()
    const title = 'x'.repeat(12 * bounds.requestBytes)
    const send = () => server.call('POST /api/conversations', key, { title })
    expect((await send()).status).toBe(200)
    const { status, headers } = await send()
    expect([status, headers['retry-after']]).toEqual([429, '4'])
    expect((await server.call('GET /api/agents', key)).status).toBe(200)
    expect((await server.call('GET /api/agents', await other.key())).status).toBe(200)
  })

  it.each([
    ['a response', 'GET /api/conversations?size=100', undefined],
    ['a response of the control API', 'GET /__control/records/conversations?size=100', undefined],
    ['a stream', 'POST /api/dag', { q: 'word '.repeat(20_000) }],
  ])(
    '%s of a demo visitor counts as one more request for each 64 KiB',
    async (_, operation, body) => {
      await using server = await openDemoServer({ rate: 10 })
      const visitor = await server.arrive()
      const { name, keys } = await visitor.account()
      const key = { authorization: `Bearer ${keys['full']}` }
      const { records, director } = createControlClient(server.core.parts).control(name)
      const [first] = records.list('conversations').items
      await records.change('conversations', first?.id ?? '', { title: 'x'.repeat(200_000) })
      await director.speed('max')
      const isControl = operation.includes('__control')
      const { status, text } = await visitor.call(operation, body, isControl ? {} : key)
      expect([status, text.length > 2 * bounds.responseBytes]).toEqual([200, true])
      const sent = Math.floor((JSON.stringify(body)?.length ?? 0) / bounds.requestBytes)
      const received = Math.floor(text.length / bounds.responseBytes)
      let left = 0
      while ((await server.call('GET /api/version', key)).status === 200) left++
      expect(left).toBe(10 * bounds.burstSeconds - 2 - sent - received)
    },
  )

  it('a demo visitor has a limited number of open streams at the same time', async () => {
    await using server = await openDemoServer()
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    await visitor.call('POST /__control/clock', { freeze: true })
    const ask = async ({ key, cookie }: typeof visitor) =>
      server.open('POST /api/react', { ...cookie, ...typed, ...(await key()) }, { q: 'Hello' })
    const streams = []
    for (let count = 0; count < bounds.streams; count++) streams.push(await ask(visitor))
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200))
    expect((await ask(visitor)).statusCode).toBe(503)
    expect((await ask(other)).statusCode).toBe(200)
    const follow = () => server.open('GET /__control/journal/?follow', visitor.cookie)
    const readers = []
    for (let count = 0; count < bounds.followers; count++) readers.push(await follow())
    expect((await follow()).statusCode).toBe(503)
    readers[0]?.destroy()
    await expect.poll(async () => (await follow()).statusCode).toBe(200)
  })

  it('a demo visitor has a limited number of turn streams and journal streams, also if opened at once', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const key = await visitor.key()
    const follow = () => server.open('GET /__control/journal/?follow', visitor.cookie)
    expect(await atOnce(3 * bounds.followers, follow)).toBe(bounds.followers)
    const ask = () => server.open('POST /api/react', { ...key, ...typed }, { q: 'Hello' })
    expect(await atOnce(2 * bounds.streams, ask)).toBeLessThanOrEqual(bounds.streams)
  })

  it('the open streams of a demo visitor are also limited for the streams of a profile', async () => {
    const live = {
      kind: 'stream',
      path: '/api/live',
      script: [{ pause: '1h' }, { answer: 'Late.' }],
    }
    const profile = readProfile({ name: 'live', operations: { live } })
    await using server = await openDemoServer({ profile })
    const key = await (await server.arrive()).key()
    const open = () => server.open('GET /api/live', key)
    expect(await atOnce(2 * bounds.streams, open)).toBeLessThanOrEqual(bounds.streams)
  })

  it('a demo visitor has a limited number of running turns, including turns without a reader', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    await visitor.call('POST /__control/clock', { freeze: true })
    const key = await visitor.key()
    const ask = () => server.open('POST /api/react', { ...key, ...typed }, { q: 'Hello' })
    const leave = async () => {
      const stream = await ask()
      const left = once(stream, 'close')
      stream.destroy()
      await left
      return stream.statusCode
    }
    for (let count = 0; count < bounds.turns; count++) expect(await leave()).toBe(200)
    expect(await leave()).toBe(503)
    await visitor.call('POST /__control/clock', { advance: '1h' })
    await expect.poll(leave).toBe(200)
  })

  it('a demo visitor has a limited number of pending requests', async () => {
    await using server = await openDemoServer()
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    await visitor.call('POST /__control/clock', { freeze: true })
    await visitor.call('POST /__control/faults', { effect: { latency: '10m' } })
    const key = await visitor.key()
    const waiting = Array.from({ length: bounds.underWay }, () =>
      server.call('GET /api/agents', key),
    )
    const beyond = async () => (await server.call('GET /api/agents', key)).status
    // Accepted requests stay pending, so any response is a refusal.
    expect(await Promise.race(Array.from({ length: 4 }, beyond))).toBe(503)
    expect((await server.call('GET /api/agents', await other.key())).status).toBe(200)
    await visitor.call('DELETE /__control/visitor')
    await Promise.allSettled(waiting)
  })

  it('a demo visitor may take few snapshots, and only small ones, because a snapshot blocks the server', async () => {
    await using server = await openDemoServer({ rate: 20 })
    const visitor = await server.arrive()
    const { json } = await visitor.call<object>('GET /__control/snapshot')
    const put = (body: object) => visitor.call('PUT /__control/snapshot', body)
    expect((await put(json)).status).toBe(200)
    const { status, headers } = await put(json)
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    server.systemClock.pass(10_000)
    const large = await put({ ...json, world: 'x'.repeat(bounds.snapshotBytes) })
    expect([large.status, large.text]).toEqual([
      413,
      `{"error":"The body is too large: the limit is ${bounds.snapshotBytes} bytes."}`,
    ])
  })

  it('neither a world of the operator nor the reset of a large world ends the world of another visitor', async () => {
    await using server = await openDemoServer({ worlds: 2, controlToken: 'of-the-operator' })
    const [visitor, other] = [await server.arrive(), await server.arrive()]
    await other.account()
    const operator = { authorization: 'Bearer of-the-operator' }
    const refused = await server.call('POST /__control/worlds', operator, { name: 'mine' })
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('2 worlds')])
    server.core.world((await other.account()).name).addBytes(ownLimits.worldsBytes + 1)
    expect((await other.call('POST /__control/reset')).status).toBe(200)
    expect((await visitor.call('GET /__control/visitor')).status).toBe(200)
  })

  it('a demo visitor who has used all of the memory cannot add anything until something is deleted', async () => {
    await using server = await openDemoServer()
    const visitor = await server.arrive()
    const other = await server.arrive()
    const { name } = await visitor.account()
    const key = await visitor.key()
    const world = server.core.world(name)
    world.addBytes(bounds.worldBytes + 1)
    expect(await add(visitor)).toBe(503)
    expect((await visitor.call('POST /__control/clock', { freeze: true })).status).toBe(503)
    expect((await visitor.call('GET /api/agents', undefined, key)).status).toBe(200)
    expect(await add(other)).toBe(200)
    expect((await visitor.call('POST /__control/reset')).status).toBe(200)
    expect(await add(visitor)).toBe(200)
  })

  it('a demo visitor gets less memory when all worlds together reach the memory limit', async () => {
    await using server = await openDemoServer({ worlds: 100 })
    const [large, small] = [await server.arrive(), await server.arrive()]
    const { name } = await large.account()
    server.core.world(name).addBytes(bounds.worldBytes / 2)
    expect(await add(large)).toBe(200)
    server.core.world('of others').addBytes(ownLimits.worldsBytes)
    expect([await add(large), await add(small)]).toEqual([503, 200])
    // Active visitors are not removed for a new one, whose world would need more memory.
    expect((await server.call('GET /')).status).toBe(503)
    expect((await small.call('GET /__control/visitor')).status).toBe(200)
  })
})
