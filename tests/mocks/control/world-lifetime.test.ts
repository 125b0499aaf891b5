import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { createCore } from '../../../mocks/core.ts'
import { createRequestHandler } from '../../../mocks/request-handler.ts'
import { openFolder } from '../../../mocks/adapters/folder/folder.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { emptyFolder } from '../../support/stored-fake.ts'
import { readerOf } from '../../support/stream-reader.ts'
import { demo, type Mounted, mountInProcess } from '../../support/transports.ts'
import { inWorld, keyOf, login, newConversation, signIn, visit } from '../../support/visitor.ts'

const atStart = demo.conversations.length

const conversationsIn = (mounted: Mounted, world: string) =>
  mounted.fake.world(world).store.conversations.size

describe('the worlds of a fake', () => {
  it('a fake at its limit of worlds removes the world that was idle for longest, and this world can start again', async () => {
    const mounted = mountInProcess({ maxWorlds: 3 })
    for (const name of ['red', 'green', 'blue'])
      await signIn(inWorld(mounted, name)).then(newConversation)
    expect(conversationsIn(mounted, 'red')).toBe(atStart + 1)
    await signIn(inWorld(mounted, 'grey'))
    expect(conversationsIn(mounted, 'red')).toBe(atStart + 1)
    expect(conversationsIn(mounted, 'green')).toBe(atStart)
  })

  it('a fake at its limit of worlds keeps a world in use, and removes worlds that were only created', async () => {
    const mounted = mountInProcess({ maxWorlds: 3 })
    await signIn(inWorld(mounted, 'red')).then(newConversation)
    for (let index = 0; index < 4; index += 1) {
      await mounted.fake.worlds.create({})
      expect(conversationsIn(mounted, 'red')).toBe(atStart + 1)
    }
  })

  it('a world whose time to live exceeds the longest timer ends when it was idle for that time', async () => {
    const clock = createManualClock()
    const { fake } = mountInProcess({ systemClock: clock })
    let timers = 0
    const after = clock.after.bind(clock)
    clock.after = (ms, run) => {
      timers += 1
      return after(ms, run)
    }
    await fake.worlds.create({ name: 'red', ttl: '60d' })
    const day = 24 * 60 * 60 * 1000
    clock.pass(59 * day)
    expect([timers < 10, fake.worlds.list().map(({ name }) => name)]).toEqual([true, ['red']])
    clock.pass(2 * day)
    expect(fake.worlds.list()).toEqual([])
  })

  it('the time to live of a world counts from the end of its last stream', async () => {
    const systemClock = createManualClock()
    const mounted = mountInProcess({ speed: 1, systemClock })
    await mounted.fake.worlds.create({ name: 'red', ttl: '10m' })
    const red = await signIn(inWorld(mounted, 'red'))
    mounted.fake.control('red').clock.freeze()
    const leaving = new AbortController()
    const options = { body: { q: 'Hello' }, signal: leaving.signal }
    const reader = readerOf(await red.open('POST /api/react', options), leaving)
    const left = () => mounted.fake.worlds.list().length
    systemClock.pass(1_199_000)
    await reader.leave()
    systemClock.pass(599_000)
    expect(left()).toBe(1)
    systemClock.pass(1000)
    expect(left()).toBe(0)
  })

  it('a stored world that was removed from memory to make room is deleted when it was idle for its time to live', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const storage = openFolder(emptyFolder(), { systemClock })
    const { fake } = mountInProcess({ storage, systemClock, maxWorlds: 2 })
    const stored = () => [...storage.names()]
    await fake.worlds.create({ name: 'red', ttl: '10m' })
    for (const name of ['green', 'blue']) await fake.worlds.create({ name })
    systemClock.pass(300_000)
    fake.world('red')
    await fake.worlds.create({ name: 'grey' })
    fake.world('blue')
    systemClock.pass(599_000)
    expect(stored()).toEqual(['red', 'green', 'blue', 'grey'])
    systemClock.pass(1000)
    expect(stored()).toEqual(['green', 'blue', 'grey'])
    fake.close()
    expect(systemClock.waiting).toBe(0)
    storage.close()
  })

  it('a fake never removes its default world, or a world with an open stream, to make room for another', async () => {
    const mounted = mountInProcess({ maxWorlds: 2, speed: 1, systemClock: createManualClock() })
    await signIn(mounted).then(newConversation)
    const red = await signIn(inWorld(mounted, 'red'))
    const leaving = new AbortController()
    const body = { q: 'Where is my order?' }
    const stream = await red.open('POST /api/react', { body, signal: leaving.signal })
    const reader = readerOf(stream, leaving)
    await reader.until(1)
    expect(await visit(inWorld(mounted, 'green')).refusal('GET /api/agents')).toEqual([
      503,
      'service_unavailable',
    ])
    expect((await red.call('GET /api/auth/me')).status).toBe(200)
    await reader.leave()
    expect(await visit(inWorld(mounted, 'green')).refusal('GET /api/agents')).toEqual([
      401,
      'unauthorized',
    ])
    expect(conversationsIn(mounted, 'default')).toBe(atStart + 1)
  })

  it('a fake does not accept a credential of a removed world', async () => {
    const mounted = mountInProcess()
    const key = keyOf(mounted, 'full', 'red')
    const { access_token } = await login(inWorld(mounted, 'red'))
    expect((await visit(mounted, key).call('GET /api/agents')).status).toBe(200)
    await mounted.fake.control('red').delete()
    for (const credential of [key, access_token])
      expect(await visit(mounted, credential).refusal('GET /api/agents')).toEqual([
        401,
        'invalid_token',
      ])
    expect(mounted.fake.world('default').store.users.size).toBe(demo.users.length)
  })

  it.each([
    ['with a line break', '%0A'],
    ['with a control character', 'a%07b'],
    ['that is too long', 'x'.repeat(ownLimits.worldName + 1)],
    // URLs cannot contain them, not even encoded.
    ['.', '.'],
    ['..', '..'],
  ])('a world of a fake cannot have a name %s', async (_, name) => {
    const headers = { 'x-understudy-world': decodeURIComponent(name) }
    const mounted = mountInProcess()
    const refusal = await (/%/.test(name)
      ? visit(inWorld(mounted, name)).refusal('GET /api/agents')
      : visit(mounted).refusal('GET /api/agents', { headers }))
    expect(refusal).toEqual([400, 'bad_request'])
  })

  it('a header names the same world as the path, also with a name in UTF-8', async () => {
    const { fake } = mountInProcess()
    for (const name of [Buffer.from('büro').toString('latin1'), 'büro']) {
      const headers = { 'x-understudy-world': name }
      for (const path of ['/api/agents', '/__control/clock'])
        await fake.fetch(new Request(`http://any.test${path}`, { headers }))
    }
    expect(fake.worlds.list().map(({ name }) => name)).toEqual(['büro'])
  })

  it.each(['spaces and ünïcödé', '../../etc/passwd', '__proto__', 'x'.repeat(ownLimits.worldName)])(
    'a world of a fake can have the name `%s`',
    async (name) => {
      const mounted = mountInProcess()
      await signIn(inWorld(mounted, encodeURIComponent(name))).then(newConversation)
      expect(conversationsIn(mounted, name)).toBe(atStart + 1)
    },
  )

  it('a fake counts the content of worlds besides the fixture as memory, with one limit for all worlds', async () => {
    const mounted = mountInProcess()
    const red = await signIn(inWorld(mounted, 'red'))
    const before = mounted.fake.world('red').bytes
    const id = await newConversation(red, { title: 'x'.repeat(200) })
    const full = mounted.fake.world('red').bytes
    expect(full).toBeGreaterThan(before + 200)
    await red.call(`DELETE /api/conversations/${id}`)
    expect(mounted.fake.world('red').bytes).toBeLessThan(full)
  })

  it('a world that is gone no longer counts as memory, even if a reader still has an open stream', async () => {
    const mounted = mountInProcess({ speed: 1, systemClock: createManualClock() })
    const red = await signIn(inWorld(mounted, 'red'))
    const reader = await red.read('POST /api/react', { body: { q: 'Where is my order?' } })
    await reader.until(1)
    const gone = mounted.fake.world('red')
    const { bytes: weight } = gone
    mounted.fake.control('red').reset()
    await reader.rest()
    expect([gone.openStreams, gone.bytes]).toEqual([0, weight])
  })

  it('a world that is dropped after a failed write of its counters counts once as memory', async () => {
    let isFull = false
    const write = () => {
      if (isFull) throw new Error('full')
    }
    const storage = { names: () => [], load: () => undefined, save: () => ({ write }), remove() {} }
    const core = createCore({ fixture: demo, storage }, createRequestHandler)
    const fake = core as never
    const mounted = { fake, baseUrl: 'http://platform.test', fetch: core.fetch }
    await newConversation(await signIn(inWorld(mounted, 'red')))
    await visit(mounted, keyOf(mounted, 'full', 'red')).call('GET /api/agents')
    isFull = true
    core.parts.worlds.delete(core.world('red'))
    expect(core.parts.worlds.bytes).toBe(0)
  })
})
