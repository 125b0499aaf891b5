import { describe, expect, it } from 'vitest'
import { readHar } from '../traffic/har/read-har.ts'
import type { Login } from '../traffic/replay/credentials.ts'
import { replay, type ReplayOptions } from '../traffic/replay/replay.ts'
import { shapeDifferences, freeMaps } from '../traffic/replay/shape-differences.ts'
import { summarize } from '../traffic/replay/summary.ts'
import { harEntry, harText, recordHar } from './record-har.ts'
import { agent_id, askForRefund, respond } from './refund.ts'
import { type Mounted, mountInProcess, shippedScenarios as scenarios } from './transports.ts'
import { login, newConversation, newKey, signIn, visit } from './visitor.ts'

const users: ReadonlyMap<string, Login> = new Map([
  ['*', { email: 'demo@example.com', password: 'demo-password' }],
])

/** Replays a recording on a target. */
const replayOn = (
  { fetch, baseUrl }: Pick<Mounted, 'fetch' | 'baseUrl'>,
  recording: string,
  options: Partial<ReplayOptions> = {},
) => {
  const given = { baseUrl, fetch, writes: true, users, timeout: 20_000, ...options }
  return replay(readHar([recording]), given)
}

/** Records what a client does on a new fake. */
async function record(act: (mounted: Mounted) => Promise<unknown>, speed = Infinity) {
  const mounted = mountInProcess({ scenarios, speed })
  const { fetch, text } = recordHar(mounted.fetch)
  await act({ ...mounted, fetch })
  return text()
}

/** A session with turns, keys and deletions. */
async function session(mounted: Mounted) {
  const visitor = await signIn(mounted)
  const wrong = { body: { email: 'demo@example.com', password: 'wrong' } }
  await visit(mounted).call('POST /api/auth/login', wrong)
  await visit(mounted, 'damaged').call('GET /api/auth/me')
  await visitor.call('GET /api/agents?size=3')
  const id = await newConversation(visitor, { title: 'Recorded', agent_id })
  const body = { q: 'What is open today?', conversation_id: id }
  await visitor.stream('POST /api/react', { body })
  await visitor.call(`GET /api/conversations/${id}`)
  await visitor.stream('POST /api/chat/resume', { body: { conversation_id: id, cursor: -1 } })
  const key = await newKey(visitor, { name: 'Till' })
  await visitor.as(key.key).call('GET /api/conversations')
  await visitor.call(`DELETE /api/me/api-keys/${key.id}`)
  await visitor.as(key.key).call('GET /api/conversations')
  await visitor.call(`DELETE /api/conversations/${id}`)
  await visitor.call(`GET /api/conversations/${id}`)
}

describe('a recording that is replayed', () => {
  it('a fake answers its own recording with the same statuses and shapes, writes and turns included', async () => {
    const results = await replayOn(mountInProcess({ scenarios, seed: 'b' }), await record(session))
    expect(summarize(results)).toMatchObject({
      entries: 14,
      sent: 14,
      sameStatus: 100,
      sameShape: 100,
      notSent: {},
      causes: [],
    })
    expect(results.map(({ status }) => status)).toEqual([
      200, 401, 401, 200, 200, 200, 200, 200, 201, 200, 204, 401, 200, 404,
    ])
  })

  it('only reads and sign-ins are sent by default, with a record of the same kind', async () => {
    const target = mountInProcess({ scenarios })
    const seen: string[] = []
    const fetch = (request: Request) => {
      seen.push(`${request.method} ${new URL(request.url).pathname}`)
      return target.fetch(request)
    }
    const results = await replayOn({ ...target, fetch }, await record(session), { writes: false })
    expect(seen.filter((text) => !text.startsWith('GET'))).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/login',
    ])
    expect(summarize(results).notSent).toEqual({ 'a write': 6 })
    const [first] = results.filter(({ operation }) => operation === 'GET /api/conversations/{id}')
    expect(first).toMatchObject({ status: 200, recordedStatus: 200 })
  })

  it('a field that is missing, new or of another type is reported by operation and cause', async () => {
    const recording = await record(async (mounted) => {
      const visitor = await signIn(mounted)
      await visitor.call('GET /api/agents')
      await visitor.call('GET /api/agents?page=2&size=2')
    })
    const target = mountInProcess()
    const results = await replayOn(
      changing(target, '/api/agents', (text) =>
        text.replaceAll('"name":', '"label":').replaceAll('"is_active":true', '"is_active":"yes"'),
      ),
      recording,
    )
    expect(summarize(results)).toMatchObject({ sent: 3, sameStatus: 100, sameShape: 33.3 })
    expect(summarize(results).causes).toEqual([
      { operation: 'GET /api/agents', difference: 'items[].name is missing', entries: [1, 2] },
      {
        operation: 'GET /api/agents',
        difference: 'items[].is_active is string instead of boolean',
        entries: [1, 2],
      },
      { operation: 'GET /api/agents', difference: 'items[].label is new', entries: [1, 2] },
    ])
  })

  it('another status is reported, and counts as another shape', async () => {
    const recording = await record(async (mounted) =>
      (await signIn(mounted)).call('GET /api/models'),
    )
    const target = mountInProcess()
    const fetch = async (request: Request) =>
      request.url.endsWith('/api/models')
        ? new Response('', { status: 503 })
        : target.fetch(request)
    const summary = summarize(await replayOn({ ...target, fetch }, recording))
    expect(summary).toMatchObject({ sameStatus: 50, sameShape: 50 })
    expect(summary.causes).toEqual([
      { operation: 'GET /api/models', difference: '503 instead of 200', entries: [1] },
    ])
  })

  it('an approval that came during a turn is sent at the same event of the new turn', async () => {
    const recording = await record(async (mounted) => {
      const visitor = await signIn(mounted)
      const { reader, id } = await askForRefund(visitor)
      await respond(visitor, id, { decision: 'approve' })
      await reader.rest()
      await visitor.call(`GET /api/confirmations/${id}`)
    })
    const results = await replayOn(mountInProcess({ scenarios, seed: 'b' }), recording)
    expect(summarize(results)).toMatchObject({ sent: 5, sameStatus: 100, sameShape: 100 })
  })

  it('a stream with another order of events or other fields is reported', async () => {
    const recording = await record(async (mounted) => {
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      await visitor.stream('POST /api/react', { body: { q: 'Hello', conversation_id } })
    })
    const change = (text: string) =>
      text.replace(/event: end\ndata: .*\n\n/, '').replaceAll('"iterations":', '"rounds":')
    const target = changing(mountInProcess({ scenarios }), '/api/react', change)
    expect(summarize(await replayOn(target, recording)).causes).toEqual([
      {
        operation: 'POST /api/react',
        difference: 'event 11 is missing instead of end',
        entries: [2],
      },
      {
        operation: 'POST /api/react',
        difference: 'event done: iterations is missing',
        entries: [2],
      },
      { operation: 'POST /api/react', difference: 'event done: rounds is new', entries: [2] },
    ])
  })
})

/** A target that changes the bodies of one path. */
function changing(mounted: Mounted, path: string, change: (text: string) => string): Mounted {
  const fetch = async (request: Request) => {
    const response = await mounted.fetch(request)
    if (new URL(request.url).pathname !== path) return response
    const { status, headers } = response
    const init = { status, headers: new Headers(headers) }
    init.headers.delete('content-length')
    return new Response(change(await response.text()), init)
  }
  return { ...mounted, fetch }
}

describe('the users and records of a replay', () => {
  it('each recorded user is signed in as the user who stands for them', async () => {
    const recording = await record(async (mounted) => {
      for (const name of ['demo', 'other']) {
        const visitor = visit(mounted, (await login(mounted, name)).access_token)
        await visitor.call('GET /api/auth/me')
      }
    })
    const seen: string[] = []
    const target = mountInProcess()
    const fetch = async (request: Request) => {
      const response = await target.fetch(request)
      if (request.url.endsWith('/me')) {
        const { data } = (await response.clone().json()) as { data: { email: string } }
        seen.push(data.email)
      }
      return response
    }
    const mapped = new Map([
      ['demo@example.com', { email: 'other@example.com', password: 'other-password' }],
      ['other@example.com', { email: 'demo@example.com', password: 'demo-password' }],
    ])
    await replayOn({ ...target, fetch }, recording, { users: mapped })
    expect(seen).toEqual(['other@example.com', 'demo@example.com'])
  })

  it('a recording without a sign-in needs a user, and then signs in once', async () => {
    const mounted = mountInProcess()
    const { access_token } = await login(mounted)
    const headers = { authorization: `Bearer ${access_token}` }
    const content = { mimeType: 'application/json', text: '{}' }
    const recording = harText([harEntry({ headers, content }), harEntry({ headers, content })])
    await expect(replayOn(mounted, recording, { users: new Map() })).rejects.toThrow(
      'The recording has no sign-in of demo@example.com: give --user demo@example.com=EMAIL:PASSWORD, or --email and --password.',
    )
    const seen: string[] = []
    const fetch = (request: Request) => {
      seen.push(new URL(request.url).pathname)
      return mounted.fetch(request)
    }
    await replayOn({ ...mounted, fetch }, recording)
    expect(seen).toEqual(['/api/auth/login', '/api/agents', '/api/agents'])
  })

  it('an entry that needs a record which the target lacks is not sent, and says which', async () => {
    const id = '0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'
    const url = `http://platform.example/api/gadgets/${id}`
    const results = await replayOn(mountInProcess(), harText([harEntry({ url })]))
    expect(results).toEqual([
      {
        index: 0,
        flow: 'start',
        operation: 'GET /api/gadgets/{id}',
        recordedStatus: 200,
        notSent: 'no record in /api/gadgets',
      },
    ])
  })

  it('a record that is only known by its position in a list is not deleted', async () => {
    const id = '0d2e42bf-34d7-42f8-b7ed-f3fc842af4bf'
    const list = 'http://platform.example/api/conversations'
    const headers = { authorization: 'Bearer pseudonym-1' }
    const page = { items: [{ id, title: 'Unknown here' }], total: 1, page: 1, size: 20, pages: 1 }
    const content = { mimeType: 'application/json', text: JSON.stringify(page) }
    const recording = harText([
      harEntry({ url: list, headers, content }),
      harEntry({ url: `${list}/${id}`, headers }),
      harEntry({ method: 'DELETE', url: `${list}/${id}`, headers }),
      harEntry({
        method: 'DELETE',
        url: `${list}/batch`,
        headers,
        body: JSON.stringify({ ids: [id] }),
      }),
    ])
    const target = mountInProcess()
    const results = await replayOn(target, recording)
    expect(results.map(({ status, notSent }) => status ?? notSent)).toEqual([
      200,
      200,
      'no record to delete in /api/conversations',
      'no record to delete in /api/conversations',
    ])
  })

  it('what is no call of the API, or has no response, is not sent', async () => {
    const script = harEntry({ url: 'http://app.platform.example/_next/main.js' })
    const body = { mimeType: 'multipart/form-data' }
    const upload = harEntry({ method: 'POST', url: 'http://platform.example/api/files/upload' })
    const request = { ...(upload['request'] as object), postData: body, bodySize: 900 }
    const recording = harText([script, harEntry({ status: 0 }), { ...upload, request }])
    const results = await replayOn(mountInProcess(), recording)
    expect(results.map(({ notSent }) => notSent)).toEqual([
      'not a call of the API',
      'the client left before the response',
      'the recording lacks the body of the request',
    ])
  })

  it('a body that the recording lacks is not compared', async () => {
    const recording = harText([harEntry({ status: 401, content: { size: -1 } })])
    const results = await replayOn(mountInProcess(), recording)
    expect(results[0]).toMatchObject({ status: 401, differences: undefined })
    expect(summarize(results)).toMatchObject({ sameStatus: 100, sameShape: 100, causes: [] })
  })
})

describe('the comparison of shapes', () => {
  it('null fits any type, and an empty list any list', () => {
    const recorded = { a: null, b: [], c: { d: 1 }, e: [{ f: 'x' }] }
    const fresh = { a: 'text', b: [{ x: 1 }], c: null, e: [] }
    expect(shapeDifferences(recorded, fresh)).toEqual([])
    expect(shapeDifferences({ a: 1 }, { a: [] })).toEqual(['a is list instead of number'])
  })

  it('a field that only some recorded items have may be missing, but not be new', () => {
    const recorded = [{ a: 1, b: 2 }, { a: 1 }]
    expect(shapeDifferences(recorded, [{ a: 1 }])).toEqual([])
    expect(shapeDifferences(recorded, [{ b: 1, c: 1 }])).toEqual(['[].a is missing', '[].c is new'])
  })

  it('items of a list are compared with those of their kind', () => {
    const recorded = [
      { type: 'start', a: 1 },
      { type: 'end', b: 1 },
    ]
    expect(shapeDifferences(recorded, [{ type: 'end', b: 1 }])).toEqual([])
    expect(shapeDifferences(recorded, [{ type: 'end', a: 1 }])).toEqual([
      '[end].b is missing',
      '[end].a is new',
    ])
    expect(shapeDifferences(recorded, [{ type: 'middle', c: 1 }])).toEqual(['[].c is new'])
  })

  it('the keys of maps are not compared: ids, dates, known names and those of the user', () => {
    expect(shapeDifferences({ '2026-11-22': 1 }, { '2026-11-23': 1 })).toEqual([])
    expect(shapeDifferences({ inputs: { a: 1 } }, { inputs: { b: 1 } })).toEqual([])
    const [recorded, fresh] = [{ data: { labels: { a: 1 } } }, { data: { labels: { b: 1 } } }]
    expect(shapeDifferences(recorded, fresh)).toEqual([
      'data.labels.a is missing',
      'data.labels.b is new',
    ])
    expect(shapeDifferences(recorded, fresh, freeMaps(['labels']))).toEqual([])
    expect(shapeDifferences(recorded, fresh, freeMaps(['data.labels']))).toEqual([])
  })
})
