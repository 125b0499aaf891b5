import { expect, it } from 'vitest'
import type { Snapshot } from '../../../contract/snapshot.ts'
import { listen } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { shortStory } from '../../support/short-story.ts'
import { demo, describeTransports, empty, type Mounted } from '../../support/transports.ts'
import {
  keyOf,
  login,
  newConversation,
  newKey,
  type Paged,
  signIn,
  visit,
} from '../../support/visitor.ts'

type Account = {
  readonly name: string
  readonly seed: string
  readonly fixture: string
  readonly profile: string
  readonly base_url: string
  readonly users: readonly { readonly email: string; readonly password: string }[]
  readonly keys: Readonly<Record<string, string>>
}
type Refused = { readonly error: string }

const control = (mounted: Mounted) => visit(mounted)

/** Creates a world, and returns its description. */
const order = async (mounted: Mounted, body: object = {}) =>
  (await control(mounted).call<Account>('POST /__control/worlds', { body })).json

/** The same fake, seen through the base URL of a world. */
const inWorld = (mounted: Mounted, { base_url }: Pick<Account, 'base_url'>): Mounted => ({
  ...mounted,
  baseUrl: new URL(base_url, mounted.baseUrl).href,
})

const options = {
  fixtures: { empty: () => Promise.resolve(empty) },
  profiles: { bare: () => ({ name: 'bare', picks: { 'errors.envelope': 'detail' } }) },
}

describeTransports('the control API for worlds', (mount) => {
  it('the control API creates a world with its own base URL and all that a test needs to sign in', async () => {
    const mounted = await mount(options)
    const account = await order(mounted, { name: 'blue sky', seed: 'seven' })
    expect(account).toMatchObject({
      name: 'blue sky',
      seed: 'seven',
      fixture: 'demo',
      profile: 'documented',
      users: demo.showcase.users,
    })
    const place = inWorld(mounted, account)
    expect(place.baseUrl).toBe(`${mounted.baseUrl}/w/blue%20sky`)
    const [user] = account.users
    const signedIn = await visit(place).call('POST /api/auth/login', { body: user })
    expect(signedIn.status).toBe(200)
    await newConversation(visit(place, account.keys['full']), { title: 'Seven' })
    expect(mounted.fake.world('blue sky').store.conversations.size).toBe(
      demo.conversations.length + 1,
    )
    expect(await visit(place, keyOf(mounted, 'full')).refusal('GET /api/agents')).toEqual([
      401,
      'invalid_token',
    ])
  })

  it('the control API describes and saves a world with the passwords of today, and without deleted users and keys', async () => {
    const mounted = await mount(options)
    const [user, ...others] = demo.showcase.users
    const body = { current_password: user?.password, new_password: 'another-password' }
    await (await signIn(mounted)).call('POST /api/auth/change-password', { body })
    const gone = demo.users.find(({ email }) => email === others[0]?.email)
    await control(mounted).call(`DELETE /__control/records/users/${gone?.id}`)
    const { full, ...keys } = demo.showcase.keys
    await control(mounted).call(`DELETE /__control/records/api_keys/${full}`)
    const { json } = await control(mounted).call<Account>('GET /__control/worlds/default')
    const users = [{ email: user?.email, password: 'another-password' }, ...others.slice(1)]
    expect([json.users, Object.keys(json.keys)]).toEqual([users, Object.keys(keys)])
    const saved = await control(mounted).call<Snapshot>('GET /__control/snapshot')
    expect(saved.json.fixture.showcase).toEqual({ users, keys })
  })

  it('the control API creates a world with another fixture, profile, scripts and speed', async () => {
    const mounted = await mount({ ...options, speed: 1 })
    const account = await order(mounted, {
      fixture: 'empty',
      profile: 'bare',
      scenarios: [shortStory],
      speed: 'max',
    })
    expect(account).toMatchObject({ fixture: empty.name, profile: 'bare' })
    const place = inWorld(mounted, account)
    const refused = await visit(place).call('GET /api/conversations')
    expect(refused.json).toHaveProperty('error_code', 'unauthorized')
    const visitor = visit(place, account.keys['full'])
    expect((await visitor.call<Paged<object>>('GET /api/conversations')).json.total).toBe(0)
    const events = await visitor.stream('POST /api/react', { body: { q: 'Tell me' } })
    expect(JSON.stringify(events)).toContain('That is the end.')
  })

  it('the control API gives a world without a name a random name', async () => {
    const mounted = await mount()
    const names = [(await order(mounted)).name, (await order(mounted)).name]
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[\w-]{22}$/)
  })

  it('a request to the control API keeps a world alive if it changes the world, but not if it only reads', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const mounted = await mount({ ...options, systemClock })
    const red = inWorld(mounted, await order(mounted, { name: 'red', ttl: '1m' }))
    const names = () => mounted.fake.worlds.list().map(({ name }) => name)
    systemClock.pass(40_000)
    await control(red).call('POST /__control/clock', { body: { advance: '1h' } })
    systemClock.pass(40_000)
    for (const path of ['clock', 'faults', 'director', 'journal', 'worlds/red'])
      expect((await control(red).call(`GET /__control/${path}`)).status).toBe(200)
    expect(names()).toEqual(['red'])
    systemClock.pass(21_000)
    expect(names()).toEqual([])
  })

  it('the control API lists worlds, reads a single world, and deletes it', async () => {
    const mounted = await mount()
    await order(mounted, { name: 'red', ttl: '10m' })
    const { json } = await control(mounted).call<{ worlds: object[] }>('GET /__control/worlds')
    expect(json.worlds).toMatchObject([
      { name: 'red', ttl_ms: 600_000, streams: 0, time: { frozen: false, scale: 1 } },
    ])
    const { keys } = (await control(mounted).call<Account>('GET /__control/worlds/red')).json
    expect((await control(mounted).call('DELETE /__control/worlds/red')).status).toBe(204)
    expect(await visit(mounted, keys['full']).refusal('GET /api/agents')).toEqual([
      401,
      'invalid_token',
    ])
    await order(mounted, { name: 'green' })
    const gone = await control(mounted).call<Refused>('GET /__control/worlds/gren')
    expect([gone.status, gone.json.error]).toEqual([
      404,
      'There is no world `gren`. Did you mean `green`? There are `default`, `green`.',
    ])
    expect((await control(mounted).call('DELETE /__control/worlds/gren')).status).toBe(404)
  })

  it.each([
    [{ nmae: 'red' }, 'nmae'],
    [{ fixture: 'emtpy' }, 'Did you mean `empty`?'],
    [{ profile: 'bear' }, 'Did you mean `bare`?'],
    [{ profile: { picks: { 'errors.envelop': 'detail' } } }, 'Did you mean `errors.envelope`?'],
    [{ scenarios: [{ ...shortStory, script: [] }] }, '`scenarios.0.script`'],
    [{ scenarios: [shortStory, shortStory] }, '`scenarios.1.name`'],
    [{ ttl: 'soon' }, '`ttl`'],
    [{ speed: 0 }, '`speed`'],
    [{ name: 'two\nlines' }, 'control character'],
    [[], 'The options of a new world are'],
  ])('the control API refuses to create %j, and says what is allowed', async (body, says) => {
    const mounted = await mount(options)
    const { status, json } = await control(mounted).call<Refused>('POST /__control/worlds', {
      body,
    })
    expect([status, json.error]).toEqual([422, expect.stringContaining(says)])
    expect(mounted.fake.worlds.list()).toEqual([])
  })

  it('the control API refuses to create a world with a name that is taken', async () => {
    const mounted = await mount()
    await order(mounted, { name: 'red' })
    const again = await control(mounted).call('POST /__control/worlds', { body: { name: 'red' } })
    expect(again.status).toBe(409)
    await order(mounted, { name: 'blue' })
    const fork = { body: { name: 'red' } }
    expect((await control(mounted).call('POST /__control/worlds/blue/fork', fork)).status).toBe(409)
  })

  it('the control API resets a world; its open streams end, and its credentials become invalid', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    mounted.fake.world().clock.freeze()
    mounted.fake.world().override('speed', 1)
    const visitor = await signIn(mounted)
    const { key } = await newKey(visitor)
    const conversation_id = await newConversation(visitor)
    const stream = await visitor.read('POST /api/react', {
      body: { q: 'Tell me', conversation_id },
    })
    await stream.until(1)
    const { json } = await control(mounted).call<Account>('POST /__control/reset', { body: {} })
    expect(json.name).toBe('default')
    expect((await stream.rest()).map(({ event }) => event)).not.toContain('end')
    expect(mounted.fake.world().store.conversations.size).toBe(demo.conversations.length)
    expect(await visit(mounted, key).refusal('GET /api/agents')).toEqual([401, 'invalid_token'])
    expect((await visit(mounted, json.keys['full']).call('GET /api/agents')).status).toBe(200)
  })

  it('the control API forks a world into an independent world with other credentials', async () => {
    const mounted = await mount()
    const red = await order(mounted, { name: 'red' })
    const visitor = await signIn(inWorld(mounted, red))
    await newConversation(visitor, { title: 'Shared plans' })
    const { key } = await newKey(visitor)
    const { status, json: blue } = await control(mounted).call<Account>(
      'POST /__control/worlds/red/fork',
      { body: { name: 'blue' } },
    )
    expect(status).toBe(201)
    const titles = async (account: Account) => {
      const { json } = await visit(inWorld(mounted, account), account.keys['full']).call<
        Paged<{ title: string }>
      >('GET /api/conversations')
      return json.items.map(({ title }) => title)
    }
    expect(await titles(blue)).toEqual(await titles(red))
    await newConversation(visitor, { title: 'Red alone' })
    expect(await titles(red)).toContain('Red alone')
    expect(await titles(blue)).toEqual(expect.arrayContaining(['Shared plans']))
    expect(await titles(blue)).not.toContain('Red alone')
    const { access_token } = await login(inWorld(mounted, red))
    for (const credential of [key, access_token])
      expect(await visit(inWorld(mounted, blue), credential).refusal('GET /api/agents')).toEqual([
        401,
        'invalid_token',
      ])
  })

  it('the control API takes a snapshot of one world and restores it in another', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    await newConversation(visitor, { title: 'To be kept' })
    const taken = await visit(mounted).call('GET /__control/snapshot')
    expect(taken.status).toBe(200)
    const put = await visit(mounted).call('PUT /w/red/__control/snapshot', { body: taken.json })
    expect([put.status, put.json]).toMatchObject([200, { name: 'red' }])
    const red = mounted.fake.control('red')
    expect(red.records.list('conversations', { q: 'to be kept' }).total).toBe(1)
    const wrong = await visit(mounted).call<{ error: string }>('PUT /__control/snapshot', {
      body: { understudy: 'snapshot', version: 9 },
    })
    expect([wrong.status, wrong.json.error]).toEqual([422, expect.stringContaining('version 9')])
  })
})

const baseUrls = async (response: Response) =>
  JSON.stringify(await response.json()).match(/(?<="base_url":")[^"]*/g)

it('a server describes worlds with absolute base URLs, also behind a proxy', async () => {
  const { url, close } = await listen(createFake({ fixture: demo }))
  const worlds = `${url}/__control/worlds`
  const json = { 'content-type': 'application/json' }
  const post = (address: string, body: object) =>
    fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) })
  expect(await baseUrls(await post(worlds, { name: 'one' }))).toEqual([`${url}/w/one`])
  expect(await baseUrls(await post(`${worlds}/one/fork`, { name: 'two' }))).toEqual([
    `${url}/w/two`,
  ])
  expect(await baseUrls(await fetch(`${worlds}/two`))).toEqual([`${url}/w/two`])
  expect(await baseUrls(await fetch(worlds))).toEqual([`${url}/w/one`, `${url}/w/two`])
  const signedIn = await post(`${url}/w/one/api/auth/login`, demo.showcase.users[0] ?? {})
  expect(signedIn.status).toBe(200)
  await close()
  const publicUrl = 'https://fakes.example.com/understudy'
  const proxied = createFake({ fixture: demo, control: { token: 'a-token', publicUrl } })
  const request = new Request('http://127.0.0.1/__control/worlds', {
    method: 'POST',
    headers: { ...json, authorization: 'Bearer a-token' },
    body: '{"name": "one"}',
  })
  expect(await baseUrls(await proxied.fetch(request))).toEqual([`${publicUrl}/w/one`])
})
