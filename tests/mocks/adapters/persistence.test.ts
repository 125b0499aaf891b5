import { describe, expect, it } from 'vitest'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { isProving } from '../../support/proving.ts'
import { emptyFolder, openStoredFake, query } from '../../support/stored-fake.ts'
import { cursorsOf } from '../../support/stream-reader.ts'
import { demo, type Mounted } from '../../support/transports.ts'
import {
  inWorld,
  keyOf,
  login,
  newConversation,
  newKey,
  signIn,
  visit,
} from '../../support/visitor.ts'

const start = Date.parse('2026-11-21T08:00:00.000Z')

/** The complete world, except for its clock. */
const allOf = ({ fake }: Mounted, world?: string) => takeSnapshot(fake.world(world))

/** The use count of the key with full access. */
const usage = ({ fake }: Mounted) =>
  fake.world().keyUsage.of(demo.showcase.keys['full'] ?? '').total_requests

/** Creates a world without a name, and returns its name. */
async function newName(mounted: Mounted) {
  const order = { body: {} }
  return (await visit(mounted).call<{ name: string }>('POST /__control/worlds', order)).json.name
}

/** Creates some data of every kind that a world stores. */
async function live(mounted: Mounted) {
  const visitor = await signIn(mounted)
  const kept = await newConversation(visitor, { title: 'Kept' })
  const gone = await newConversation(visitor, { title: 'Gone' })
  await visitor.call(`PATCH /api/conversations/${kept}`, { body: { starred: true } })
  await visitor.call(`DELETE /api/conversations/${gone}`)
  const key = await newKey(visitor)
  await visitor.call(`PATCH /api/me/api-keys/${key.id}/active`, { body: { is_active: false } })
  const body = { q: 'Where is my order?', conversation_id: kept }
  await visitor.stream('POST /api/react', { body })
  return kept
}

describe('a stored world', () => {
  it.each([
    ['stopped', 'stop'],
    ['killed', 'kill'],
  ] as const)('a stored world is the same after its fake was %s and restarted', async (_, end) => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    await live(first)
    first.fake.world().clock.freeze(start + 90_000)
    first.fake.world().changes.commit()
    const { tables, ...before } = allOf(first)
    first[end]()
    const { tables: tablesAfter, ...after } = allOf(openStoredFake(folder))
    expect(after).toEqual(before)
    expect({ ...tablesAfter, usage: null }).toEqual({ ...tables, usage: null })
  })

  it('a stored world continues as without a restart: the same requests get the same responses', async () => {
    const answers = async (restarts: boolean) => {
      const folder = emptyFolder()
      let mounted = openStoredFake(folder)
      await live(mounted)
      if (restarts) {
        mounted.stop()
        mounted = openStoredFake(folder)
      }
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      const body = { q: 'Hi', conversation_id }
      const seen = await visitor.stream('POST /api/react', { body })
      const keys = await visitor.call('GET /api/me/api-keys')
      return [conversation_id, seen, keys.text, (await newKey(visitor)).key]
    }
    expect(await answers(true)).toEqual(await answers(false))
  })

  it('a stored world accepts the credentials that it issued, and keeps the order of lists', async () => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    const { access_token } = await login(inWorld(first, 'red'))
    const { key } = await newKey(visit(inWorld(first, 'red'), access_token))
    const lists = ['GET /api/conversations', 'GET /api/me/api-keys']
    const listed = async (mounted: Mounted) =>
      Promise.all(lists.map(async (list) => (await visit(mounted, access_token).call(list)).text))
    await newConversation(visit(first, access_token))
    await newConversation(visit(first, access_token))
    const before = await listed(first)
    first.stop()
    const second = openStoredFake(folder)
    expect(await listed(second)).toEqual(before)
    expect((await visit(second, key).call('GET /api/agents')).status).toBe(200)
    expect((await visit(second, keyOf(second, 'full', 'red')).call('GET /api/agents')).status).toBe(
      200,
    )
  })

  it('a stored world continues an interrupted turn by its clock, and later cursors are higher', async () => {
    const folder = emptyFolder()
    const systemClock = createManualClock(start)
    const first = openStoredFake(folder, { systemClock, speed: 1 })
    const visitor = await signIn(first)
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Where is my order?', conversation_id }
    const reader = await visitor.read('POST /api/react', { body })
    systemClock.pass(1000)
    const seen = await reader.until(3)
    first.kill()
    systemClock.pass(60_000)
    const second = openStoredFake(folder, { systemClock, speed: 1 })
    const later = await signIn(second)
    const resumed = await later.stream('POST /api/chat/resume', {
      body: { conversation_id, cursor: -1 },
    })
    expect(resumed.slice(0, seen.length)).toEqual(seen)
    expect(resumed.map(({ event }) => event)).toContain('done')
    expect(resumed.at(-1)?.event).toBe('resume_done')
    expect([...second.fake.world().runningTurns]).toEqual([])
    const next = await later.read('POST /api/react', { body })
    expect(cursorsOf(await next.until(1))[0]).toBeGreaterThan(
      Math.max(...cursorsOf(resumed.slice(0, -1))),
    )
  })

  it('a stored world writes its counters every second, and when the fake is closed', async () => {
    const folder = emptyFolder()
    const systemClock = createManualClock(start)
    const first = openStoredFake(folder, { systemClock })
    const before = usage(first)
    const ask = () => visit(first, keyOf(first, 'full')).call('GET /api/agents')
    await ask()
    systemClock.pass(1000)
    await ask()
    first.kill()
    const second = openStoredFake(folder, { systemClock })
    expect(usage(second)).toBe(before + 1)
    await visit(second, keyOf(second, 'full')).call('GET /api/agents')
    second.stop()
    expect(usage(openStoredFake(folder, { systemClock }))).toBe(before + 2)
  })

  it('a stored world keeps its options, also after a reset', async () => {
    const folder = emptyFolder()
    const order = { name: 'red', seed: 'mine', speed: 'max', fixture: 'empty' } as const
    const first = openStoredFake(folder, {
      fixtures: { empty: async () => ({ ...demo, name: 'few', conversations: [] }) },
    })
    await visit(first).call('POST /__control/worlds', { body: order })
    first.stop()
    const second = openStoredFake(folder, { seed: 'another' })
    const red = second.fake.world('red')
    expect([red.seed, red.speed, red.config.fixture.name]).toEqual(['mine', Infinity, 'few'])
    await newConversation(await signIn(inWorld(second, 'red')))
    expect(red.store.conversations.size).toBe(1)
    await visit(inWorld(second, 'red')).call('POST /__control/reset', { body: {} })
    expect(second.fake.world('red').store.conversations.size).toBe(0)
    second.kill()
    const third = openStoredFake(folder).fake.world('red')
    expect([third.store.conversations.size, third.config.fixture.name]).toEqual([0, 'few'])
  })

  it('the bytes of a world include a fixture that was sent for the world, also after a reset and a restart', async () => {
    const folder = emptyFolder()
    const agents = [{ name: 'Ada', instructions: 'x'.repeat(30_000) }]
    const fixture = { users: [{ email: 'a@b.test', password: 'secret-of-ada' }], agents }
    const first = openStoredFake(folder)
    await visit(first).call('POST /__control/worlds', { body: { name: 'red', fixture } })
    const { bytes } = first.fake.world('red')
    expect(bytes).toBeGreaterThan(30_000)
    await visit(inWorld(first, 'red')).call('POST /__control/reset', { body: {} })
    expect(first.fake.world('red').bytes).toBe(bytes)
    first.stop()
    expect(openStoredFake(folder).fake.world('red').bytes).toBe(bytes)
  })

  it('a stored world that is deleted does not come back', async () => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    const { access_token } = await login(inWorld(first, 'red'))
    await visit(first).call('DELETE /__control/worlds/red', { body: {} })
    first.kill()
    const second = openStoredFake(folder)
    expect(await visit(second, access_token).refusal('GET /api/agents')).toEqual([
      401,
      'invalid_token',
    ])
  })

  it('after a restart, a new world without a name gets a name that no world had, and no stored world is loaded', async () => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    const deleted = await newName(first)
    await visit(first).call(`DELETE /__control/worlds/${deleted}`, { body: {} })
    const stored = await newName(first)
    first.kill()
    const second = openStoredFake(folder)
    const names = [await newName(second), await newName(second)]
    expect(new Set([deleted, stored, ...names]).size).toBe(4)
    expect(second.fake.worlds.list().map(({ name }) => name)).toEqual(names)
  })

  it('a stored world is loaded again by a request after it was unloaded to make room', async () => {
    const folder = emptyFolder()
    const mounted = openStoredFake(folder, { maxWorlds: 2 })
    const red = await signIn(inWorld(mounted, 'red'))
    const id = await newConversation(red)
    for (const other of ['green', 'blue']) await signIn(inWorld(mounted, other))
    expect(mounted.fake.worlds.list().map(({ name }) => name)).not.toContain('red')
    expect((await red.call(`GET /api/conversations/${id}`)).status).toBe(200)
  })

  it('a stored world ends when it was unused for its time to live, even if no fake ran meanwhile', async () => {
    const folder = emptyFolder()
    const order = { name: 'red', ttl: '1h' }
    const first = openStoredFake(folder, { systemClock: createManualClock(Date.now()) })
    await visit(first).call('POST /__control/worlds', { body: order })
    const { access_token } = await login(inWorld(first, 'red'))
    first.kill()
    const status = async (systemClock: ReturnType<typeof createManualClock>) => {
      const mounted = openStoredFake(folder, { systemClock })
      const { status: given } = await visit(mounted, access_token).call('GET /api/auth/me')
      mounted.kill()
      return given
    }
    expect(await status(createManualClock(Date.now() + 1_800_000))).toBe(200)
    expect(await status(createManualClock(Date.now() + 5_500_000))).toBe(401)
  })

  it.each([
    ['Red', 'red'],
    ['a/b', 'a-b'],
    ['../../etc', '..%2f..%2fetc'],
    ['ünï', 'uni'],
    ['x'.repeat(128), 'x'.repeat(127)],
  ])('two stored worlds may have the names %s and %s', async (...names) => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    for (const name of names)
      await newConversation(await signIn(inWorld(first, encodeURIComponent(name))), { title: name })
    first.kill()
    const second = openStoredFake(folder)
    const titles = names.map((name) =>
      Array.from(second.fake.world(name).store.conversations.values(), ({ title }) => title).filter(
        (title) => names.includes(title),
      ),
    )
    expect(titles).toEqual(names.map((name) => [name]))
  })

  it.runIf(isProving)(
    'a stored world is rewritten once its changes are larger than the world, and stays the same',
    async () => {
      const folder = emptyFolder()
      const rows = () => Number(query(folder, 'SELECT count(*) AS rows FROM chain')[0]?.['rows'])
      const body = { title: 'x'.repeat(200) }
      let mounted = openStoredFake(folder)
      const id = await newConversation(await signIn(mounted))
      const patch = async (times: number) => {
        const visitor = await signIn(mounted)
        for (let n = 0; n < times; n++)
          await visitor.call(`PATCH /api/conversations/${id}`, { body })
        mounted.kill()
        const stored = rows()
        mounted = openStoredFake(folder)
        return stored
      }
      expect(await patch(1000)).toBeGreaterThan(1000)
      expect(await patch(4000)).toBeLessThan(4000)
      const visitor = await signIn(mounted)
      await visitor.call(`PATCH /api/conversations/${id}`, { body: { title: 'Last' } })
      const before = allOf(mounted)
      mounted.kill()
      expect(allOf(openStoredFake(folder)).fixture).toEqual(before.fixture)
    },
  )
})
