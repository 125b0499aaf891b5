import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FaultInputError } from '../../traffic/proxy/read-faults.ts'
import { machineClock, type ProxyClock } from '../../traffic/proxy/clock.ts'
import { startProxy } from '../../traffic/proxy/proxy.ts'
import { proxyBefore } from '../support/raw-upstream.ts'

const frames = Array.from(
  { length: 6 },
  (_, index) =>
    `id: ${index + 1}\nevent: ${index === 5 ? 'end' : 'step'}\ndata: {"cursor":${index + 1}}\n\n`,
)

/** A proxy with faults, in front of a target with one stream and one list; counts its requests. */
async function faulty(faults: unknown) {
  const requests: string[] = []
  const proxy = await proxyBefore(
    (incoming, outgoing) => {
      requests.push(`${incoming.method} ${incoming.url}`)
      const isStream = incoming.method === 'POST'
      outgoing.writeHead(200, {
        'content-type': isStream ? 'text/event-stream' : 'application/json',
        ...(!isStream && { 'content-length': '13' }),
      })
      outgoing.end(isStream ? frames.join('') : '{"items": []}')
    },
    { faults },
  )
  const turn = () => fetch(`${proxy.url}/api/react`, { method: 'POST' })
  const list = () => fetch(`${proxy.url}/api/agents`)
  return { ...proxy, requests, turn, list }
}

/** The text that arrives before a response breaks, and whether it broke. */
async function received(response: Response): Promise<[text: string, isBroken: boolean]> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return [text, false]
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    return [text, true]
  }
}

test('a fault cuts a real stream after an event, with everything before it', async () => {
  const { turn, journal } = await faulty({
    match: { endpoint: 'chat.react' },
    times: 1,
    effect: { stream: { cut: { after_event: 3 } } },
  })
  expect(await received(await turn())).toEqual([frames.slice(0, 3).join(''), true])
  await expect
    .poll(() => journal.entries().map(({ faults, deliveries }) => [faults, deliveries?.state]))
    .toEqual([[['fault-1'], 'cut']])
  expect(await received(await turn())).toEqual([frames.join(''), false])
})

test('a fault cuts a real stream at a byte', async () => {
  const { turn } = await faulty({ effect: { stream: { cut: { at_byte: 100 } } } })
  expect(await received(await turn())).toEqual([frames.join('').slice(0, 100), true])
})

test('a fault with `close` ends a body with a length as if it were complete', async () => {
  const { url } = await proxyBefore(
    (_, outgoing) =>
      outgoing
        .writeHead(403, { 'content-type': 'application/json', 'content-length': 13 })
        .end('{"items": []}'),
    { faults: { effect: { stream: { cut: { at_byte: 5, how: 'close' } } } } },
  )
  const response = await fetch(`${url}/api/react`, { method: 'POST' })
  expect(response.headers.get('content-length')).toBeNull()
  expect(await received(response)).toEqual(['{"ite', false])
})

test('a fault drops, repeats and reorders events of a real stream', async () => {
  const { turn } = await faulty({
    effect: { stream: { drop: { event: 1 }, duplicate: { event: 2 }, reorder: { event: 4 } } },
  })
  const [, second, third, fourth, fifth, last] = frames
  expect(await received(await turn())).toEqual([
    [second, second, third, fifth, fourth, last].join(''),
    false,
  ])
})

/** A stream that begins with a byte order mark, and has a letter in Latin-1. */
const strangeStream = Buffer.concat([
  Buffer.from(`\ufeff${frames[0]}event: step\ndata: caf`),
  Buffer.from('\u00e9\n\n', 'latin1'),
])

test.each([
  ['compressed', gzipSync(frames.join('')), { 'content-encoding': 'gzip' }, frames.join('')],
  ['not UTF-8', strangeStream, {}, strangeStream],
])('a delay does not change an event stream that is %s', async (_, body, headers, expected) => {
  const { url } = await proxyBefore(
    (_incoming, outgoing) =>
      outgoing
        .writeHead(200, {
          'content-type': 'text/event-stream',
          'content-length': body.length,
          ...headers,
        })
        .end(body),
    { faults: { effect: { latency: 1 } } },
  )
  const response = await fetch(`${url}/api/react`, { method: 'POST' })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(expected))
})

test('a fault counts the events of a stream that begins with a byte order mark, and keeps the mark', async () => {
  const { url } = await proxyBefore(
    (_, outgoing) =>
      outgoing
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`\ufeff${frames.join('')}`),
    { faults: { effect: { stream: { cut: { after_event: 2, how: 'close' } } } } },
  )
  const response = await fetch(`${url}/api/react`, { method: 'POST' })
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(
    `\ufeff${frames.slice(0, 2).join('')}`,
  )
})

test('a fault with an error replaces the response, and the target gets no request', async () => {
  const { list, requests, journal } = await faulty({
    match: { endpoint: 'GET /api/agents' },
    effect: { error: { code: 'rate_limit_exceeded', retry_after: 7 } },
  })
  const response = await list()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
  expect(await response.json()).toEqual({
    success: false,
    error: 'rate_limit_exceeded',
    message: 'This error was injected by a fault: `rate_limit_exceeded`.',
  })
  expect(requests).toEqual([])
  expect(journal.entries().map(({ status, outcome }) => [status, outcome])).toEqual([
    [429, 'fault'],
  ])
})

test('a request whose connection a fault refuses does not reach the target, but a request whose connection a fault resets does', async () => {
  const { list, requests } = await faulty([
    { match: { endpoint: '/api/agents', nth: 1 }, effect: { connection: 'refused' } },
    { match: { endpoint: '/api/agents', nth: 2 }, effect: { connection: 'reset' } },
  ])
  await expect(list()).rejects.toThrow('fetch failed')
  expect(requests).toEqual([])
  await expect(list()).rejects.toThrow('fetch failed')
  expect(requests).toEqual(['GET /api/agents'])
  expect(await (await list()).json()).toEqual({ items: [] })
})

test('a fault empties a body, or breaks it off', async () => {
  const { list } = await faulty([
    { match: { nth: 1 }, effect: { body: 'empty' } },
    { match: { nth: 2 }, effect: { body: { truncate: 5 } } },
  ])
  const empty = await list()
  expect([empty.status, await received(empty)]).toEqual([200, ['', false]])
  const cut = await list()
  expect([cut.headers.get('content-length'), await received(cut)]).toEqual(['13', ['{"ite', true]])
})

test('the latency of a fault is measured by the clock of the proxy', async () => {
  const waits: number[] = []
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('late'), {
    faults: { effect: { latency: '3s' } },
    clock: {
      now: () => 0,
      date: () => Date.UTC(2026, 0),
      wait: async (ms) => void waits.push(ms),
    },
  })
  expect(await (await fetch(`${url}/api/agents`)).text()).toBe('late')
  expect(waits).toEqual([3000])
})

test('a fault for a caller affects only the requests with the token or key of the caller', async () => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('fine'), {
    faults: {
      match: { caller: ['ada@example.com', 'abc_12345'] },
      effect: { error: { code: 'forbidden' } },
    },
  })
  const claims = Buffer.from('{"email":"ada@example.com"}').toString('base64url')
  const statusOf = async (token: string) =>
    (await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await Promise.all([`eyJ.${claims}.x`, 'abc_1234567', 'abc_999'].map(statusOf))).toEqual([
    403, 403, 200,
  ])
})

test('faults for a target that looks like production are refused unless they are allowed', async () => {
  const options = { to: 'https://api.example.com', faults: { effect: { latency: '1s' } } }
  await expect(startProxy(options)).rejects.toThrow(FaultInputError)
  const allowed = await startProxy({ ...options, allowProduction: true })
  await allowed.close()
  const later = await startProxy({ to: 'https://api.example.com' })
  expect(() => later.addFaults(options.faults)).toThrow('so it gets no faults')
  await later.close()
})

test('invalid faults are refused by name, and none of them is added', async () => {
  const { addFaults, control } = await proxyBefore((_, outgoing) => outgoing.end())
  expect(() => addFaults([{ effect: { latency: '1s' } }, { effect: { delay: 1 } }])).toThrow(
    'Fault 2 is not valid: the key "delay" is unknown',
  )
  expect(() => addFaults({ match: { endpoint: 'chat.reackt' }, effect: { latency: 1 } })).toThrow(
    'did you mean `chat.react`?',
  )
  expect(() => addFaults({ effect: { compression: 'gzip' } })).toThrow(
    'The fault is not valid: only a fake plays `compression`, a proxy does not: leave it out.',
  )
  expect(await (await fetch(`${control}/faults`)).json()).toEqual({ faults: [] })
})

test('a redirect by a fault leads to the same address with its query', async () => {
  const { url } = await proxyBefore((_, outgoing) => outgoing.end('{}'), {
    faults: { effect: { gateway: { status: 307 } } },
  })
  const response = await fetch(`${url}/api/conversations?page=2&size=10`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([
    307,
    './conversations?page=2&size=10',
  ])
})

test('the request of a client that leaves during a delay is not forwarded', async () => {
  const waiting = Promise.withResolvers<void>()
  const clock: ProxyClock = {
    ...machineClock,
    wait: (_ms, signal) =>
      new Promise((resolve) => {
        waiting.resolve()
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  const requests: (string | undefined)[] = []
  const proxy = await proxyBefore(
    (incoming, outgoing) => {
      requests.push(incoming.url)
      outgoing.end('{}')
    },
    { clock, faults: { match: { endpoint: '/api/late' }, effect: { latency: 1000 } } },
  )
  const leaving = new AbortController()
  const sent = fetch(`${proxy.url}/api/late`, { signal: leaving.signal }).catch(() => 'left')
  await waiting.promise
  leaving.abort()
  await sent
  await expect.poll(() => proxy.journal.entries().map(({ path }) => path)).toEqual(['/api/late'])
  await (await fetch(`${proxy.url}/api/next`)).text()
  expect([requests, proxy.openExchanges()]).toEqual([['/api/next'], 0])
})
