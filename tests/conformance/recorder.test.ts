import { expect, test } from 'vitest'
import { TargetUnavailable, Unreachable } from '../../conformance/session/outcomes.ts'
import { createRecorder } from '../../conformance/runner/recorder.ts'
import { findItem } from '../../conformance/setup/lists.ts'
import type { Fetch } from '../../conformance/http/transport.ts'

const get = { method: 'GET', path: '/api/agents' }

function record(fetch: Fetch, timeout = 5000) {
  const slept: number[] = []
  let time = 0
  const session = createRecorder({
    target: { baseUrl: 'http://target.test/w/one/' },
    fetch,
    now: () => (time += 1),
    sleep: async (ms) => void slept.push(ms),
    grace: 0,
    timeout,
    tag: 'test',
  })
  return { session, slept }
}

const stream = (...chunks: readonly string[]): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  )

const endless = (onCancel: () => void, text = 'event: step\ndata: 1\n\n'): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: onCancel,
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

const answers = (...responses: readonly Response[]): Fetch => {
  const left = [...responses]
  return async () => left.shift() ?? Response.json({ said: 'more than expected' })
}

test('a search in a list ends after its maximum of pages, even if `pages` of the list is no number', async () => {
  let requests = 0
  const { session } = record(async () => {
    requests += 1
    if (requests > 3) throw new Error('a fourth page was read')
    return Response.json({ items: [{ id: 'a' }], pages: '1 of 1' })
  })
  await findItem(session, get.path, () => false, 'svc_0123456789abcdef', 3)
  expect(requests).toBe(3)
})

test('the suite sends a request below the base URL, with its credential and its body', async () => {
  const seen: unknown[] = []
  const { session } = record(async (request) => {
    const { method, url, headers } = request
    seen.push(method, url, headers.get('authorization'), await request.json())
    return Response.json({ fine: true })
  })
  const spec = { method: 'POST', path: '/api/react?x=1', bearer: 'abc', body: { q: 'hi' } }
  const exchange = await session.send(spec)
  const url = 'http://target.test/w/one/api/react?x=1'
  expect(seen).toEqual(['POST', url, 'Bearer abc', { q: 'hi' }])
  expect(exchange).toMatchObject({ status: 200, json: { fine: true }, ended: 'closed', url })
  expect(session.exchanges).toEqual([exchange])
})

test('the suite keeps a response body that is not JSON as text', async () => {
  const { session } = record(answers(new Response('oops', { status: 500 })))
  expect(await session.send(get)).toMatchObject({ status: 500, text: 'oops', json: undefined })
})

test('the suite parses events with any line ending and from chunks of any size', async () => {
  const wire =
    'event: step\r\ndata: {"a":1}\r\nid: 7\r\n\r\n: comment\r\n\r\nevent:end\r\ndata:{}\r\n\r\n'
  for (const size of [1, 2, 5, 1000]) {
    const chunks = wire.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    const { session } = record(answers(stream(...chunks)))
    const { events, text, ended } = await session.stream(get)
    expect(events).toMatchObject([
      { event: 'step', data: '{"a":1}', id: '7', dataLines: 1 },
      { event: 'end', data: '{}', id: undefined, dataLines: 1 },
    ])
    expect([text, ended]).toEqual(['', 'closed'])
  }
})

test('the suite records events without data, without a name, and with several data lines', async () => {
  const { session } = record(
    answers(stream('event: bare\n\n', 'data: 1\n\n', 'event: two\ndata: a\ndata: b\n\n')),
  )
  const { events } = await session.stream(get)
  expect(events).toMatchObject([
    { event: 'bare', data: '', dataLines: 0 },
    { event: undefined, data: '1', dataLines: 1 },
    { event: 'two', data: 'a\nb', dataLines: 2 },
  ])
})

test('the suite cuts a stream as soon as the callback `until` returns true', async () => {
  const cancelled = Promise.withResolvers<void>()
  const { session } = record(answers(endless(cancelled.resolve)))
  const exchange = await session.stream(get, (events) => events.length === 1)
  expect(exchange).toMatchObject({ ended: 'cut', events: [{ event: 'step' }] })
  await cancelled.promise
})

test('if a request must not start a turn, the suite cuts its stream before the first event', async () => {
  const { session } = record(answers(stream('event: step\ndata: 1\n\n')))
  expect(await session.stream(get, () => true)).toMatchObject({ ended: 'cut', events: [] })
})

test('the suite ends a stream that stops sending at the timeout, and keeps the received events', async () => {
  const { session } = record(answers(endless(() => {})), 20)
  expect(await session.stream(get)).toMatchObject({ ended: 'timeout', events: [{ event: 'step' }] })
})

test('the suite stops reading a stream that stays open after its last event', async () => {
  const { session } = record(
    answers(endless(() => {}, 'event: end\ndata: {}\n\nevent: resume_done\ndata: {}\n\n')),
  )
  const last = { event: 'resume_done' }
  expect(await session.stream(get)).toMatchObject({
    ended: 'cut',
    events: [{ event: 'end' }, last],
  })
})

const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length

test('the suite keeps its process alive until a request to a handler in process has timed out', async () => {
  const before = timers()
  const { session } = record(() => new Promise(() => {}), 20)
  const sent = session.send(get)
  await Promise.resolve()
  expect(timers()).toBeGreaterThan(before)
  await expect(sent).rejects.toThrow(new Unreachable('no response within 20 ms'))
})

test('the suite repeats a request once if the target is briefly busy', async () => {
  const busy = new Response(null, { status: 429, headers: { 'retry-after': '2' } })
  const { session, slept } = record(answers(busy, Response.json({ fine: true })))
  expect(await session.send(get)).toMatchObject({ status: 200 })
  expect(slept).toEqual([2000])
})

test.each([
  ['0', {}],
  ['Sat, 21 Nov 2026 08:00:00 GMT', { date: 'Sat, 21 Nov 2026 08:00:01 GMT' }],
])('the suite pauses before each retry even if Retry-After is %s', async (moment, headers) => {
  const busy = () =>
    new Response(null, { status: 429, headers: { 'retry-after': moment, ...headers } })
  const { session, slept } = record(answers(busy(), busy(), Response.json({ fine: true })))
  expect(await session.send(get)).toMatchObject({ status: 200 })
  expect(slept).toEqual([1000, 2000])
})

test('a target that stays busy blocks a check without a long wait', async () => {
  const maintenance = new Response(null, { status: 503, headers: { 'retry-after': '300' } })
  const { session, slept } = record(answers(maintenance))
  await expect(session.send(get)).rejects.toThrow(
    new TargetUnavailable('GET /api/agents: 503 from the target'),
  )
  expect(slept).toEqual([])
})

const typed = (type: string) => ({ 'content-type': type })

test.each([
  [502, '<html>', typed('text/html')],
  [504, 'upstream request timeout', typed('text/plain')],
  [504, '{"message":"Endpoint request timed out"}', typed('application/json')],
  [524, 'A timeout occurred', typed('text/html')],
])('an error of a gateway blocks a check: %i %s', async (status, body, headers) => {
  const { session } = record(answers(new Response(body, { status, headers })))
  await expect(session.send(get)).rejects.toThrow(
    new TargetUnavailable(`GET /api/agents: ${status} from a gateway`),
  )
})

test('a 502 with an error of the platform does not block a check', async () => {
  const error = { success: false, error: 'upstream_error', message: 'The model failed.' }
  const { session } = record(answers(Response.json(error, { status: 502 })))
  expect(await session.send(get)).toMatchObject({ status: 502 })
})

test('the suite stops after three requests to a target that does not respond, whatever checks are left', async () => {
  let asked = 0
  const { session } = record(async () => {
    asked += 1
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  })
  for (const _ of [1, 2, 3]) {
    await expect(session.send(get)).rejects.toThrow(new Unreachable('connect ECONNREFUSED'))
  }
  await expect(session.send(get)).rejects.toThrow(
    'the target stopped responding: connect ECONNREFUSED',
  )
  expect(asked).toBe(3)
})

const failure = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, syscall })

test.each([
  ['a refused connection', 0, failure('ECONNREFUSED', 'connect')],
  ['an unknown host name', 0, failure('ENOTFOUND', 'getaddrinfo')],
  ['an untrusted certificate', 0, failure('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['two addresses, both refused', 0, new AggregateError([failure('ECONNREFUSED', 'connect')])],
  ['a broken connection', 1, failure('ECONNRESET', 'read')],
  ['a failure of an unknown kind', 1, new Error('fetch failed')],
])('after %s, the ledger has %i creations that may have happened', async (_, times, cause) => {
  const { session } = record(() => Promise.reject(new TypeError('fetch failed', { cause })))
  const making = session.send({ method: 'POST', path: '/api/conversations', body: {} })
  await expect(making).rejects.toThrow(Unreachable)
  expect(session.residue.listOpen()).toHaveLength(times)
})

test('the suite abandons a request at the timeout even if `fetch` ignores its signal', async () => {
  const { session } = record(() => new Promise(() => {}), 20)
  await expect(session.send(get)).rejects.toThrow('no response within 20 ms')
})

test('the suite retries a busy target without Retry-After three times, and does not retry later requests', async () => {
  let isUp = false
  const { session, slept } = record(async () => new Response(null, { status: isUp ? 200 : 503 }))
  await expect(session.send(get)).rejects.toThrow(TargetUnavailable)
  expect(slept).toEqual([1000, 2000, 4000])
  await expect(session.send(get)).rejects.toThrow(TargetUnavailable)
  expect(slept).toHaveLength(3)
  isUp = true
  await session.send(get)
  isUp = false
  await expect(session.send(get)).rejects.toThrow(TargetUnavailable)
  expect(slept).toHaveLength(6)
})

test('the suite compares a date in Retry-After with the clock of the target', async () => {
  const headers = {
    date: 'Sat, 21 Nov 2026 08:00:00 GMT',
    'retry-after': 'Sat, 21 Nov 2026 08:00:05 GMT',
  }
  const busy = new Response(null, { status: 503, headers })
  const { session, slept } = record(answers(busy, Response.json({ fine: true })))
  expect(await session.send(get)).toMatchObject({ status: 200 })
  expect(slept).toEqual([5000])
})
