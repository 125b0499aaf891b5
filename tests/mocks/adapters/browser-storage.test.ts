import { expect, it } from 'vitest'
import { BrowserStorageError } from '../../../mocks/adapters/browser/page-storage.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { BoundedStorage, type KeptPage, openPage } from './page-storage.ts'
import {
  inWorld,
  keyOf,
  login,
  newConversation,
  newKey,
  signIn,
  visit,
} from '../../support/visitor.ts'

const titles = (page: KeptPage) =>
  takeSnapshot(page.fake.world()).fixture.conversations.map(({ title }) => title)

const create = async (page: KeptPage, title: string) =>
  newConversation(await signIn(page), { title })

/** A page with an additional conversation, and its storage. */
async function begin() {
  const storage = new BoundedStorage()
  const page = openPage(storage)
  await create(page, 'First')
  return { storage, page }
}

it('a stored world is restored after a reload of the page, with its clock, its keys and its tokens', async () => {
  const storage = new BoundedStorage()
  const first = openPage(storage)
  const { access_token: old } = await login(first)
  await newConversation(visit(first, old), { title: 'Kept' })
  const { key } = await newKey(visit(first, old))
  first.fake.clock.advance('3d')
  first.fake.clock.freeze()
  const { access_token: token } = await login(first)
  const { tables, ...before } = takeSnapshot(first.fake.world())
  const second = openPage(storage)
  const { tables: kept, ...after } = takeSnapshot(second.fake.world())
  expect(after).toEqual(before)
  expect({ ...kept, usage: null }).toEqual({ ...tables, usage: null })
  expect(titles(second)).toContain('Kept')
  const status = async (bearer: string) =>
    (await visit(second, bearer).call('GET /api/agents')).status
  expect(await Promise.all([key, token, old].map(status))).toEqual([200, 200, 401])
})

it('named worlds are also stored in the browser, and found by their API keys', async () => {
  const storage = new BoundedStorage()
  const first = openPage(storage)
  await newConversation(await signIn(inWorld(first, 'red')))
  const second = openPage(storage)
  expect((await visit(second, keyOf(first, 'full', 'red')).call('GET /api/agents')).status).toBe(
    200,
  )
  expect(second.fake.worlds.list().map(({ name }) => name)).toEqual(['red'])
})

it('the stored changes of a world are compacted when there are many, and restore the same world', async () => {
  const { storage, page } = await begin()
  const visitor = await signIn(page)
  const id = await newConversation(visitor, { title: 'Often' })
  const title = 'x'.repeat(200)
  const lines = () =>
    storage.texts
      .keys()
      .filter((key) => key.includes('/log/'))
      .toArray().length
  let most = 0
  let shortened = false
  for (let count = 0; count < 1500 && !shortened; count += 1) {
    await visitor.call(`PATCH /api/conversations/${id}`, { body: { title: `${count} ${title}` } })
    shortened = lines() < most
    most = lines()
  }
  expect(shortened).toBe(true)
  const before = takeSnapshot(page.fake.world()).fixture
  expect(takeSnapshot(openPage(storage).fake.world()).fixture).toEqual(before)
})

it('`reset` and `clear` leave nothing of the old world in the storage of the browser', async () => {
  const { storage, page } = await begin()
  page.fake.control().reset()
  expect(titles(page)).not.toContain('First')
  await create(page, 'Second')
  page.worlds.clear()
  expect([...storage.texts.keys()]).toEqual(['understudy/format'])
  expect(titles(page)).not.toContain('Second')
  expect(titles(openPage(storage))).not.toContain('Second')
  await create(page, 'Third')
  expect([...storage.texts.keys()].filter((key) => key.includes('/fixture/'))).toHaveLength(1)
})

it('the application `app` does not remove stored worlds of the application `app/admin`', async () => {
  const storage = new BoundedStorage()
  const admin = openPage(storage, {}, { name: 'app/admin' })
  await create(admin, 'Of the admin')
  const app = openPage(storage, {}, { name: 'app' })
  app.worlds.clear()
  expect(app.notices).toEqual([])
  expect(titles(openPage(storage, {}, { name: 'app/admin' }))).toContain('Of the admin')
})

it('a world without changes is not stored in the browser, unless it was created with options', async () => {
  const storage = new BoundedStorage()
  const page = openPage(storage)
  expect((await visit(page, keyOf(page, 'full', 'red')).call('GET /api/agents')).status).toBe(200)
  await page.fake.worlds.create({ name: 'quick', speed: 10 })
  expect([...page.worlds.names()]).toEqual(['quick'])
  expect(openPage(storage).fake.world('quick').speed).toBe(10)
})

it('if two pages create a world at once, the later page is refused, and loads the world of the earlier page', async () => {
  const storage = new BoundedStorage()
  const [one, two] = [openPage(storage), openPage(storage)]
  expect(titles(one)).toEqual(titles(two))
  await create(one, 'By the first')
  const late = await visit(two, keyOf(two, 'full')).call('POST /api/conversations', { body: {} })
  expect(late.status).toBe(503)
  expect(titles(two)).toContain('By the first')
})

it('a world that exceeds the storage quota leaves no fixture in the storage', async () => {
  const storage = new BoundedStorage()
  const page = openPage(storage)
  await create(page, 'First')
  const keys = [...storage.texts.keys()]
  const set = storage.setItem.bind(storage)
  storage.setItem = (key, text) => {
    if (key.includes('world/')) throw new Error('The quota has been exceeded.')
    set(key, text)
  }
  const fixture = { users: [{ email: 'a@example.com', password: 'secret-of-a' }] }
  await expect(page.fake.worlds.create({ name: 'red', fixture })).rejects.toThrow('Failed to store')
  expect([...storage.texts.keys()]).toEqual(keys)
})

it('a stored world with a time to live is gone after it was idle for that time', async () => {
  const storage = new BoundedStorage()
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const first = openPage(storage, { systemClock })
  await first.fake.worlds.create({ name: 'brief', ttl: '10s' })
  const later = (ms: number) =>
    openPage(storage, { systemClock: createManualClock(systemClock.now() + ms) })
  expect([...later(9_000).worlds.names()]).toEqual(['brief'])
  expect(later(9_000).worlds.load('brief')).toBeDefined()
  expect(later(10_000).worlds.load('brief')).toBeUndefined()
})

it('a stored world with a time to live stays while pages read it, and reading does not make other pages reload it', async () => {
  const storage = new BoundedStorage()
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const [page, other] = [openPage(storage, { systemClock }), openPage(storage, { systemClock })]
  await page.fake.worlds.create({ name: 'brief', ttl: '10s' })
  const heads = () => [...storage.texts.keys()].filter((key) => /world|log/.test(key))
  const before = heads()
  for (let second = 0; second < 15; second++) {
    systemClock.pass(1000)
    for (const one of [page, other]) one.fake.world('brief')
  }
  expect(heads()).toEqual(before)
  const later = (ms: number) =>
    openPage(storage, { systemClock: createManualClock(systemClock.now() + ms) }).worlds
  expect(later(9000).load('brief')).toBeDefined()
  expect(later(10_000).load('brief')).toBeUndefined()
  expect([...storage.texts.keys()].filter((key) => key.includes('used'))).toEqual([])
})

it('two pages share a stored world: a write to an outdated state is refused, and the next write succeeds', async () => {
  const { storage, page } = await begin()
  const other = openPage(storage)
  expect(titles(other)).toContain('First')
  await create(other, 'By the other')
  const visitor = visit(page, keyOf(page, 'full'))
  const refused = await visitor.call('POST /api/conversations', { body: { title: 'Late' } })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Another page changed the world `default` at the same time')
  await create(page, 'By the first')
  expect(titles(page)).toEqual(expect.arrayContaining(['By the other', 'By the first']))
  expect(titles(page)).not.toContain('Late')
})

it('after the application has cleared the storage, one change is refused, and later changes are stored', async () => {
  const { storage, page } = await begin()
  storage.texts.clear()
  const visitor = visit(page, keyOf(page, 'full'))
  const refused = await visitor.call('POST /api/conversations', { body: { title: 'Late' } })
  expect(refused.status).toBe(503)
  await create(page, 'After')
  expect(titles(page)).not.toContain('First')
  const reloaded = openPage(storage)
  expect(reloaded.notices).toEqual([])
  expect(titles(reloaded)).toContain('After')
})

it('the first change of a new world is stored even if the storage was cleared a second time before', async () => {
  const { storage, page } = await begin()
  page.worlds.clear()
  expect(titles(page)).not.toContain('First')
  storage.texts.clear()
  await create(page, 'After')
  expect(titles(openPage(storage))).toContain('After')
})

it('if two pages overwrote changes of each other, all later stored changes are removed, with a notice', async () => {
  const { storage, page } = await begin()
  await create(page, 'Second')
  await create(page, 'Third')
  const lines = [...storage.texts.keys()].filter((key) => key.includes('/log/'))
  const foreign = { id: 'other.1', after: 'other.0', at: 0, changes: [] }
  storage.setItem(lines.at(-3) ?? '', JSON.stringify(foreign))
  const second = openPage(storage)
  expect(titles(second)).toContain('First')
  expect(titles(second)).not.toContain('Third')
  expect(second.notices).toEqual([
    'Two pages changed the world `default` at the same time: the changes of one page are lost.',
  ])
  expect(openPage(storage).notices).toEqual([])
})

it.each([
  ['damaged', (text: string) => text.slice(0, 100)],
  ['foreign', () => '[1]'],
  ['of another shape', (text: string) => text.replace('"records"', '"entries"')],
])('a stored world that is %s is replaced by a new one, which is reported', async (_, damage) => {
  const { storage } = await begin()
  const world = 'understudy/world/default'
  storage.setItem(world, damage(storage.getItem(world) ?? ''))
  const page = openPage(storage)
  expect(titles(page)).not.toContain('First')
  expect(page.notices).toEqual(['The stored world `default` is damaged: a new one replaces it.'])
})

it('worlds that another release stored are removed with a notice, and data of other programs stays', async () => {
  const { storage } = await begin()
  storage.setItem('understudy/format', '7')
  storage.setItem('theme', 'dark')
  const page = openPage(storage)
  expect(page.notices).toEqual([
    'Another release stored worlds in this browser (format 7; this release reads 1): they are removed.',
  ])
  expect(titles(page)).not.toContain('First')
  expect(storage.getItem('theme')).toBe('dark')
})

it('a change that exceeds the storage of the browser is refused and undone', async () => {
  const { storage, page } = await begin()
  storage.most = 0
  const visitor = visit(page, keyOf(page, 'full'))
  const refused = await visitor.call('POST /api/conversations', { body: { title: 'Too much' } })
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('The quota has been exceeded. Nothing was changed.')
  storage.most = 5_000_000
  expect(titles(page)).not.toContain('Too much')
  expect(page.notices.join()).toContain('Failed to store')
})

it('two applications of one origin store separate worlds if each sets a name', async () => {
  const { storage } = await begin()
  const other = openPage(storage, {}, { name: 'other' })
  expect(titles(other)).not.toContain('First')
  other.worlds.clear()
  expect(titles(openPage(storage))).toContain('First')
})

it('a page whose storage is full at the start gets an error that says what to do', () => {
  const storage = new BoundedStorage()
  storage.most = 0
  const open = () => openPage(storage)
  expect(open).toThrow(BrowserStorageError)
  expect(open).toThrow(
    'Failed to store worlds in this browser: The quota has been exceeded. Allow the page to store data, or omit the option `storage`.',
  )
})

it('a page without access to storage gets an error that says what to do', () => {
  expect(() => openPage(undefined as never)).toThrow(
    /^Failed to store worlds in this browser: .*Allow the page to store data, or omit the option `storage`\.$/,
  )
})
