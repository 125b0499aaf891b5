import { describe, expect, it } from 'vitest'
import { ReplicaError } from '../../../cli/worlds/replicas.ts'
import { type Folder, openFolder } from '../../../mocks/adapters/folder/folder.ts'
import type { Fake } from '../../../mocks/fake.ts'
import { addConversation, createReplicas, get, has, json, toB } from './in-process-replicas.ts'
import { emptyFolder } from '../../support/stored-fake.ts'
import { demo, empty } from '../../support/transports.ts'

const names = ['red', 'größe']

describe('a move of worlds between replicas', () => {
  it('a move brings each world to its new replica with its records, keys, clock and time to live', async () => {
    const replicas = createReplicas()
    await replicas.a.worlds.create({ name: 'red', ttl: '1h', speed: 3 })
    await addConversation(replicas.a, 'red')
    replicas.a.control('red').clock.freeze('2030-01-01T00:00:00Z')
    const before = replicas.a.control('red').about()
    await expect(replicas.move(toB)).resolves.toEqual({ moved: 1, inPlace: 0, stayed: [] })
    expect(replicas.moves).toEqual(['red: a -> b'])
    expect(replicas.titles('red')).toEqual([['b', ['Only in red']]])
    const after = replicas.b.control('red').about()
    const { weight: _before, fixture: _f, revision: _revision, ...rest } = before
    expect(after).toMatchObject({ ...rest, replica: 'b' })
  })

  it('a crash at any point of a move loses no world, and repeating the move completes it', async () => {
    let crashes = 0
    for (let crashAfter = 0; ; crashAfter++) {
      const replicas = createReplicas()
      for (const name of names) await addConversation(replicas.a, name)
      const crash = await replicas.move(toB, { crashAfter }).catch((error: unknown) => error)
      // Until the move ends, nobody can read a sealed world.
      replicas.clock.pass(120_000)
      const copies = names.map((name) => replicas.titles(name))
      for (const [index, name] of names.entries()) {
        expect(copies[index]?.length).toBeGreaterThan(0)
        for (const [, titles] of copies[index] ?? []) expect(titles).toEqual([`Only in ${name}`])
      }
      const { stayed } = await replicas.move(toB)
      expect(stayed).toEqual([])
      for (const name of names) expect(replicas.titles(name)).toEqual([['b', [`Only in ${name}`]]])
      if (!(crash instanceof ReplicaError)) break
      crashes++
    }
    // Each world takes four requests. The program crashes before or after each of them.
    expect(crashes).toBeGreaterThan(2 * 4 * names.length)
  })

  it('a world that clients used on its new replica after a crash is not replaced', async () => {
    const replicas = createReplicas()
    await addConversation(replicas.a, 'red')
    // The world has arrived. The crash is before the deletion on the old replica.
    await replicas.move(toB, { crashAfter: 10 }).catch(() => undefined)
    replicas.clock.pass(120_000)
    expect(replicas.titles('red')).toHaveLength(2)
    await addConversation(replicas.b, 'red', 'Only in red, later')
    await replicas.move(toB)
    expect(replicas.titles('red')).toEqual([['b', ['Only in red', 'Only in red, later']]])
  })

  it('two worlds with one name on two replicas are reported, and are not moved', async () => {
    const replicas = createReplicas()
    await addConversation(replicas.a, 'red', 'Only in a')
    await addConversation(replicas.b, 'red', 'Only in b')
    const { moved, stayed } = await replicas.move(toB)
    expect([moved, stayed]).toEqual([
      0,
      [{ name: 'red', replica: 'a', why: expect.stringContaining('a world `red` of its own') }],
    ])
    replicas.clock.pass(120_000)
    expect(replicas.titles('red')).toEqual([
      ['a', ['Only in a']],
      ['b', ['Only in b']],
    ])
  })

  it('a move replaces a world on the new replica if no request has changed that world', async () => {
    const replicas = createReplicas()
    await addConversation(replicas.a, 'default')
    replicas.b.world('default')
    expect(await replicas.move(toB)).toMatchObject({ moved: 1, stayed: [] })
    expect(replicas.titles('default')).toEqual([['b', ['Only in default']]])
  })

  it('a move still replaces a world that nobody has used on the new replica after a restart of this replica', async () => {
    const paths = { a: emptyFolder(), b: emptyFolder() }
    const open: Folder[] = []
    const start = () =>
      createReplicas(empty, (replica) => {
        const folder = openFolder(replica === 'a' ? paths.a : paths.b)
        open.push(folder)
        return folder
      })
    const first = start()
    await addConversation(first.a, 'default')
    first.b.world('default')
    for (const folder of open.splice(0)) folder.close()
    const second = start()
    expect(await second.move(toB)).toMatchObject({ moved: 1, stayed: [] })
    expect(second.titles('default')).toEqual([['b', ['Only in default']]])
    for (const folder of open) folder.close()
  })

  it('a move leaves a world with a too large snapshot on its replica, and reports the size of the snapshot', async () => {
    const replicas = createReplicas()
    await addConversation(replicas.a, 'red')
    await addConversation(replicas.a, 'large', `Only in ${'x'.repeat(200_000)}`)
    const size = JSON.stringify(replicas.a.control('red').snapshot()).length
    const { moved, stayed } = await replicas.move(toB, { maxBytes: size + 100_000 })
    expect([moved, stayed]).toEqual([
      1,
      [
        {
          name: 'large',
          replica: 'a',
          why: expect.stringMatching(/snapshot has \d+ bytes, and the limit is \d+/),
        },
      ],
    ])
    expect(has(replicas.b, 'large')).toBe(false)
    replicas.clock.pass(120_000)
    expect(await get(replicas.a, '/w/large/api/agents')).toMatchObject({ status: 401 })
  })

  it('a move waits for the running turn of a world, and leaves the world if the turn runs too long', async () => {
    const replicas = createReplicas(demo)
    const red = replicas.a.control('red')
    const [conversation] = red.records.list('conversations', { owner: 'demo@example.com' }).items
    const key = red.about().keys['full']
    const turn = await replicas.a.fetch(
      new Request('http://localhost/api/react', {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${key}` },
        body: JSON.stringify({ q: 'Hello, are you there?', conversation_id: conversation?.id }),
      }),
    )
    expect(turn.status).toBe(200)
    const { stayed } = await replicas.move(toB)
    expect(stayed).toEqual([{ name: 'red', replica: 'a', why: expect.stringContaining('1 turns') }])
    replicas.clock.pass(100_000)
    expect(await turn.text()).toContain('event: done')
    expect(await replicas.move(toB)).toMatchObject({ moved: 1, stayed: [] })
    const messages = replicas.b.control('red').records.list('messages', { q: 'are you there' })
    expect(messages.items.map(({ role }) => role)).toContain('user')
  })
})

const start = (fake: Fake, time: string) =>
  fake.fetch(
    new Request('http://localhost/__control/moves', {
      method: 'PUT',
      headers: json,
      body: JSON.stringify({ for: time }),
    }),
  )

describe('a replica while worlds move', () => {
  it('during a move, a replica refuses worlds of other replicas with 503 and Retry-After, and creates no world', async () => {
    const { a, b, clock } = createReplicas()
    await addConversation(a, 'red')
    await addConversation(b, 'blue')
    const { keys } = a.control('red').about()
    await start(a, '60s')
    const held = { authorization: `Bearer ${keys['full']}` }
    const elsewhere = { authorization: `Bearer ${b.control('blue').about().keys['full']}` }
    expect(await get(a, '/api/agents', held)).toMatchObject({ status: 200 })
    const refused = { status: 503, retryAfter: '2' }
    expect(await get(a, '/api/agents', elsewhere)).toEqual(refused)
    expect(await get(a, '/w/blue/api/agents')).toEqual(refused)
    expect(await get(a, '/api/agents', { 'x-understudy-world': 'blue' })).toEqual(refused)
    expect(await get(a, '/w/blue/__control/clock')).toEqual(refused)
    expect(await get(a, '/__control/worlds/blue')).toEqual(refused)
    expect(await get(a, '/api/agents')).toEqual(refused)
    const creation = await a.fetch(
      new Request('http://localhost/__control/worlds', {
        method: 'POST',
        headers: json,
        body: '{"name":"new"}',
      }),
    )
    expect([creation.status, creation.headers.get('retry-after')]).toEqual([503, '2'])
    expect(a.worlds.list().map(({ name }) => name)).toEqual(['red'])
    clock.pass(60_000)
    expect(await get(a, '/w/blue/api/agents')).toMatchObject({ status: 401 })
  })

  it('during a move, a request for an existing world gets 503 if the world is sealed or on another replica', async () => {
    const { a, b, clock } = createReplicas()
    await addConversation(a, 'red')
    await addConversation(b, 'blue')
    await start(a, '60s')
    await a.fetch(new Request('http://localhost/__control/moves/red', { method: 'POST' }))
    const existing = { 'x-understudy-existing': '1' }
    for (const path of ['/w/red/api/agents', '/w/blue/api/agents', '/w/blue/__control/clock'])
      expect([path, await get(a, path, existing)]).toEqual([path, { status: 503, retryAfter: '2' }])
    clock.pass(60_000)
    expect(await get(a, '/w/red/api/agents', existing)).toMatchObject({ status: 401 })
    expect(await get(a, '/w/blue/api/agents', existing)).toMatchObject({ status: 404 })
  })

  it('a move of worlds can be extended by at most ten minutes at a time', async () => {
    const { a } = createReplicas()
    const tooLong = await start(a, '11m')
    expect([tooLong.status, await tooLong.text()]).toEqual([422, expect.stringContaining('10m')])
    expect((await start(a, '10m')).status).toBe(200)
  })

  it('a move deletes a world from its old replica only while the world is sealed', async () => {
    const { a, clock } = createReplicas()
    await addConversation(a, 'red')
    const send = async (method: string) => {
      const response = await a.fetch(
        new Request('http://localhost/__control/moves/red', { method }),
      )
      return [response.status, await response.text()]
    }
    expect(await send('POST')).toEqual([409, expect.stringContaining('PUT moves')])
    await start(a, '10s')
    expect((await send('POST'))[0]).toBe(200)
    expect(await get(a, '/w/red/api/agents')).toMatchObject({ status: 503 })
    clock.pass(10_000)
    await start(a, '10s')
    expect(await send('DELETE')).toEqual([409, expect.stringContaining('Move it again')])
    expect(has(a, 'red')).toBe(true)
  })
})
