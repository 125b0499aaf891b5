import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { profiles } from '../cli/profiles.ts'
import { shippedProfiles } from '../cli/world-data.ts'
import type { JsonObject } from '../contract/json.ts'
import type { Profile } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import { findOperation } from '../recording/find-operation.ts'
import type { RecordedExchange } from '../traffic/har/read-entry.ts'
import { readHar } from '../traffic/har/read-har.ts'
import type { Collected } from '../traffic/import/collector.ts'
import type { BaseProfile, ImportedProfile } from '../traffic/import/profile/imported-profile.ts'
import { createProfileCollector } from '../traffic/import/profile/profile-collector.ts'
import { compareAnswers } from '../traffic/replay/compare-answers.ts'
import { sendRequest } from '../traffic/replay/send-request.ts'
import { boatCalls, boatDeployment } from './boat-deployment.ts'
import { type RecordedCall, recordedExchange } from './recorded-exchange.ts'
import { mountInProcess } from './transports.ts'
import { login, type Paged, signIn } from './visitor.ts'

const documented: BaseProfile = { name: 'documented', document: {} }
const deployed: BaseProfile = {
  name: 'deployed-0.8',
  document: (await shippedProfiles['deployed-0.8']?.()) as JsonObject,
}

function collect(
  exchanges: Iterable<RecordedExchange>,
  bases: readonly BaseProfile[] = [documented],
): Collected<ImportedProfile> {
  const collector = createProfileCollector({ bases })
  for (const exchange of exchanges) collector.add(exchange)
  return collector.finish()
}

const collectCalls = (calls: readonly RecordedCall[], bases?: readonly BaseProfile[]) =>
  collect(calls.map(recordedExchange), bases)

/** The parts of a folder as one profile. */
function profileOf({ files }: ImportedProfile): Profile {
  const parts = Object.values(files)
  const section = (name: string) =>
    Object.assign({}, ...parts.map((part) => part[name] ?? {})) as JsonObject
  return readProfile({
    picks: section('picks'),
    answers: section('answers'),
    operations: section('operations'),
  })
}

/** Runs `profiles check` on a folder with the parts of a profile. */
async function check({ files }: ImportedProfile): Promise<{ exit: number; text: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'imported-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, document] of Object.entries(files))
    await writeFile(join(folder, name.replace('.yaml', '.json')), JSON.stringify(document))
  let text = ''
  const io = { write: (part: string) => (text += part) }
  const stopped = new Promise<void>(() => {})
  const exit = await profiles(['check', folder], { stdout: io, stderr: io, stopped })
  return {
    exit,
    text: text
      .split('\n')
      .filter((line) => line.includes('.json:'))
      .join('\n'),
  }
}

const sound = { exit: 0, text: '' }

async function exchangesOf(file: string): Promise<readonly RecordedExchange[]> {
  const found: RecordedExchange[] = []
  for await (const exchange of readHar(createReadStream(file).pipe(createGunzip())))
    found.push(exchange)
  return found
}

describe('the profile of a recorded session', async () => {
  const recording = await exchangesOf('tests/recordings/a.proxy.har.gz')

  it('the base is the profile with the operations and shapes of the recording', () => {
    const { result } = collect(recording, [documented, deployed])
    expect(result.base.name).toBe('deployed-0.8')
    expect(result.base.reason).toMatch(/^it has the operation of 882 of 882 successful exchanges/)
    expect(result.base.scores.map(({ name }) => name)).toEqual(['deployed-0.8', 'documented'])
  })

  it.each([
    ['documented', [documented]],
    ['the best', [documented, deployed]],
  ] as const)('a profile over %s base passes `profiles check`', async (_, bases) => {
    expect(await check(collect(recording, bases).result)).toEqual(sound)
  })

  it('every operation that the base lacks is played, with the recorded status', async () => {
    const { result } = collect(recording)
    const mounted = mountInProcess({ profile: profileOf(result) })
    const visitor = await signIn(mounted)
    const unknown = recording.filter(
      ({ request, response }) =>
        request.url.pathname.startsWith('/api/') &&
        request.method === 'GET' &&
        response.status === 200 &&
        !/[0-9a-f]{8}-/.test(request.url.pathname) &&
        findOperation('GET', request.url.pathname) === undefined,
    )
    const paths = [...new Set(unknown.map(({ request }) => request.url.pathname))]
    expect(paths.length).toBeGreaterThan(30)
    for (const path of paths)
      expect([path, (await visitor.call(`GET ${path}`)).status]).toEqual([path, 200])
  })

  it('every exchange with a success is used', () => {
    const { uses, unused } = collect(recording)
    const used = new Set(uses.map(({ entry }) => entry))
    const successes = recording.filter(
      ({ request, response }) =>
        request.method !== 'OPTIONS' && response.status >= 200 && response.status < 300,
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

  it('a profile with them passes `profiles check`', async () => {
    expect(await check(result)).toEqual(sound)
  })

  it('all of their successes are used', () => {
    expect(unused.map(({ entry }) => boatCalls[entry]?.[0])).toEqual(['GET /api/boats/2'])
  })

  it('the same calls again have the recorded statuses and shapes', async () => {
    const mounted = mountInProcess({ profile: profileOf(result) })
    const bearer = (await login(mounted)).access_token
    for (const [at, [call, sent]] of boatCalls.entries()) {
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

  it('what is changed is read again, and what is created is listed', async () => {
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
    await visitor.call(`DELETE /api/boats/${id}`)
    expect((await visitor.call(`GET /api/boats/${id}`)).status).toBe(404)
  })
})

describe('the operations of the contract as another deployment answers them', async () => {
  type Agent = Readonly<Record<string, unknown>> & {
    readonly id: string
    readonly created_at: string
  }
  const contract = await signIn(mountInProcess())
  const { items } = (await contract.call<Paged<Agent>>('GET /api/agents')).json
  const page = { items, total: items.length, page: 1, size: 20, pages: 1 }

  /** A list in which the deployment writes each agent in its own way, and plain agents beside it. */
  function collectAgents(write: (agent: Agent, index: number) => object): ImportedProfile {
    const list = { ...page, items: items.map(write) }
    return collectCalls([
      { call: 'GET /api/agents', body: list },
      ...items.map((data) => ({
        call: `GET /api/agents/${data.id}`,
        body: { success: true, data },
      })),
    ]).result
  }

  async function agentsOf(result: ImportedProfile): Promise<readonly Agent[]> {
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call<Paged<Agent>>('GET /api/agents')
    return json.items
  }

  it('there are several agents to compare', () => {
    expect(new Set(items.map(({ id }) => id)).size).toBeGreaterThan(2)
  })

  it('an answer like that of the contract needs no expression', () => {
    expect(collectAgents((agent) => agent).files).not.toHaveProperty(['answers.yaml'])
  })

  it('a field with other names and equal values is renamed', async () => {
    const result = collectAgents(({ name, ...agent }) => ({ ...agent, label: name }))
    expect(result.operations).toContain('GET /api/agents: renamed fields: name as label')
    expect((await agentsOf(result)).map(({ label }) => label)).toEqual(
      items.map(({ name }) => name),
    )
  })

  it('a field with other values is not renamed', async () => {
    const result = collectAgents(({ name, ...agent }, index) => ({
      ...agent,
      label: index === 1 ? 'Another name' : name,
    }))
    expect(result.notes).toContain('GET /api/agents: other fields')
    expect(JSON.stringify(result.files['answers.yaml'])).not.toContain('label: name')
    expect((await agentsOf(result))[0]).toHaveProperty('label')
  })

  it('dates as seconds, constants and left out fields are written as recorded', async () => {
    const result = collectAgents(({ created_at, instructions: _left, ...agent }) => ({
      ...agent,
      created: Math.floor(Date.parse(created_at) / 1000),
      plan: 'free',
    }))
    const agents = await agentsOf(result)
    const seconds = items.map(({ created_at }) => Math.floor(Date.parse(created_at) / 1000))
    expect(agents.map(({ created }) => created)).toEqual(seconds)
    expect(agents.every(({ plan }) => plan === 'free')).toBe(true)
    expect(agents.every((agent) => !('instructions' in agent || 'created_at' in agent))).toBe(true)
  })

  it('a record without its envelope is sent bare', async () => {
    const result = collectCalls(
      items.map((body) => ({ call: `GET /api/agents/${body.id}`, body })),
    ).result
    expect(await check(result)).toEqual(sound)
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const { json } = await visitor.call(`GET /api/agents/${items[0]?.id}`)
    expect(json).toEqual(items[0])
  })

  it('lists in other envelopes are written so, by a pick or by an expression', async () => {
    const calls = [
      { call: 'GET /api/agents', body: { success: true, data: items } },
      { call: 'GET /api/connectors', body: { rows: [], total: 0, next: null } },
    ]
    const { result } = collectCalls(calls)
    expect(result.files['picks.yaml']).toMatchObject({
      picks: { 'lists.envelope': { at: { 'GET /api/agents': 'data' } } },
    })
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const agents = await visitor.call<{ data: unknown[] }>('GET /api/agents')
    expect(agents.json.data).toEqual(items)
    const connectors = await visitor.call<object>('GET /api/connectors')
    expect(Object.keys(connectors.json).toSorted()).toEqual(['next', 'rows', 'total'])
  })
})

describe('strange entries of a recording', () => {
  it('ids of several forms are parameters of one path', async () => {
    const ids = [
      '7',
      '0f8e2c1d-1b2c-4d3e-8f90-aabbccddeeff',
      '9f86d081884c7d65',
      'ord_8Kd93jX02p',
      'a%20b',
      'x'.repeat(70),
    ]
    const { result } = collectCalls(
      ids.map((id) => ({ call: `GET /api/orders/${id}`, body: { order: { text: 'same' } } })),
    )
    expect(result.operations).toEqual(['GET /api/orders/{}: sends the recorded body'])
    expect(await check(result)).toEqual(sound)
  })

  it('entries that say nothing are left out with a reason, and the others are played', async () => {
    const strange: readonly RecordedCall[] = [
      { call: 'GET /api/gone', status: 500, body: 'oops', type: 'text/plain' },
      { call: 'GET /api/unread', type: 'application/json' },
      { call: 'HEAD /api/agents' },
      { call: 'GET /api/cut', body: '{"a":', type: 'text/plain' },
      { call: 'GET /api/deep', body: `${'['.repeat(600)}${']'.repeat(600)}`, type: 'text/json' },
      { call: 'GET /api/nothing', body: '', type: 'text/plain' },
      { call: 'GET /api/null', body: null },
      { call: 'GET /api/list', body: [1, 'two', null, [3]] },
      {
        call: 'GET /api/odd',
        body: { 'a b': 1, 'c?': 2, '*': 3, '`': "'", let: '\u0000', nullable: 1 },
      },
      { call: 'GET /api/%7Bbraces%7D/{x}', body: { ok: true } },
      { call: 'POST /api/upload', status: 201, body: { stored: true } },
      { call: 'PUT /api/only-put', sent: [1], body: {} },
      { call: 'DELETE /api/things/12', status: 204 },
      { call: 'GET /api/moved', status: 301, headers: { location: 'not a url with spaces' } },
      { call: 'GET /api/constructor/__proto__', body: { constructor: 1, toString: 2 } },
      { call: 'GET /api/users', body: [{ id: null }, { id: 1 }, 'text'] },
    ]
    const { result, uses, unused } = collectCalls(strange)
    expect(await check(result)).toEqual(sound)
    const seen = [...uses, ...unused].map(({ entry }) => strange[entry]?.call)
    expect(strange.map(({ call }) => call).filter((call) => !seen.includes(call))).toEqual([
      'HEAD /api/agents',
    ])
    const visitor = await signIn(mountInProcess({ profile: profileOf(result) }))
    const odd = await visitor.call('GET /api/odd')
    expect(odd.json).toEqual({ 'a b': 1, 'c?': 2, '*': 3, '`': "'", let: '\u0000', nullable: 1 })
  })

  it('two thousand paths without a structure give a bounded profile, and a note', async () => {
    const calls = Array.from({ length: 2100 }, (_, at) => ({
      call: `GET /api/p${at}-${'abcdefghij'[at % 10]}/q${at}`,
      body: { [`field${at}`]: at },
    }))
    const { result, unused } = collectCalls(calls)
    const families = profileOf(result).operations ?? {}
    expect(Object.keys(families).length).toBeLessThanOrEqual(500)
    expect(unused.length).toBeGreaterThan(1500)
    expect(result.notes).toContain(
      '100 exchanges are left out: at most 2000 different paths are kept',
    )
    expect(result.notes).toContain(
      'a profile has at most 500 families: further operations are left out',
    )
  })

  it('two thousand records at one path are one operation', () => {
    const calls = Array.from({ length: 2100 }, (_, at) => ({
      call: `GET /api/sheets/${'abc'.repeat(at % 3)}sheet-${at}-name`,
      body: { title: `Sheet ${at}`, rows: at, columns: ['a'] },
    }))
    const { result } = collectCalls(calls)
    expect(Object.keys(profileOf(result).operations ?? {}).length).toBeLessThan(5)
  })
})
