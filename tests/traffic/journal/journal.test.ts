import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { keyOf, login, newConversation, newKey, signIn, visit } from '../../support/visitor.ts'
import type { JournalRecord, JournalLine } from '../../../contract/control/journal.ts'

/** Calls the control API in process, wherever the platform itself is mounted. */
async function control<Json = unknown>({ fake }: Mounted, operation: string) {
  const [method = '', path = ''] = operation.split(' ')
  const headers = { 'content-type': 'application/json' }
  const url = `http://platform.test/__control/${path}`
  const response = await fake.fetch(new Request(url, { method, headers }))
  const text = await response.text()
  return { status: response.status, json: (text === '' ? undefined : JSON.parse(text)) as Json }
}

type Journal = { readonly calls: number; readonly entries: readonly JournalLine[] }

const journalOf = async (mounted: Mounted, query = '') =>
  (await control<Journal>(mounted, `GET journal${query}`)).json

const record = async (mounted: Mounted, number: number) =>
  (await control<JournalRecord>(mounted, `GET journal/${number}`)).json

it('a filter of the journal by path finds requests that name their world in the path', async () => {
  const mounted = mountInProcess()
  await mounted.fake.fetch(new Request('http://platform.test/w/red/api/agents'))
  const found = async (endpoint: string) => {
    const url = `http://platform.test/w/red/__control/journal?endpoint=${endpoint}`
    const { entries } = (await (await mounted.fake.fetch(new Request(url))).json()) as Journal
    return entries.length
  }
  expect(await found('GET%20/api/agents')).toBe(1)
  expect(await found('/api/agents')).toBe(1)
  expect(await found('POST%20/api/react')).toBe(0)
})

it('a request with the header `x-understudy-existing` gets 410 or 404 instead of creating a deleted world', async () => {
  const { fake } = mountInProcess()
  const headers = { 'x-understudy-existing': 'true' }
  const open = (path: string, init = {}) =>
    fake.fetch(new Request(`http://platform.test/w/gone${path}`, init))
  expect((await open('/__control/clock', { headers })).status).toBe(410)
  expect((await open('/api/agents', { headers })).status).toBe(404)
  expect((await open('/__control/worlds/gone')).status).toBe(404)
  expect((await open('/__control/clock')).status).toBe(200)
  expect((await open('/__control/clock', { headers })).status).toBe(200)
  expect((await open('/api/agents', { headers })).status).toBe(401)
})

it('the journal has an exported document as a file, not as a stream', async () => {
  const profile = readProfile({ picks: { 'conversations.export-formats': 'documents' } })
  const mounted = mountInProcess({ profile })
  const visitor = await signIn(mounted)
  const id = await newConversation(visitor)
  const file = await visitor.open(`GET /api/conversations/${id}/export?format=pdf`)
  expect(await file.text()).toMatch(/^%PDF/)
  const [exported] = mounted.fake.control().journal.list({ endpoint: 'conversations.export' })
  expect(exported).toMatchObject({ status: 200, stream: null })
})

it('the journal has the text of a compressed response', async () => {
  const mounted = mountInProcess()
  const { faults, journal } = mounted.fake.control()
  faults.add({ effect: { compression: 'gzip' } })
  await visit(mounted).open('GET /api/agents', { headers: { 'accept-encoding': 'gzip' } })
  expect(journal.read(1)).toMatchObject({ status: 401, code: 'unauthorized', stream: null })
  expect(journal.read(1).response.body?.text).toContain('"error"')
})

describeTransports('the journal', (mount) => {
  it('the journal has each request with its caller and its result', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    await visitor.call('GET /api/agents?page=2')
    await visit(mounted, keyOf(mounted, 'chat')).call('GET /api/agents')
    const { calls, entries } = await journalOf(mounted)
    expect(calls).toBe(3)
    expect(entries).toMatchObject([
      { number: 1, endpoint: 'auth.login', caller: null, status: 200, code: null, stream: null },
      {
        number: 2,
        world: 'default',
        seed: 'understudy',
        method: 'GET',
        path: '/api/agents',
        query: 'page=2',
        endpoint: 'agents.list',
        caller: { email: 'demo@example.com', key: null },
        status: 200,
        condition: null,
        faults: [],
        explanation: null,
      },
      {
        number: 3,
        caller: { email: 'demo@example.com', key: { prefix: keyOf(mounted, 'chat').slice(0, 8) } },
        status: 403,
        code: 'forbidden',
        condition: 'scope-missing',
        explanation: expect.stringContaining('`agents`'),
      },
    ])
  })

  it('the journal shows headers and bodies, but no complete credential', async () => {
    const mounted = await mount()
    const { access_token, refresh_token } = await login(mounted)
    const { key } = await newKey(visit(mounted, access_token))
    await visit(mounted, key).call(`GET /api/agents?token=${access_token}`)
    await visit(mounted).stream('POST /api/react', { body: { q: 'Hi', token: key } })
    await visit(mounted).call('POST /api/auth/refresh', { body: { refresh_token } })
    const records = await Promise.all([1, 2, 3, 4, 5].map((number) => record(mounted, number)))
    const text = JSON.stringify(records)
    for (const secret of [access_token, refresh_token, key, 'demo-password'])
      expect(text).not.toContain(secret)
    expect(records.map(({ request }) => request.headers['authorization'])).toEqual([
      undefined,
      'Bearer <jwt of demo@example.com>',
      `Bearer ${key.slice(0, 8)}…`,
      undefined,
      undefined,
    ])
    expect(records[0]?.request.body?.text).toBe('{"email":"demo@example.com","password":"…"}')
    expect(JSON.parse(records[1]?.response.body?.text ?? '')).toMatchObject({
      name: 'A key',
      key: `${key.slice(0, 8)}…`,
      key_prefix: key.slice(0, 8),
    })
    expect(records[2]?.query).toBe('token=<jwt of demo@example.com>')
  })

  it('the journal hides objects with secrets completely, also in truncated bodies', async () => {
    const mounted = await mount()
    const deep = { '{{a}}': 's3cret-1', b: '"}s3cret-2', c: { d: ['s3cret-3'] }, e: 's3cret-4' }
    const visitor = await signIn(mounted)
    const names = ['env', 'headers', 'credentials', 'auth_config', 'db_config']
    const fields = Object.fromEntries(names.map((name) => [name, deep]))
    await visitor.call('POST /api/connectors', { body: { ...fields, after: 'seen' } })
    const filler = 'x'.repeat(64 * 1024 - 60)
    await visitor.call('POST /api/connectors', { body: { filler, credentials: deep } })
    const [whole, cut] = await Promise.all([2, 3].map((number) => record(mounted, number)))
    expect(JSON.stringify([whole, cut])).not.toContain('s3cret')
    expect(whole?.request.body?.text).toContain('"db_config":{"…":"…"},"after":"seen"}')
  })

  it('the journal records the events that were sent to a stream reader', async () => {
    const mounted = await mount()
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const events = await visitor.stream('POST /api/react', { body: { q: 'Hi', conversation_id } })
    const { stream, frames, frames_beyond, partial_bytes } = await record(mounted, 3)
    expect(stream).toMatchObject({ state: 'end', events: events.length })
    expect(frames.map(({ event, cursor }) => [event, cursor])).toEqual(
      events.map(({ event, id }) => [event, Number(id)]),
    )
    expect(frames.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(stream?.bytes)
    expect([frames_beyond, partial_bytes]).toEqual([0, 0])
  })

  it('the journal records when a reader disconnected, and what it had received', async () => {
    const mounted = await mount({ speed: 1 })
    const { clock, journal } = mounted.fake.world()
    clock.freeze()
    const ended = new Promise<void>((resolve) =>
      journal.watch((happened) => happened === 'ended' && resolve(), resolve),
    )
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const reader = await visitor.read('POST /api/react', { body: { q: 'Where is my order?' } })
    clock.step()
    const had = await reader.until(1)
    expect((await journalOf(mounted)).entries[0]?.stream?.state).toBe('open')
    await reader.leave()
    await ended
    const { stream, frames } = await record(mounted, 1)
    expect(stream).toMatchObject({ state: 'left', ended_at: clock.iso() })
    expect(frames.slice(0, had.length).map(({ event }) => event)).toEqual(
      had.map(({ event }) => event),
    )
  })
})

describe('the journal', () => {
  it('the journal marks a stream as cut if its world ends before the stream', async () => {
    const mounted = mountInProcess({ speed: 1 })
    const world = mounted.fake.world()
    world.clock.freeze()
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const reader = await visitor.read('POST /api/react', { body: { q: 'Hi' } })
    world.close()
    await reader.rest()
    expect(world.journal.get(1)?.deliveries?.state).toBe('cut')
    expect(world.openStreams).toBe(0)
  })

  it('the journal filters by status, operation, method and number, and returns the newest', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    for (const operation of ['GET /api/agents', 'GET /api/nope', 'DELETE /api/agents'])
      await visitor.call(operation)
    const numbers = async (query: string) =>
      (await journalOf(mounted, query)).entries.map(({ number }) => number)
    expect(await numbers('?status=4xx')).toEqual([3, 4])
    expect(await numbers('?status=404')).toEqual([3])
    for (const endpoint of ['agents.list', 'GET /api/agents'])
      expect(await numbers(`?endpoint=${encodeURIComponent(endpoint)}`)).toEqual([2])
    expect(await numbers('?endpoint=/api/agents')).toEqual([2, 4])
    expect(await numbers('?endpoint=agents')).toEqual([2])
    expect(await numbers('?endpoint=version')).toEqual([])
    expect(await numbers('?method=get&since=2')).toEqual([3])
    expect(await numbers('?limit=2')).toEqual([3, 4])
  })

  it.each([
    ['?status=teapot', 'status'],
    ['?limit=0', 'limit'],
    ['?last=5', 'last'],
    ['?endpoint=agents.lst', 'agents.list'],
  ])('the journal explains what is wrong with %s', async (query, hint) => {
    const { status, json } = await control<{ error: string }>(
      mountInProcess(),
      `GET journal${query}`,
    )
    expect([status, json.error]).toEqual([422, expect.stringContaining(hint)])
  })

  it('the journal is cleared without restarting its numbers', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    expect((await control(mounted, 'DELETE journal')).status).toBe(204)
    await visitor.call('GET /api/agents')
    expect((await journalOf(mounted)).entries.map(({ number }) => number)).toEqual([2])
    expect((await control(mounted, 'GET journal/1')).status).toBe(404)
    expect((await control(mounted, 'GET journal/two')).status).toBe(404)
  })

  it('a stored body whose secrets are masked does not count as cut', async () => {
    const mounted = mountInProcess()
    await signIn(mounted)
    const { request, response } = await record(mounted, 1)
    expect(request.body).toMatchObject({ length: request.body?.text.length })
    expect(response.body).toMatchObject({ length: response.body?.text.length })
  })

  it('the journal keeps only the newest requests, and only the beginning of a long body', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    const title = 'x'.repeat(2 * ownLimits.journalBody)
    await visitor.call('POST /api/conversations', { body: { title } })
    const { request } = await record(mounted, 2)
    expect(request.body?.text.length).toBe(ownLimits.journalBody)
    expect(request.body?.length).toBe(JSON.stringify({ title }).length)
    const { journal } = mounted.fake.world()
    for (let call = 0; call < ownLimits.journalEntries; call++)
      await visitor.call('GET /api/agents/x')
    expect(journal.entries().length).toBe(ownLimits.journalEntries)
    expect([journal.get(2), journal.get(3)?.number]).toEqual([undefined, 3])
  })

  it('the journal is limited in characters, and counts as memory of its world', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    const world = mounted.fake.world()
    const text = JSON.stringify({ x: 'y'.repeat(ownLimits.journalBody - 100) })
    const most = Math.ceil(ownLimits.journalCharacters / text.length)
    for (let call = 0; call < most + 5; call++) await visitor.call('PUT /api/nope', { text })
    const { length } = world.journal.entries()
    expect(length).toBeLessThan(most)
    expect(length).toBeGreaterThan(most - 5)
    const full = world.bytes
    world.journal.clear()
    expect(full - world.bytes).toBeGreaterThan(ownLimits.journalCharacters * 0.9)
  })

  it('the journal is equal for the same seed, requests and time, including durations', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const once = async () => {
      const mounted = mountInProcess({ systemClock })
      mounted.fake.world().clock.freeze()
      const visitor = await signIn(mounted)
      await visitor.stream('POST /api/react', { body: { q: 'Where is my order?' } })
      await visitor.call('GET /api/conversations/nope')
      return Promise.all([1, 2, 3].map((number) => record(mounted, number)))
    }
    const [first, second] = [await once(), await once()]
    expect(first).toEqual(second)
    expect(first.map(({ ms }) => ms)).toEqual([0, 0, 0])
  })

  it('the journal informs the creator of the fake about each request, and about the start and end of each stream', async () => {
    const lines: JournalLine[] = []
    const mounted = mountInProcess({ onCall: (call) => lines.push(call) })
    await visit(mounted, keyOf(mounted, 'full')).stream('POST /api/react', { body: { q: 'Hi' } })
    await visit(mounted).call('GET /api/nope')
    expect(lines.map(({ number, status, stream }) => [number, status, stream?.state])).toEqual([
      [1, 200, 'open'],
      [1, 200, 'end'],
      [2, 404, undefined],
    ])
  })
})
