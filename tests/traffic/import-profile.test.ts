import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toBase64Url } from '../../contract/base64.ts'
import type { JsonObject } from '../../contract/json.ts'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { copyExchange, type RecordedExchange } from '../../contract/exchange.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { pathPatternOf } from '../../traffic/import/profile/recorded-route.ts'
import { compareAnswers } from '../../traffic/replay/shape-differences.ts'
import { sendRequest } from '../../traffic/replay/send-request.ts'
import { boatCalls, boatDeployment } from './boat-deployment.ts'
import {
  check,
  collect,
  collectCalls,
  deployed,
  documented,
  profileOf,
  sound,
} from './imported-profile.ts'
import { drawn, isProving } from '../support/proving.ts'
import { type RecordedCall, recordedExchange } from '../support/recorded-exchange.ts'
import { mountInProcess } from '../support/transports.ts'
import { login, signIn } from '../support/visitor.ts'

async function exchangesOf(file: string): Promise<readonly RecordedExchange[]> {
  const found: RecordedExchange[] = []
  for await (const exchange of readHar(createReadStream(file).pipe(createGunzip())))
    found.push(exchange)
  return found
}

describe('the profile of a recorded session', async () => {
  const recording = await exchangesOf('tests/recordings/a.proxy.har.gz')
  const overDocumented = collect(recording)
  const overBest = collect(recording, [documented, deployed])

  it('an import chooses the base whose operations and shapes match the recording', () => {
    const { result } = overBest
    expect(result.base.name).toBe('deployed-0.8')
    expect(result.base.reason).toMatch(/^it has the operations of 882 of 882 successful exchanges/)
    expect(result.base.scores.map(({ name }) => name)).toEqual(['deployed-0.8', 'documented'])
  })

  it.each(
    drawn(
      [
        ['documented', overDocumented],
        ['the best', overBest],
      ] as const,
      1,
    ),
  )('a profile over %s base passes `profiles check`', async (_, { result }) => {
    expect(await check(result)).toEqual(sound)
  })

  it('an imported profile plays every operation that the base lacks, with the recorded status', async () => {
    const mounted = mountInProcess({ profile: profileOf(overDocumented.result) })
    const visitor = await signIn(mounted)
    const unknown = recording.filter(
      ({ request, status }) =>
        request.url.pathname.startsWith('/api/') &&
        request.method === 'GET' &&
        status === 200 &&
        !/[0-9a-f]{8}-/.test(request.url.pathname) &&
        findOperation('GET', request.url.pathname) === undefined,
    )
    const paths = [...new Set(unknown.map(({ request }) => request.url.pathname))]
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths)
      expect([path, (await visitor.call(`GET ${path}`)).status]).toEqual([path, 200])
  })

  it.runIf(isProving)(
    'an imported profile plays operations with other fields as recorded, and all other operations as the base does',
    async () => {
      const renamed = recording.map((exchange) => {
        const { request, content } = exchange
        const isOwn = /^\/api\/(skills|eval|admin\/skills)/.test(request.url.pathname)
        if (!isOwn || typeof content !== 'string') return exchange
        return copyExchange(exchange, { content: content.replaceAll('"name":', '"label":') })
      })
      const { result } = collect(renamed, [documented, deployed])
      expect(result.base.name).toBe('deployed-0.8')
      expect(result.operations).toContain('GET /api/eval/datasets/{}: as recorded, over the base')
      expect(await check(result)).toEqual(sound)
      const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
      const { json } = await visitor.call<{ items: object[] }>('GET /api/skills')
      expect(json.items[0]).toHaveProperty('label')
      expect((await visitor.call('GET /api/market')).status).toBe(200)
    },
  )

  it('an import uses every recorded exchange with a success status', () => {
    const { uses, unused } = overDocumented
    const used = new Set(uses.map(({ entry }) => entry))
    const successes = recording.filter(
      ({ request, status }) => request.method !== 'OPTIONS' && status >= 200 && status < 300,
    )
    expect(successes.filter(({ index }) => !used.has(index))).toEqual([])
    expect(unused.filter(({ entry }) => used.has(entry))).toEqual([])
  })
})

describe('the operations of a deployment that no profile knows', async () => {
  const deployment = boatDeployment()
  const recording: RecordedExchange[] = []
  for (const [call, sent] of boatCalls) recording.push(await recorded(deployment, call, sent))
  const { result, unused } = collect(recording)

  async function recorded(
    send: (request: Request) => Promise<Response>,
    call: string,
    sent: unknown,
  ): Promise<RecordedExchange> {
    const [method = '', path = ''] = call.split(' ')
    const body = sent === undefined ? null : JSON.stringify(sent)
    const response = await send(new Request(`http://boats.example${path}`, { method, body }))
    const type = response.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isText = /json|text/.test(type)
    const text = new TextDecoder().decode(bytes)
    const content = type.includes('json') ? (JSON.parse(text) as unknown) : isText ? text : bytes
    const location = response.headers.get('location')
    const given = {
      call,
      sent,
      status: response.status,
      body: content,
      type: type.split(';')[0] ?? '',
      ...(location !== null && { headers: { location } }),
    }
    return recordedExchange(given, recording.length)
  }

  it('a profile with unknown operations passes `profiles check`', async () => {
    expect(await check(result)).toEqual(sound)
  })

  it('an import uses all successful calls of unknown operations', () => {
    expect(unused.map(({ entry }) => boatCalls[entry]?.[0])).toEqual(['GET /api/boats/3'])
  })

  it('calls of unknown operations get the recorded statuses and shapes when they are repeated', async () => {
    const mounted = mountInProcess({ profile: profileOf(result) })
    const bearer = (await login(mounted)).access_token
    for (const [at, [call, sent]] of boatCalls.entries()) {
      // The import lacks this boat, because the recording deleted it.
      if (call === 'DELETE /api/boats/3') continue
      const [method = '', path = ''] = call.split(' ')
      const request = new Request(mounted.baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: sent === undefined ? null : JSON.stringify(sent),
      })
      const fresh = await sendRequest(mounted.fetch, request, { timeout: 10_000 })
      const exchange = recording[at]
      expect([call, exchange && compareAnswers(exchange, fresh)]).toEqual([call, []])
    }
  })

  it('a record of an unknown operation can be created, listed, changed, read and deleted', async () => {
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const created = await visitor.call<{ boat: { id: number; seats: number } }>('POST /api/boats', {
      body: { name: 'Teal', seats: 7 },
    })
    expect(created.status).toBe(201)
    const { id } = created.json.boat
    expect(id).toBeTypeOf('number')
    await visitor.call(`PATCH /api/boats/${id}`, { body: { seats: 8 } })
    const read = await visitor.call<{ boat: object }>(`GET /api/boats/${id}`)
    expect(read.json.boat).toMatchObject({ name: 'Teal', seats: 8, afloat: false })
    const list = await visitor.call<{ boats: object[] }>('GET /api/boats')
    expect(list.json.boats).toContainEqual({ id, name: 'Teal', seats: 8 })
    const deleted = await visitor.call(`DELETE /api/boats/${id}`)
    expect(deleted.json).toEqual({ removed: true })
    expect((await visitor.call(`GET /api/boats/${id}`)).status).toBe(404)
  })
})

/** A page of skills with these names. */
const page = (...names: readonly string[]) => ({
  items: names.map((name) => ({ id: `${name}-4f7a09bc1122`, name, level: 1 })),
  total: names.length,
  page: 1,
  size: 20,
  pages: 1,
})

const tokenOf = (sub: string) => `eyJhbGciOiJI.${toBase64Url(Buffer.from(`{"sub":"${sub}"}`))}.c2ln`

/** The name and the owner of each skill with which worlds of the imported profile start. */
const seedsOf = (calls: readonly RecordedCall[]) => {
  const { document } = collectCalls(calls).result
  const { skills } = document.operations as Record<string, { seeds?: JsonObject[] }>
  return skills?.seeds?.map(({ name, user_id }) => [name, user_id])
}

describe('the records of an unknown collection', () => {
  it('an import has the records of each user who read the list', () => {
    const [ada, bob] = ['u-11112222', 'u-33334444']
    const list = (user: string, ...names: readonly string[]) => ({
      call: 'GET /api/skills',
      token: tokenOf(user),
      body: page(...names),
    })
    const [dive] = page('dive').items
    const reading = { call: `GET /api/skills/${dive?.id}`, token: tokenOf(bob), body: dive }
    const lists = [list(ada, 'old'), list(ada, 'row', 'sail'), list(bob, 'dive')]
    const seeds = seedsOf([...lists, reading])
    expect(seeds).toEqual([
      ['row', ada],
      ['sail', ada],
      ['dive', bob],
    ])
  })

  it('an import lacks a record that was deleted after the last reading of its list', () => {
    const body = page('row', 'sail')
    const [row, sail] = body.items.map(({ id }) => `/api/skills/${id}`)
    const seeds = seedsOf([
      { call: 'GET /api/skills', body },
      { call: `GET ${sail}`, body: body.items[1] },
      { call: `DELETE ${row}`, status: 204, body: '', type: 'text/plain' },
    ])
    expect(seeds?.map(([name]) => name)).toEqual(['sail'])
  })

  it('a record created in a list of records with names is found, changed and deleted by its name', async () => {
    const red = { name: 'red', color: '#f00' }
    const pink = { name: 'pink', color: '#f0f' }
    const items = [red, { name: 'green', color: '#0f0' }]
    const { result } = collectCalls([
      { call: 'GET /api/tags', body: { items, total: 2, page: 1, size: 20, pages: 1 } },
      { call: 'POST /api/tags', sent: pink, status: 201, body: pink },
      { call: 'GET /api/tags/pink', body: pink },
      { call: 'PATCH /api/tags/red', sent: { color: '#e00' }, body: { ...red, color: '#e00' } },
      { call: 'DELETE /api/tags/green', status: 204 },
    ])
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const blue = { name: 'blue', color: '#00f' }
    expect(await visitor.call('POST /api/tags', { body: blue })).toMatchObject({
      status: 201,
      json: blue,
    })
    expect((await visitor.call('POST /api/tags', { body: blue })).status).toBe(409)
    expect((await visitor.call('GET /api/tags/blue')).json).toEqual(blue)
    expect((await visitor.call('GET /api/tags/red')).json).toEqual({ ...red, color: '#e00' })
    const navy = { ...blue, color: '#008' }
    expect((await visitor.call('PATCH /api/tags/blue', { body: navy })).json).toEqual(navy)
    expect((await visitor.call('GET /api/tags')).json).toMatchObject({ items: [navy, {}, {}] })
    expect((await visitor.call('DELETE /api/tags/blue')).status).toBe(204)
    expect((await visitor.call('GET /api/tags/blue')).status).toBe(404)
  })

  it('an import does not mistake an API key for the user id of a record', () => {
    const body = page('row')
    const [row] = body.items
    const calls = [
      { call: 'GET /api/skills', body },
      { call: `GET /api/skills/${row?.id}`, body: row },
    ]
    const headers = { 'x-api-key': 'svc_abc123def456ghi789' }
    const seeds = seedsOf(calls.map((one) => ({ ...one, token: null, sentHeaders: headers })))
    expect(seeds).toEqual([['row', null]])
  })
})

it('an import notes how many pages of a list are beyond its limit', () => {
  const calls = Array.from({ length: 63 }, (_, at) => ({
    call: `GET /api/skills?page=${at + 1}`,
    body: { items: [{ id: `skill-4f7a09bc1${100 + at}`, name: 'row' }], total: 63, page: at + 1 },
  }))
  expect(collectCalls(calls).result.notes).toContain(
    '3 bodies are left out: of each operation, the latest 60 are kept',
  )
})

describe('fields whose names have a special meaning in a shape', () => {
  it('an imported record keeps fields such as `nullable`, and lacks only fields whose names end with a question mark', async () => {
    const column = { id: 'col-4f7a09bc1122', name: 'price', nullable: false, oneOf: [1], '*': 2 }
    const given = { ...column, 'sorted?': true }
    const place = '/api/tables/tab-4f7a09bc1122/columns'
    const { result } = collectCalls([
      { call: `GET ${place}`, body: [given] },
      { call: `GET ${place}/${column.id}`, body: given },
      {
        call: `PATCH ${place}/${column.id}`,
        body: { ...given, nullable: true },
        sent: { nullable: true },
      },
    ])
    expect(result.notes).toContainEqual(expect.stringContaining('its records lack `sorted?`'))
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const read = () => visitor.call(`GET ${place}`)
    expect((await read()).json).toEqual([{ ...column, nullable: true }])
    await visitor.call(`PATCH ${place}/${column.id}`, { body: { nullable: false } })
    expect((await read()).json).toEqual([column])
  })
})

describe('a recorded body that is stored apart from the operations', () => {
  it('a recorded body is played with the id of the new request, and keeps its other ids', async () => {
    const { result } = collectCalls(
      ['aa11bb22cc33', 'dd44ee55ff66'].map((id) => ({
        call: `POST /api/rigs/${id}/rebuild`,
        body: { data: { id, hull: { of: id }, yard: 'b7', notes: 'x'.repeat(1500) } },
      })),
    )
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call<{ readonly data: object }>(
      'POST /api/rigs/0a1b2c3d4e5f/rebuild',
    )
    expect(json.data).toMatchObject({
      id: '0a1b2c3d4e5f',
      hull: { of: '0a1b2c3d4e5f' },
      yard: 'b7',
    })
  })

  it('a recorded body `null` is played as `null`, and not as an empty text', async () => {
    const ids = ['aa11bb22cc33', 'dd44ee55ff66']
    const { result } = collectCalls([
      { call: 'GET /api/harbour/flag', body: null },
      ...ids.map((id, at) => ({
        call: `GET /api/rigs/${id}/owner`,
        body: at === 0 ? null : 'Ada',
      })),
    ])
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const read = async (path: string) => (await visitor.call(`GET /api${path}`)).json
    expect(await read('/harbour/flag')).toBeNull()
    expect(await Promise.all(ids.map((id) => read(`/rigs/${id}/owner`)))).toEqual([null, 'Ada'])
  })
})

it.each([
  '01BX5ZZKBKACTAV9WEVGEMMAAA',
  'cjld2cjxh0000qzrmn831i7rn',
  'tz4a98xxat96iws9zmbrgj3a',
  '17',
])('the segment %s of a recorded path is a parameter by its form', (id) => {
  expect(pathPatternOf(`/api/gadgets/${id}`)).toEqual({
    pattern: ['api', 'gadgets', '{}'],
    values: [id],
  })
})
