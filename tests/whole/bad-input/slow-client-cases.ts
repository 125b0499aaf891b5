import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expect } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import type { ConnectionLimits } from '../../../mocks/adapters/connections.ts'
import type { Listening } from '../../../mocks/adapters/node.ts'
import type { Fake } from '../../../mocks/fake.ts'
import { dial, readResponses } from './raw-client.ts'

/** A server with limits that are short enough for a test. */
type TestServer = Listening & {
  readonly fake: Fake
  readonly port: number
  /** A request for a turn whose response is longer than any buffer. */
  readonly longTurn: string
}

export type SlowClientCase = {
  readonly what: string
  readonly gets: string
  readonly limits?: Partial<ConnectionLimits>
  readonly prove: (held: TestServer) => Promise<void>
}

const head = 'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\n'
const short: Partial<ConnectionLimits> = {
  headersSeconds: 0.2,
  requestSeconds: 0.4,
  stalledSeconds: 1,
  droppedBytes: 1024 * 1024,
}
const late = `408 after ${ownLimits.headersSeconds} s, then the connection is closed`

/** Sends one byte every 20 ms until the server responds or closes the connection. */
function drip(socket: Socket): void {
  // What is written after the server has closed the connection would be an error.
  const dripping = setInterval(() => void (socket.bytesRead === 0 && socket.write('a')), 20)
  // The server closes the connection while the client still writes.
  socket.on('error', () => clearInterval(dripping))
  socket.once('close', () => clearInterval(dripping))
}

/** Repeats a text for as long as the connection is open. */
function pour(socket: Socket, text: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', more)
  more()
}

const request = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`
const closing = request('/api/agents', 'connection: close\r\n')

const statusesOn = async (socket: Socket) =>
  (await readResponses(socket)).map(({ status }) => status)

/** The server's side of the next request. */
const nextResponse = async ({ server }: Listening) =>
  ((await once(server, 'request')) as [unknown, ServerResponse])[1]

/** Resolves on every close, also when the connection is reset, as clients must expect here. */
const closeOf = (thing: Socket | ServerResponse) =>
  new Promise<void>((resolve) => thing.once('close', resolve))

const openStreams = ({ fake }: TestServer) => fake.world().config.streams.open

/** Starts a turn on a new connection, and reads only the beginning of it. */
async function beginUnread(held: TestServer) {
  const socket = await dial(held.port)
  const answering = nextResponse(held)
  socket.write(held.longTurn)
  const response = await answering
  const waiting: number[] = []
  const own = response.socket as Socket
  const write = own.write.bind(own) as (...sent: readonly unknown[]) => boolean
  own.write = (...sent: readonly unknown[]) => {
    waiting.push(own.writableLength)
    return write(...sent)
  }
  await once(socket, 'readable')
  return { socket, response, waiting }
}

export const slowClientCases: readonly SlowClientCase[] = [
  {
    what: 'A connection that sends nothing',
    gets: late,
    limits: short,
    prove: async ({ port }) => expect(await statusesOn(await dial(port))).toEqual([408]),
  },
  {
    what: 'Headers sent byte by byte (slowloris)',
    gets: late,
    limits: short,
    async prove({ port }) {
      const socket = await dial(port)
      socket.write(`${head}a: `)
      drip(socket)
      expect(await statusesOn(socket)).toEqual([408])
    },
  },
  {
    what: 'A body sent byte by byte',
    gets: `408 after ${ownLimits.requestSeconds} s, then the connection is closed`,
    limits: short,
    async prove({ port }) {
      const socket = await dial(port)
      socket.write(`${head}content-length: 1000000\r\n\r\n`)
      drip(socket)
      expect(await statusesOn(socket)).toEqual([408])
    },
  },
  {
    what: 'An endless body',
    gets: `413 after ${mib(ownLimits.droppedBytes)} beyond the limit, then the connection is closed`,
    limits: short,
    async prove({ port, server }) {
      const socket = await dial(port)
      const closed = closeOf(socket)
      let received = 0
      server.once('request', ({ socket: own }) =>
        own.on('data', ({ length }) => (received += length)),
      )
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
      pour(socket, `10000\r\n${'a'.repeat(65_536)}\r\n`)
      socket.resume()
      await closed
      expect(received).toBeLessThan(ownLimits.bodyBytes + 2 * 1024 * 1024)
    },
  },
  {
    what: 'A client that disconnects in the middle of its body',
    gets: 'no response; the request has no effect',
    async prove(held) {
      const socket = await dial(held.port)
      const response = nextResponse(held)
      socket.write(`${head}content-length: 1000\r\n\r\n{"em`)
      const closed = closeOf(await response)
      socket.destroy()
      await closed
    },
  },
  {
    what: 'A stream reader that closes its own side (half-open)',
    gets: 'counts as disconnected; the turn continues',
    async prove(held) {
      const { socket, response } = await beginUnread(held)
      expect(openStreams(held)).toBe(1)
      const closed = closeOf(response)
      socket.end()
      socket.resume()
      await closed
      expect(openStreams(held)).toBe(0)
    },
  },
  {
    what: 'A stream reader that stops reading',
    gets: `at most 256 KiB of the stream are buffered; disconnected after ${ownLimits.stalledSeconds} s`,
    limits: short,
    async prove(held) {
      const { socket, response, waiting } = await beginUnread(held)
      await closeOf(response)
      expect(waiting.length).toBeGreaterThan(1)
      expect(Math.max(...waiting)).toBeLessThan(256 * 1024)
      expect(openStreams(held)).toBe(0)
      socket.destroy()
    },
  },
  {
    what: 'A client that does not read its response',
    gets: `disconnected after ${ownLimits.stalledSeconds} s, together with its pending requests`,
    limits: { stalledSeconds: 1 },
    async prove({ port, server }) {
      let calls = 0
      let sent = 0
      server.on('request', (_, response: ServerResponse) => {
        calls++
        response.once('finish', () => sent++)
      })
      const connected = once(server, 'connection') as Promise<[Socket]>
      const socket = (await dial(port)).pause()
      const [own] = await connected
      socket.write(request('/__control/choices').repeat(ownLimits.requestsAhead))
      await closeOf(own)
      expect(calls).toBe(ownLimits.requestsAhead)
      expect(sent).toBeLessThan(calls - 1)
    },
  },
  {
    what: 'Long responses on many connections, none of which is read',
    gets: `above ${ownLimits.waitingBytes / 1024 / 1024} MiB together, those that have waited longest are disconnected`,
    limits: { waitingBytes: 1024 },
    async prove({ port, server }) {
      // Several responses fill the buffers of the operating system; one more waits in the server.
      const many = request('/__control/choices').repeat(ownLimits.requestsAhead)
      const closed = new Promise((resolve) => {
        server.on('connection', (socket: Socket) => socket.once('close', resolve))
      })
      const clients = [(await dial(port)).pause(), (await dial(port)).pause()]
      for (const client of clients) client.write(many)
      await closed
      for (const client of clients) client.destroy()
    },
  },
  {
    what: `More than ${ownLimits.requestsAhead} pipelined requests that wait`,
    gets: 'the connection is closed',
    async prove({ port, server }) {
      let calls = 0
      server.on('request', () => calls++)
      const socket = (await dial(port)).pause()
      const closed = closeOf(socket)
      pour(socket, request('/__control/choices').repeat(100))
      await closed
      expect(calls).toBeGreaterThan(ownLimits.requestsAhead)
      expect(calls).toBeLessThan(10 * ownLimits.requestsAhead)
    },
  },
  {
    what: `More than ${ownLimits.connections} connections`,
    gets: 'further ones are closed immediately; open connections are not affected',
    limits: { connections: 2 },
    async prove({ port, server }) {
      const first = await dial(port)
      const second = await dial(port)
      expect(await statusesOn(await dial(port))).toEqual([])
      const left = closeOf(first)
      first.write(closing)
      expect(await statusesOn(first)).toEqual([401])
      await left
      expect(await statusesOn(await asking(port))).toEqual([401])
      second.write(closing)
      expect(await statusesOn(second)).toEqual([401])
      expect(server.listening).toBe(true)
    },
  },
]

async function asking(port: number): Promise<Socket> {
  const socket = await dial(port)
  socket.write(closing)
  return socket
}

function mib(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}
