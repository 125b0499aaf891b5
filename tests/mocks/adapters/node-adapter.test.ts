import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { listen, type Listening } from '../../../mocks/adapters/node.ts'
import { createFake } from '../../../mocks/fake.ts'
import type { FakeOptions } from '../../../mocks/fake-options.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn, eventsIn } from '../../support/stream-reader.ts'
import { demo, type Mounted } from '../../support/transports.ts'
import { keyOf, newConversation, signIn, visit } from '../../support/visitor.ts'

const open: Listening[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ close }) => close()))
})

async function serve(options: Partial<FakeOptions> = {}) {
  const fake = createFake({ fixture: demo, scenarios: [shortStory], ...options })
  const listening = await listen(fake)
  open.push(listening)
  return { ...listening, fake, baseUrl: listening.url, fetch } satisfies Mounted & Listening
}

/** The server's response object of the next request. */
const nextResponse = async ({ server }: Listening): Promise<ServerResponse> =>
  ((await once(server, 'request')) as [IncomingMessage, ServerResponse])[1]

/** An answer of this length, in deltas of one word of 16 KiB. */
const longStory = (words: number): Scenario => ({
  ...shortStory,
  pace: { by: 'word', size: 1, every: 0 },
  script: [{ answer: Array.from({ length: words }, () => 'x'.repeat(16_383)).join(' ') }],
})

/** A fake whose only file is longer than any buffer. `cancelled` resolves when a reader has lost it. */
function unreadFile() {
  const bytes = new Uint8Array(64 * 1024 * 1024)
  const { promise: cancelled, resolve } = Promise.withResolvers<void>()
  let opened = 0
  const handle = async () => {
    opened++
    const body = { pull: async () => bytes, cancel: resolve }
    return { status: 200, headers: {}, body }
  }
  const fake = { handle, predictable: true, close() {} }
  return { fake, cancelled, opened: () => opened }
}

describe('a fake behind node:http', () => {
  it('a fake behind node:http reports a port that is already in use', async () => {
    const { url, fake } = await serve()
    const port = Number(new URL(url).port)
    await expect(listen(fake, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('a fake behind node:http has the host that it listens on in its URL, also an IPv6 address', async () => {
    const { fake } = await serve()
    const six = await listen(fake, { host: '::1' })
    open.push(six)
    expect(six.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${six.url}/api/agents`)).status).toBe(401)
  })

  it('a fake behind node:http ends every stream and frees the port when it is closed', async () => {
    const served = await serve({ speed: 1 })
    const visitor = await signIn(served)
    served.fake.world().clock.freeze()
    const stream = await visitor.read('POST /api/react', { body: { q: 'Tell me' } })
    await stream.until(1)
    await served.close()
    expect(await stream.rest()).toHaveLength(1)
    await expect(fetch(`${served.url}/api/agents`)).rejects.toThrow('fetch failed')
    const { port } = new URL(served.url)
    open.push(await listen(served.fake, { port: Number(port) }))
    expect((await fetch(`${served.url}/api/agents`)).status).toBe(401)
    await served.close()
  })

  it('a fake behind node:http detects that a reader disconnects, and continues the turn without a reader', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const served = await serve({ systemClock, speed: 1 })
    const visitor = await signIn(served)
    const conversation_id = await newConversation(visitor)
    const response = nextResponse(served)
    const body = { q: 'Tell me', conversation_id }
    const stream = await visitor.read('POST /api/react', { body })
    await stream.until(1)
    const [turn] = served.fake.world().runningTurns
    // One timer of the clock, and one for keepalive comments.
    expect(systemClock.waiting).toBe(2)
    const closed = once(await response, 'close')
    await stream.leave()
    await closed
    expect([systemClock.waiting, turn?.state]).toEqual([1, 'running'])
    systemClock.pass(60_000)
    expect([systemClock.waiting, turn?.state]).toEqual([0, 'done'])
  })

  it('a fake behind node:http sends keepalive comments that clients do not read as events', async () => {
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const quiet: Scenario = { ...shortStory, script: [{ pause: 40_000 }, { answer: 'At last.' }] }
    const served = await serve({ systemClock, speed: 1, scenarios: [quiet] })
    const visitor = await signIn(served)
    const stream = await visitor.open('POST /api/react', { body: { q: 'Tell me' } })
    const reader = stream.body?.getReader()
    const readText = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect(await readText()).toMatch(/^id: 0\nevent: step\n/)
    for (let silence = 0; silence < 2; silence++) {
      systemClock.pass(15_000)
      expect(await readText()).toBe(': keepalive\n\n')
    }
    systemClock.pass(60_000)
    let rest = ''
    for (let part = await readText(); part !== ''; part = await readText()) rest += part
    expect(rest).not.toContain('keepalive')
    expect(answerIn(eventsIn(rest))).toBe('At last.')
  })

  it('a fake behind node:http pauses a stream until its client has read the sent bytes, and loses no byte', async () => {
    const words = 1000
    const served = await serve({ scenarios: [longStory(words)], speed: Infinity })
    const body = JSON.stringify({ q: 'Tell me', token: keyOf(served, 'full') })
    const { port } = new URL(served.url)
    const socket = connect(Number(port), '127.0.0.1').pause()
    const response = nextResponse(served)
    socket.write(
      `POST /api/react HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    const sent = await response
    const kept: number[] = []
    const { socket: taken } = sent
    if (taken === null) throw new Error('The answer has no socket.')
    const write = taken.write.bind(taken) as (...given: unknown[]) => boolean
    taken.write = (...given: unknown[]) => {
      // A chunk is one write that begins with its length. So the waiting bytes are from earlier chunks.
      if (/^[\da-f]+\r\n/.test(String(given[0]).slice(0, 20))) kept.push(sent.writableLength)
      return write(...given)
    }
    const raw = await text(socket)
    expect(raw.match(/event: answer\n/g)).toHaveLength(words + 2)
    expect(raw).toContain('event: end\n')
    expect(kept.length).toBeGreaterThan(100)
    expect(Math.max(...kept)).toBeLessThan(256 * 1024)
  })

  it.each([
    ['is not read for too long', { stalledSeconds: 1 }, 1],
    ['waits longest when too many bytes wait', { waitingBytes: 1024 }, 2],
  ])('a fake behind node:http ends a body of bytes that %s', async (_, limits, clients) => {
    const unread = unreadFile()
    const listening = await listen(unread.fake, { limits })
    open.push(listening)
    const sockets = Array.from({ length: clients }, () =>
      connect(Number(new URL(listening.url).port), '127.0.0.1').pause(),
    )
    for (const socket of sockets) socket.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n')
    await unread.cancelled
    expect(unread.opened()).toBe(clients)
    for (const socket of sockets) socket.destroy()
  })

  it('a fake behind node:http responds to many requests on one connection, also after refused bodies', async () => {
    const served = await serve()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = async (method: string, path: string, body = '') => {
      const sent = request(served.url + path, {
        method,
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      }).end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return [response.statusCode, (await text(response)).length > 0, sent.reusedSocket]
    }
    const tooLarge = `"${'x'.repeat(11 * 1024 * 1024)}"`
    expect(await call('GET', '/api/agents')).toEqual([401, true, false])
    expect(await call('POST', '/api/conversations', tooLarge)).toEqual([401, true, true])
    expect(await call('POST', '/api/auth/login', tooLarge)).toEqual([413, true, true])
    expect(await call('HEAD', '/api/agents')).toEqual([405, false, true])
    expect(await call('GET', '/api/agents', 'unexpected')).toEqual([401, true, true])
    expect(await call('POST', '/api/auth/login', '{}')).toEqual([422, true, true])
    agent.destroy()
  })

  it('a fake behind node:http survives a client that disconnects in the middle of its body', async () => {
    const served = await serve()
    const { port } = new URL(served.url)
    const socket = connect(Number(port), '127.0.0.1')
    const response = nextResponse(served)
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"em')
    const closed = once(await response, 'close')
    socket.destroy()
    await closed
    expect((await fetch(`${served.url}/api/agents`)).status).toBe(401)
  })

  it('a fake behind node:http accepts a request without headers', async () => {
    const served = await serve()
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
    socket.write('GET /api/agents HTTP/1.0\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401/)
    expect(served.fake.control().journal.read(1).request.headers).toEqual({})
  })

  it('a fake behind node:http sends a Date header with the clock of the world', async () => {
    const served = await serve()
    served.fake.world().clock.freeze(Date.parse('2030-01-02T03:04:05.000Z'))
    const { headers } = await visit(served).call('GET /api/agents')
    expect(headers.get('date')).toBe('Wed, 02 Jan 2030 03:04:05 GMT')
  })
})
