import { describe, expect, it } from 'vitest'
import { replay } from '../../traffic/replay/replay.ts'
import {
  compareAnswers,
  createFreeKeyTest,
  shapeDifferences,
} from '../../traffic/replay/shape-differences.ts'
import { summarize } from '../../traffic/replay/summary.ts'
import { harEntry, harText, record, replayOn } from '../support/record-har.ts'
import { recordedExchange } from '../support/recorded-exchange.ts'
import { agent_id, askForRefund, respond } from '../support/refund.ts'
import {
  type Mounted,
  mountInProcess,
  shippedScenarios as scenarios,
} from '../support/transports.ts'
import { newConversation, newKey, signIn, visit } from '../support/visitor.ts'

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

/** A recorded turn with an approval, and a request after its end. */
const recordRefund = () =>
  record(async (mounted) => {
    const visitor = await signIn(mounted)
    const { reader, id } = await askForRefund(visitor)
    await respond(visitor, id, { decision: 'approve' })
    await reader.rest()
    await visitor.call(`GET /api/confirmations/${id}`)
  })
const allSame = { causes: [], sent: 5, sameStatus: 100, sameShape: 100 }

/** Two reads, and between them one of a record that the replay looks up with a sign-in. */
const lookUp = harText([
  harEntry({ url: 'http://platform.example/api/models' }),
  harEntry({ url: 'http://platform.example/api/agents/ag_12345678abc' }),
  harEntry({ url: 'http://platform.example/api/models' }),
])
/** A target with a sign-in that breaks at one path. */
const breaking = (path: string, problem: (request: Request) => unknown) => ({
  baseUrl: 'http://127.0.0.1:1',
  fetch: async (request: Request) => {
    if (new URL(request.url).pathname === path) throw problem(request)
    return Response.json({ access_token: 'fresh' })
  },
})

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

  it('a replay names a request that cannot be sent, with the reason, and sends the next request', async () => {
    const results = await replayOn(
      mountInProcess({ scenarios }),
      harText([
        harEntry({ headers: { 'x-a': 'b\r\nX: 1' } }),
        harEntry({ headers: { 'a name': 'b' } }),
        harEntry({ body: '{"of": "a read"}' }),
        harEntry({ method: 'TRACE' }),
        harEntry({ url: 'http://platform.example/api/agents/%zz' }),
        harEntry({}),
      ]),
    )
    expect(results.map(({ notSent, status }) => notSent ?? status)).toEqual([
      'the recorded header `x-a` is not valid in HTTP',
      'the recorded header `a name` is not valid in HTTP',
      "`fetch` can't send GET with a body",
      "`fetch` can't send TRACE without a body",
      expect.any(Number),
      expect.any(Number),
    ])
    expect(summarize(results)).toMatchObject({ entries: 6, sent: 2 })
  })

  it('a body that a recording has unpacked is sent without its content encoding', async () => {
    const seen: [string | null, string][] = []
    const fetch = async (request: Request) => {
      seen.push([request.headers.get('content-encoding'), await request.text()])
      return new Response()
    }
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
    const upload = harEntry({ method: 'POST', headers, body: '{"title":"x"}' })
    await replayOn({ baseUrl: 'http://127.0.0.1:1', fetch }, harText([upload]))
    expect(seen).toEqual([[null, '{"title":"x"}']])
  })

  it('by default, a replay sends only reads and sign-ins, and reads similar records that the target has', async () => {
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
    expect(summarize(results).notSent).toEqual({ 'a write (needs --writes)': 6 })
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

  it('a different status is reported, and also counts as a different shape', async () => {
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

  it('a replay decides an approval at the same event of the new turn as in the recording', async () => {
    const results = await replayOn(mountInProcess({ scenarios, seed: 'b' }), await recordRefund())
    expect(summarize(results)).toMatchObject(allSame)
  })

  it('a replay decides an approval during its turn, even if both were recorded in the same millisecond', async () => {
    type Entry = { readonly startedDateTime: string; time: number }
    const har = JSON.parse(await recordRefund()) as { readonly log: { readonly entries: Entry[] } }
    const [, , turn, approval] = har.log.entries as [Entry, Entry, Entry, Entry]
    turn.time = Date.parse(approval.startedDateTime) - Date.parse(turn.startedDateTime)
    const results = await replayOn(mountInProcess({ scenarios, seed: 'b' }), JSON.stringify(har))
    expect(summarize(results)).toMatchObject(allSame)
  })

  it('a replay waits as long as the recording between a cut and its resume', async () => {
    const sent = { q: 'Hi', conversation_id: 'one' }
    const stream = {
      token: null,
      sent,
      type: 'text/event-stream',
      body: 'event: step\ndata: {}\n\n',
    }
    const done: unknown[] = []
    const fetch = async ({ url }: Request) => {
      done.push(new URL(url).pathname)
      return new Response(stream.body, { headers: { 'content-type': stream.type } })
    }
    const exchanges = async function* () {
      // The cut request began a second before the resume, and took 20 ms.
      yield {
        ...recordedExchange({ call: 'POST /api/react', ...stream }, 0),
        ended: 'cut',
      } as const
      yield recordedExchange({ call: 'POST /api/chat/resume', ...stream }, 1)
    }
    const wait = async (ms: number) => void done.push(ms)
    const baseUrl = 'http://127.0.0.1:1'
    await replay(exchanges(), {
      baseUrl,
      fetch,
      writes: true,
      users: new Map(),
      timeout: 1000,
      wait,
    })
    expect(done).toEqual(['/api/react', 980, '/api/chat/resume'])
  })

  it('a replay reports a request if looking up its record gets no response, and sends the next request', async () => {
    const reset = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
    const results = await replayOn(
      breaking('/api/agents', () => reset),
      lookUp,
    )
    expect(results).toMatchObject([
      { status: 200 },
      { status: 0, differences: ['no response: read ECONNRESET'] },
      { status: 200 },
    ])
  })

  it.each(['/api/agents', '/api/auth/login'])(
    'a replay that is stopped during its own request to %s ends with the results so far',
    async (path) => {
      const stop = new AbortController()
      const target = breaking(path, ({ signal }) => {
        stop.abort()
        return signal.reason
      })
      expect(await replayOn(target, lookUp, { stop: stop.signal })).toMatchObject([
        { status: 200 },
        { notSent: 'the replay was stopped' },
      ])
    },
  )

  it('a stream with another order of events or other fields is reported', async () => {
    const recording = await record(async (mounted) => {
      const visitor = await signIn(mounted)
      const conversation_id = await newConversation(visitor)
      await visitor.stream('POST /api/react', { body: { q: 'Hello', conversation_id } })
    })
    const target = changing(mountInProcess({ scenarios }), '/api/react', (text) =>
      text.replace(/event: end\ndata: .*\n\n/, '').replaceAll('"iterations":', '"rounds":'),
    )
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

it('a percentage of a summary is rounded down, so that one difference never gives 100', () => {
  const results = Array.from({ length: 2001 }, (_, index) => ({
    index,
    flow: undefined,
    operation: 'GET /api/models',
    recordedStatus: 200,
    status: index === 0 ? 500 : 200,
    differences: index === 0 ? ['500 instead of 200'] : [],
  }))
  expect(summarize(results)).toMatchObject({ sameStatus: 99.9, sameShape: 99.9 })
})

describe('the comparison of shapes', () => {
  it('a comparison reports the content type of a page that came instead of a download', () => {
    const call = 'GET /api/files/1/download'
    const image = { call, type: 'image/png', body: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) }
    const page = { call, type: 'text/html', body: '<h1>Sign in</h1>' }
    const [before, after] = [recordedExchange(image, 0), recordedExchange(page, 0)]
    expect(compareAnswers(before, after)).toEqual(['text/html instead of image/png'])
    expect(compareAnswers(before, before)).toEqual([])
  })

  it('a comparison of shapes accepts any type for null, and any list for an empty list', () => {
    const recorded = { a: null, b: [], c: { d: 1 }, e: [{ f: 'x' }] }
    const fresh = { a: 'text', b: [{ x: 1 }], c: null, e: [] }
    expect(shapeDifferences(recorded, fresh)).toEqual([])
    expect(shapeDifferences({ a: 1 }, { a: [] })).toEqual(['a is list instead of number'])
  })

  it('a comparison of shapes accepts the absence of a field that only some recorded items have', () => {
    const recorded = [{ a: 1, b: 2 }, { a: 1 }]
    expect(shapeDifferences(recorded, [{ a: 1 }])).toEqual([])
    expect(shapeDifferences(recorded, [{ b: 1, c: 1 }])).toEqual(['[].a is missing', '[].c is new'])
  })

  it('a comparison of shapes compares items of a list with items of the same type', () => {
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

  it('a comparison of shapes ignores the keys of maps, such as ids, dates, and names that the user gives', () => {
    expect(shapeDifferences({ '2026-11-22': 1 }, { '2026-11-23': 1 })).toEqual([])
    expect(shapeDifferences({ inputs: { a: 1 } }, { inputs: { b: 1 } })).toEqual([])
    const [recorded, fresh] = [{ data: { labels: { a: 1 } } }, { data: { labels: { b: 1 } } }]
    expect(shapeDifferences(recorded, fresh)).toEqual([
      'data.labels.a is missing',
      'data.labels.b is new',
    ])
    expect(shapeDifferences(recorded, fresh, createFreeKeyTest(['labels']))).toEqual([])
    expect(shapeDifferences(recorded, fresh, createFreeKeyTest(['data.labels']))).toEqual([])
  })
})
