import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ownLimits } from '../../contract/limits.ts'
import { ConnectionReset, type FrameStream, type PlainResponse } from '../../recording/exchange.ts'
import type { Core } from '../core.ts'
import { isLoopback } from '../control/access.ts'
import { limitStall, type ConnectionLimits, Connections, serverOptions } from './connections.ts'
import { NodeRequest } from './node-request.ts'

// An `import` of node:http reads its every export, one of which loads a whole HTTP client: 20 ms.
const { createServer } = process.getBuiltinModule('node:http')

/**
 * Connections that wait to be taken up. Node lets 511 wait, and of those beyond the system drops the
 * first packet, which clients send again a second later: a crowd comes faster than that is empty.
 */
const backlog = 4096

/** What of a fake is served. */
type ServedFake = Pick<Core, 'handle' | 'predictable' | 'close'>

/** Where to listen. */
export type ListenOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** An address of this machine; 127.0.0.1 unless given. */
  readonly host?: string
  /** Other bounds of what clients may hold up than the package has. */
  readonly limits?: Partial<ConnectionLimits>
}

/** A fake that listens. */
export type Listening = {
  /** The base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly server: Server
  /** Ends every stream, closes every connection and frees the port. */
  close(): Promise<void>
}

/**
 * Serves a fake over HTTP. Rejects where the port is taken (`EADDRINUSE`) or not allowed, and where
 * others can reach a fake without a `secret` of its own, whose keys and tokens they could work out.
 */
export async function listen(fake: ServedFake, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1' } = options
  const exposedAt = isLoopback(host) ? undefined : host
  if (exposedAt !== undefined && fake.predictable)
    throw new Error(
      `Failed to listen on ${host}: others can reach it, and could work out the keys and tokens of ` +
        'this fake. Give `createFake` a random `secret`, or listen on 127.0.0.1.',
    )
  const limits = { ...ownLimits, ...options.limits }
  const streams = new Set<FrameStream>()
  const connections = new Connections()
  const house = { streams, exposedAt, limits, connections }
  const server = createServer(serverOptions(limits), (request, response) => {
    connections.runInTurn(request, response, () => void answer(fake, request, response, house))
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
    url: `http://${reachableName(address)}:${address.port}`,
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const stream of streams) stream.cancel()
      fake.close()
      server.closeIdleConnections()
      // An answer that is under way may end; what hangs after that is cut.
      setImmediate(() => server.closeAllConnections())
      await closed
    },
  }
}

/** An address as it stands in a URL; one that means all of them is none that can be called. */
function reachableName({ address, family }: AddressInfo): string {
  if (family === 'IPv6') return address === '::' ? '[::1]' : `[${address}]`
  return address === '0.0.0.0' ? '127.0.0.1' : address
}

/** What the answers of one server have in common. */
type ServerState = {
  readonly streams: Set<FrameStream>
  readonly exposedAt: string | undefined
  readonly limits: ConnectionLimits
  readonly connections: Connections
}

async function answer(
  fake: ServedFake,
  request: IncomingMessage,
  response: ServerResponse,
  house: ServerState,
): Promise<void> {
  try {
    const reply = await fake.handle(new NodeRequest(request, response, house))
    const { status, headers, body, reset } = reply
    if (reset === true) throw new ConnectionReset()
    if (response.destroyed) {
      if (typeof body === 'object') body.cancel()
    } else if (typeof body === 'string') sendText(reply, body, response, house)
    else if (body === undefined) response.writeHead(status, headers).end()
    else {
      sendHead(response.writeHead(status, headers))
      house.streams.add(body)
      await send(body, response, house).finally(() => house.streams.delete(body))
    }
  } catch (error) {
    // A head that is corked leaves first: it is the stream that breaks, not the call.
    if (error instanceof ConnectionReset) setImmediate(() => request.socket.resetAndDestroy())
    else response.destroy(error instanceof Error ? error : undefined)
  }
}

function sendText(
  { status, headers }: PlainResponse,
  body: string,
  response: ServerResponse,
  house: ServerState,
): void {
  const last = encodeBody(body)
  response.writeHead(status, { ...headers, 'content-length': last.length })
  endWith(last, response, house)
}

/** Sends the last of an answer. */
function endWith(
  { sent }: EncodedBody,
  response: ServerResponse,
  { limits, connections }: ServerState,
): void {
  response.end(sent, 'latin1')
  if (response.writableLength > 0) {
    limitStall(response, limits)
    connections.trackUnsent(response, limits)
  } else connections.release(response)
}

/** A body as it leaves soonest: plain ASCII, as most are, in one write with the head. */
type EncodedBody = { readonly sent: string | Buffer; readonly length: number }

function encodeBody(text: string): EncodedBody {
  const length = Buffer.byteLength(text)
  return { sent: length === text.length ? text : Buffer.from(text), length }
}

/** Sends the head now, in one packet with what there is to send at once. */
function sendHead(response: ServerResponse): void {
  const { socket } = response
  socket?.cork()
  response.flushHeaders()
  process.nextTick(() => socket?.uncork())
}

async function send(
  frames: FrameStream,
  response: ServerResponse,
  house: ServerState,
): Promise<void> {
  response.once('close', () => frames.cancel())
  for (let text = await frames.pull(); text !== undefined; text = await frames.pull()) {
    if (response.destroyed) return
    // In one packet: behind the last event, a client may hang up before the end of the body comes.
    if (frames.isDone === true && typeof text === 'string')
      return endWith(encodeBody(text), response, house)
    // Bytes come from a fault: they leave on their own, and before the connection breaks.
    if (typeof text !== 'string')
      await settledOrClosed(response, (settle) => response.write(text, () => setImmediate(settle)))
    else if (!response.write(text)) {
      const unbound = limitStall(response, house.limits)
      await settledOrClosed(response, (settle) => response.once('drain', settle))
      unbound()
    }
  }
  response.end()
}

/** Waits for what is to come, or for the end of the connection. */
const settledOrClosed = (response: ServerResponse, begin: (settle: () => void) => void) =>
  new Promise<void>((resolve) => {
    const settle = () => {
      response.off('close', settle)
      resolve()
    }
    response.on('close', settle)
    begin(settle)
  })
