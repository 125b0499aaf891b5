import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ownLimits } from '../../contract/limits.ts'

/** Limits on the memory and the connections that clients can use. */
export type ConnectionLimits = {
  readonly [
    Name in
      | 'connections'
      | 'headersSeconds'
      | 'requestSeconds'
      | 'idleSeconds'
      | 'stalledSeconds'
      | 'droppedBytes'
      | 'waitingBytes'
  ]: number
}

/** Server options that protect against clients which send slowly or send too many bytes. */
export function serverOptions(limits: ConnectionLimits): ServerOptions {
  const headersTimeout = limits.headersSeconds * 1000
  return {
    maxHeaderSize: ownLimits.headerBytes,
    headersTimeout,
    requestTimeout: limits.requestSeconds * 1000,
    // Node checks only at this interval whether a client is late.
    connectionsCheckingInterval: headersTimeout / 4,
    keepAliveTimeout: limits.idleSeconds * 1000,
  }
}

/** Keeps the responses of pipelined requests in order, and limits the responses that wait for slow clients. */
export class Connections {
  /** The last response of each connection, until it is sent completely. */
  readonly #lastResponses = new WeakMap<Socket, ServerResponse | undefined>()
  /** The unread bytes of each response, the response that has waited longest first. */
  readonly #unreadBytes = new Map<ServerResponse, number>()
  #waitingBytes = 0
  /** The number of pipelined requests of a connection that wait for earlier responses. */
  readonly #waitingRequests = new WeakMap<Socket, number>()

  /** Handles a request only after all earlier responses of its connection, to save memory. */
  runInTurn({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const before = this.#lastResponses.get(socket)
    this.#lastResponses.set(socket, response)
    if (before === undefined || before.writableFinished) answer()
    // The socket is destroyed, not paused, because Node resumes a paused one after every request.
    else if (this.#addWaitingRequests(socket, 1) > ownLimits.requestsAhead) socket.destroy()
    else
      before.once('close', () => {
        this.#addWaitingRequests(socket, -1)
        if (!socket.destroyed) answer()
      })
  }

  /** Drops the reference to a sent response, so that an idle connection keeps no memory. */
  release(response: ServerResponse): void {
    const { socket } = response
    if (socket !== null && this.#lastResponses.get(socket) === response)
      this.#lastResponses.set(socket, undefined)
  }

  /**
   * Counts the bytes of a response that its client has not read yet. If all such responses together
   * exceed the limit, the longest waiting ones are destroyed: a few clients that request long lists
   * and do not read would take all memory. The returned function stops counting this response.
   */
  trackUnsent(response: ServerResponse, { waitingBytes }: ConnectionLimits): () => void {
    const forget = (one: ServerResponse) => {
      this.#waitingBytes -= this.#unreadBytes.get(one) ?? 0
      this.#unreadBytes.delete(one)
    }
    this.#unreadBytes.set(response, response.writableLength)
    this.#waitingBytes += response.writableLength
    for (const oldest of this.#unreadBytes.keys()) {
      if (this.#waitingBytes <= waitingBytes || oldest === response) break
      forget(oldest)
      oldest.destroy()
    }
    return () => forget(response)
  }

  #addWaitingRequests(socket: Socket, more: number): number {
    const ahead = (this.#waitingRequests.get(socket) ?? 0) + more
    this.#waitingRequests.set(socket, ahead)
    return ahead
  }

  /** Responds to invalid HTTP with an error message, and closes connections above the limit. */
  guard(server: Server, { connections }: ConnectionLimits): void {
    server.maxConnections = connections
    server.on('clientError', (error: ClientError, socket: Socket) => {
      // The connection is closed later, so that finished responses are sent first.
      setImmediate(() => {
        if (
          socket.writable &&
          error.code !== 'ECONNRESET' &&
          canAnswerInvalidRequest(this.#lastResponses.get(socket), socket)
        )
          socket.end(httpErrorResponse(error), () => socket.destroy())
        else socket.destroy()
      })
    })
  }
}

/** Whether the next response that the client expects is the response to its invalid request. */
const canAnswerInvalidRequest = (answer: ServerResponse | undefined, socket: Socket) =>
  answer === undefined ||
  answer.writableFinished ||
  // The invalid data is the body of this request, and the response has not started.
  (!answer.req.complete && !answer.headersSent && answer.socket === socket)

/**
 * Destroys a connection if its client reads nothing for too long. The returned function cancels that.
 */
export function limitStall({ socket }: ServerResponse, { stalledSeconds }: ConnectionLimits) {
  socket?.setTimeout(stalledSeconds * 1000)
  return () => void socket?.setTimeout(0)
}

type ClientError = Error & { readonly code?: string; readonly reason?: string }

const statusesByErrorCode: Readonly<Record<string, readonly [status: string, why: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The request line and the headers together must have at most ${ownLimits.headerBytes} bytes.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'The chunk extensions of the body are too long. Send the body without them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request arrived too slowly. Retry it.'],
}

function httpErrorResponse({ code = '', reason, message }: ClientError): string {
  const [status, why] = statusesByErrorCode[code] ?? [
    '400 Bad Request',
    `This is not valid HTTP/1.1: ${reason ?? message}.`,
  ]
  const head = `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n`
  return `${head}content-length: ${why.length + 1}\r\n\r\n${why}\n`
}
