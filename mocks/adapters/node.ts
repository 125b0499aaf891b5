import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isBytes, isError } from '../../contract/realm-safe.ts'
import { ownLimits } from '../../contract/limits.ts'
import {
  ConnectionReset,
  type FrameStream,
  type PlainRequest,
  type PlainResponse,
} from '../../contract/plain-http.ts'
import { frameText } from '../../contract/sse.ts'
import type { Core } from '../core.ts'
import { isLoopback } from '../../traffic/journal/host-names.ts'
import { type ConnectionLimits, Connections, limitStall, serverOptions } from './connections.ts'
import { MemoCache } from '../../contract/memoize.ts'

// `import` takes 20 ms: it reads every export of node:http, and one of them loads a client.
const { createServer } = process.getBuiltinModule('node:http')

/**
 * The number of connections that may wait to be accepted. With Node's default of 511, the system
 * drops more connections under load, and their clients try again only after a second.
 */
const backlog = 4096

type ServedFake = Pick<Core, 'handle' | 'predictable' | 'close'>

/** Options of `listen`. */
export type ListenOptions = {
  /** Default: 0, which chooses a free port. */
  readonly port?: number
  /** An address of this machine. Default: 127.0.0.1. */
  readonly host?: string
  /** Overrides of the limits on connections and memory that clients can use. */
  readonly limits?: Partial<ConnectionLimits>
}

/** A running server. */
export type Listening = {
  /** The base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly server: Server
  /** Ends every stream and connection, frees the port, and deletes all worlds that are not stored. */
  close(): Promise<void>
}

/**
 * Serves a fake over HTTP.
 *
 * Rejects if the port is in use (`EADDRINUSE`) or not allowed, and if other machines can reach a
 * fake without a `secret`: they could compute its keys and tokens.
 *
 * @example
 * const server = await listen(createFake({ fixture }), { port: 4010 })
 * await fetch(`${server.url}/api/agents`)
 * await server.close()
 */
export async function listen(fake: ServedFake, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options
  const exposedAt = isLoopback(host) ? undefined : host
  if (exposedAt !== undefined && fake.predictable)
    throw new Error(
      `Failed to listen on ${host}: other machines can reach it, and could compute the keys and tokens ` +
        'of this fake. Pass a random `secret` to `createFake`, or listen on 127.0.0.1.',
    )
  const limits = { ...ownLimits, ...options.limits }
  const streams = new Set<FrameStream>()
  const connections = new Connections()
  const state: ServerState = { streams, exposedAt, limits, connections }
  const server = createServer(serverOptions(limits), (request, response) => {
    const answer = () => void handleRequest(fake, request, response, state)
    connections.runInTurn(request, response, answer)
  })
  connections.guard(server, limits)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${hostForUrl(address)}:${address.port}`,
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const stream of streams) stream.cancel()
      fake.close()
      server.closeIdleConnections()
      // Finished responses are still sent. Connections that are open after that are destroyed.
      setImmediate(() => server.closeAllConnections())
      await closed
    },
  }
}

/**
 * Formats an address for a URL. A wildcard address, such as 0.0.0.0, becomes the loopback address.
 */
function hostForUrl({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}

/** The state that all requests of a server share. */
type ServerState = {
  readonly streams: Set<FrameStream>
  readonly exposedAt: string | undefined
  readonly limits: ConnectionLimits
  readonly connections: Connections
}

async function handleRequest(
  fake: ServedFake,
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
): Promise<void> {
  try {
    const reply = await fake.handle(new NodeRequest(request, response, state))
    const { status, headers, body, reset } = reply
    if (reset === true) throw new ConnectionReset()
    if (response.destroyed) {
      if (typeof body === 'object') body.cancel()
    } else if (typeof body === 'string') sendText(reply, body, response, state)
    else if (body === undefined) response.writeHead(status, headers).end()
    else {
      const form = sendHead(response.writeHead(status, headers))
      state.streams.add(body)
      await sendStream(body, response, form, state).finally(() => state.streams.delete(body))
    }
  } catch (error) {
    // Buffered headers are sent first, so that the client sees a broken stream, not a failed
    // request.
    if (error instanceof ConnectionReset) setImmediate(() => request.socket.resetAndDestroy())
    else response.destroy(isError(error) ? error : undefined)
  }
}

function sendText(
  { status, headers }: PlainResponse,
  body: string,
  response: ServerResponse,
  state: ServerState,
): void {
  const last = encodeBody(body)
  response.writeHead(status, { ...headers, 'content-length': last.length })
  sendLastPart(last, response, state)
}

/** Sends the last part of a response and ends the response. */
function sendLastPart(
  { sent }: EncodedBody,
  response: ServerResponse,
  { limits, connections }: ServerState,
): void {
  response.end(sent, 'latin1')
  if (response.writableLength > 0) {
    limitStall(response, limits)
    response.once('close', connections.trackUnsent(response, limits))
  } else connections.release(response)
}

/** A body in the form that Node writes fastest: ASCII as a text, anything else as bytes. */
type EncodedBody = { readonly sent: string | Buffer; readonly length: number }

function encodeBody(text: string): EncodedBody {
  const length = Buffer.byteLength(text)
  return { sent: length === text.length ? text : Buffer.from(text), length }
}

/** The bytes before and after each chunk of a body (`head`, `tail`), and at its end (`end`). */
type BodyFraming = { head(bytes: number): string; readonly tail: string; readonly end: string }

const chunkedFraming: BodyFraming = {
  head: (bytes) => `${bytes.toString(16)}\r\n`,
  tail: '\r\n',
  end: '0\r\n\r\n',
}
/** Clients of HTTP/1.0 do not support chunks: the end of the connection ends the body. */
const plainFraming: BodyFraming = { head: () => '', tail: '', end: '' }

/**
 * Sends the headers now, in one packet with the first events. The chunks are formatted here,
 * because Node writes each chunk as four parts, which takes 50 % longer.
 */
function sendHead(response: ServerResponse): BodyFraming {
  const { socket } = response
  socket?.cork()
  response.flushHeaders()
  process.nextTick(() => socket?.uncork())
  const form = response.chunkedEncoding ? chunkedFraming : plainFraming
  response.chunkedEncoding = false
  return form
}

async function sendStream(
  frames: FrameStream,
  response: ServerResponse,
  { head, tail, end }: BodyFraming,
  state: ServerState,
): Promise<void> {
  response.once('close', () => frames.cancel())
  for (let part = await frames.pull(); part !== undefined; part = await frames.pull()) {
    if (response.destroyed) return
    // These bytes come from a fault or a file. Each write is sent separately, and before the
    // connection breaks.
    if (isBytes(part)) {
      const chunk = Buffer.concat([Buffer.from(head(part.length)), part, Buffer.from(tail)])
      const written = waitForSettleOrClose(response, state.limits, (settle) =>
        response.write(chunk, () => setImmediate(settle)),
      )
      const untrack = state.connections.trackUnsent(response, state.limits)
      await written
      untrack()
      continue
    }
    const bytes = part.reduce((sum, frame) => sum + frame.bytes, 0)
    const text = frameText(part)
    const chunk = head(bytes) + text + tail
    // The data is sent in one packet, because clients may close the connection after the last
    // event.
    if (frames.isDone === true) return sendLastPart(encodeBody(chunk + end), response, state)
    if (!response.write(chunk, bytes === text.length ? 'latin1' : 'utf8'))
      await waitForSettleOrClose(response, state.limits, (settle) => response.once('drain', settle))
  }
  response.end(end)
}

/**
 * Waits for a callback or for the end of the connection. Disconnects a client that reads nothing.
 */
const waitForSettleOrClose = (
  response: ServerResponse,
  limits: ConnectionLimits,
  begin: (settle: () => void) => void,
) =>
  new Promise<void>((resolve) => {
    const stopLimit = limitStall(response, limits)
    const settle = () => {
      stopLimit()
      response.off('close', settle)
      resolve()
    }
    response.on('close', settle)
    begin(settle)
  })

/** Makes a `PlainRequest` of a Node request. Fields that are rarely used are computed on demand. */
class NodeRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly exposedAt: string | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  /**
   * The maximum number of bytes to read and drop above the body limit: some clients read the
   * response only after they have sent the whole body.
   */
  readonly #droppedBytes: number

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { exposedAt, limits }: ServerState,
  ) {
    const { url = '/' } = request
    const { path, query } = parsedTargets.get(url) ?? parsedTargets.add(url)
    this.method = request.method ?? 'GET'
    this.path = path
    this.query = query
    this.exposedAt = exposedAt
    this.#request = request
    this.#response = response
    this.#droppedBytes = limits.droppedBytes
  }

  /**
   * Searches the raw headers: `headers` is slower, because Node builds it from all headers.
   */
  header(name: string): string | undefined {
    const { rawHeaders } = this.#request
    let found: string | undefined
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const given = rawHeaders[at]
      if (given?.length !== name.length || given.toLowerCase() !== name) continue
      if (found !== undefined) return joinHeaderValues(this.#request.headers[name])
      found = rawHeaders[at + 1]
    }
    return found
  }

  headers(): Iterable<readonly [name: string, value: string]> {
    const lines = this.#request.rawHeaders.join('\n')
    return headerLists.get(lines) ?? headerLists.add(lines)
  }

  get signal(): AbortSignal {
    const leaving = new AbortController()
    if (this.#response.destroyed) leaving.abort()
    this.#response.once('close', () => leaving.abort())
    return leaving.signal
  }

  /**
   * Reads the whole body, because some clients read a response only after sending the whole body.
   */
  read(limit: number): Promise<Uint8Array | 'too-large'> {
    const request = this.#request
    const chunks: Buffer[] = []
    let length = 0
    return new Promise((resolve, reject) => {
      const take = (chunk: Buffer) => {
        length += chunk.length
        if (length <= limit) chunks.push(chunk)
        else if (length > limit + this.#droppedBytes) {
          this.#response.shouldKeepAlive = false
          request.off('data', take).pause()
          resolve('too-large')
        }
      }
      request.on('data', take)
      request.once('end', () => resolve(length > limit ? 'too-large' : concatBuffers(chunks)))
      request.once('error', reject)
      request.once('close', () => {
        if (!request.complete)
          reject(new Error('The connection closed before the body of the request was complete.'))
      })
    })
  }
}

const concatBuffers = (chunks: readonly Buffer[]) =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)

const parsedTargets = new MemoCache((given) => {
  const target = targetWithoutHost(given)
  const split = target.indexOf('?')
  return split < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, split), query: target.slice(split + 1) }
})

/** The headers for the journal. Clients mostly send the same headers, so equal lists are shared. */
const headerLists = new MemoCache(
  (lines) => new RawHeaders(lines === '' ? [] : lines.split('\n')),
  4000,
)

/** Raw headers, grouped into pairs when they are read. */
class RawHeaders implements Iterable<readonly [name: string, value: string]> {
  readonly #raw: readonly string[]

  constructor(raw: readonly string[]) {
    this.#raw = raw
  }

  *[Symbol.iterator](): Iterator<readonly [name: string, value: string]> {
    const values = new Map<string, string[]>()
    for (let at = 0; at < this.#raw.length; at += 2) {
      const [name = '', value = ''] = this.#raw.slice(at, at + 2)
      const before = values.get(name.toLowerCase())
      if (before === undefined) values.set(name.toLowerCase(), [value])
      else before.push(value)
    }
    for (const [name, given] of values) yield [name, given.join(', ')]
  }
}

const joinHeaderValues = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(', ') : value

/**
 * Returns the path and query of a request target. Clients of a proxy also send the host in the
 * target.
 */
const targetWithoutHost = (target: string) =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
