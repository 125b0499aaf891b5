import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ownLimits } from '../../contract/limits.ts'

/** What a client may cost a server before it is answered, or while it takes no answer. */
export type ConnectionLimits = {
  readonly [
    Name in
      | 'connections'
      | 'headersSeconds'
      | 'requestSeconds'
      | 'stalledSeconds'
      | 'droppedBytes'
      | 'waitingBytes'
  ]: number
}

/** What a server is made with so that nobody holds it up by sending slowly, or too much. */
export function serverOptions(limits: ConnectionLimits): ServerOptions {
  const headersTimeout = limits.headersSeconds * 1000
  return {
    maxHeaderSize: ownLimits.headerBytes,
    headersTimeout,
    requestTimeout: limits.requestSeconds * 1000,
    // Node looks only so often whether a client is late.
    connectionsCheckingInterval: headersTimeout / 4,
    keepAliveTimeout: ownLimits.idleSeconds * 1000,
  }
}

/** The connections of a server: nobody has more of one than its turn. */
export class Connections {
  /** The last answer of a connection, unless all of it has left: those before it leave earlier. */
  readonly #last = new WeakMap<Socket, ServerResponse | undefined>()
  /** The answers that wait for their clients, by how many bytes do; the one that waits longest first. */
  readonly #waiting = new Map<ServerResponse, number>()
  #waitingBytes = 0
  /** How many requests of a connection wait for their turn. */
  readonly #ahead = new WeakMap<Socket, number>()

  /**
   * Answers once all that the client asked before has left: who sends many requests ahead and takes
   * no answer is not owed a heap of them. Without such, it answers at once.
   */
  runInTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const before = this.#last.get(socket)
    this.#last.set(socket, response)
    if (before === undefined || before.writableFinished) answer()
    // It can't be paused instead: node reads on behind every request.
    else if (this.#wait(socket, 1) > ownLimits.requestsAhead) socket.destroy()
    else
      before.once('close', () => {
        this.#wait(socket, -1)
        if (!socket.destroyed) answer()
      })
  }

  /** Lets go of an answer all of which has left, so that a connection that rests holds none. */
  release(response: ServerResponse): void {
    const { socket } = response
    if (socket !== null && this.#last.get(socket) === response) this.#last.set(socket, undefined)
  }

  /**
   * Counts an answer that its client has not taken yet. Of more bytes than may wait, the answers go
   * that wait longest: a few clients who ask for long lists and read none would take all memory.
   */
  trackUnsent(response: ServerResponse, { waitingBytes }: ConnectionLimits): void {
    const forget = (one: ServerResponse) => {
      this.#waitingBytes -= this.#waiting.get(one) ?? 0
      this.#waiting.delete(one)
    }
    this.#waiting.set(response, response.writableLength)
    this.#waitingBytes += response.writableLength
    response.once('close', () => forget(response))
    for (const oldest of this.#waiting.keys()) {
      if (this.#waitingBytes <= waitingBytes || oldest === response) return
      forget(oldest)
      oldest.destroy()
    }
  }

  #wait(socket: Socket, more: number): number {
    const ahead = (this.#ahead.get(socket) ?? 0) + more
    this.#ahead.set(socket, ahead)
    return ahead
  }

  /** Refuses what is no HTTP in words, and closes connections beyond the bound. */
  guard(server: Server, { connections }: ConnectionLimits): void {
    server.maxConnections = connections
    server.on('clientError', (error: ClientError, socket: Socket) => {
      // Answers that are ready leave first.
      setImmediate(() => {
        if (
          socket.writable &&
          error.code !== 'ECONNRESET' &&
          isNext(this.#last.get(socket), socket)
        )
          socket.end(refusalOf(error), () => socket.destroy())
        else socket.destroy()
      })
    })
  }
}

/** Whether a refusal would be taken for nothing else than the answer to what is refused. */
const isNext = (answer: ServerResponse | undefined, socket: Socket) =>
  answer === undefined ||
  answer.writableFinished ||
  // Its own request breaks off in its body; an answer that waits behind others has no socket yet.
  (!answer.req.complete && !answer.headersSent && answer.socket === socket)

/** Lets go of a client that takes nothing of what waits for it; the returned function takes it back. */
export function limitStall({ socket }: ServerResponse, { stalledSeconds }: ConnectionLimits) {
  socket?.setTimeout(stalledSeconds * 1000)
  return () => void socket?.setTimeout(0)
}

type ClientError = Error & { readonly code?: string; readonly reason?: string }

const statuses: Readonly<Record<string, readonly [status: string, why: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The first line and the headers may have ${ownLimits.headerBytes} bytes.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'The extensions of chunks are longer than any use.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

function refusalOf({ code = '', reason, message }: ClientError): string {
  const [status, why] = statuses[code] ?? [
    '400 Bad Request',
    `This is no HTTP/1.1: ${reason ?? message}.`,
  ]
  const head = `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n`
  return `${head}content-length: ${why.length + 1}\r\n\r\n${why}\n`
}
