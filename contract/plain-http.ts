import { isError } from './realm-safe.ts'
import type { Frame } from './sse.ts'

/** A request as plain data. Each adapter creates it from its library's request. */
export type PlainRequest = {
  readonly method: string
  /** The path as sent: percent-encoded, without the query. */
  readonly path: string
  /** The query as sent, without `?`. */
  readonly query: string
  /** The address on which the server received the request, if other machines can reach it. */
  readonly exposedAt?: string | undefined
  /** Gets a header by its lower-case name. */
  header(name: string): string | undefined
  headers(): Iterable<readonly [name: string, value: string]>
  /** Aborts when the caller disconnects, if the adapter can detect it. */
  readonly signal: AbortSignal
  /** Reads the whole body. Returns `too-large` if it exceeds `limit` bytes. */
  read(limit: number): Promise<Uint8Array | 'too-large'>
}

/** The properties in which a copy of a request differs from the original. */
export type RequestChanges = {
  /** Replaces headers by their lower-case names; `undefined` removes a header. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly query?: string
  readonly read?: PlainRequest['read']
  readonly exposedAt?: string
}

/**
 * Copies a request with changes. The copy calls the original for all other properties, because
 * adapters have private fields, which neither a spread nor a prototype copies.
 */
export function copyRequest(request: PlainRequest, changes: RequestChanges): PlainRequest {
  const { headers = {} } = changes
  return {
    method: request.method,
    path: request.path,
    query: changes.query ?? request.query,
    exposedAt: changes.exposedAt ?? request.exposedAt,
    header: (name) => (Object.hasOwn(headers, name) ? headers[name] : request.header(name)),
    *headers() {
      for (const [name, value] of request.headers())
        if (!Object.hasOwn(headers, name)) yield [name, value] as const
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) yield [name, value] as const
    },
    // This is a getter, because some adapters create the signal at its first use.
    get signal() {
      return request.signal
    },
    read: changes.read ?? ((limit) => request.read(limit)),
  }
}

/** Frames of a stream; or bytes, if a file is sent or a fault has damaged the stream. */
export type StreamPart = readonly Frame[] | Uint8Array

/**
 * The frames of a stream. The sender pulls them, so that the stream stops when the reader
 * disconnects.
 */
export type FrameStream = {
  /** Waits for due frames; `undefined` at the end. Throws `ConnectionReset` for a broken stream. */
  pull(): Promise<StreamPart | undefined>
  /** Whether the last pull reached the end. Some streams only notice their end at the next pull. */
  readonly isDone?: boolean
  /** The text of the body before its compression, for a body that is not an event stream. */
  readonly text?: string
  /** Cancels the stream, because its reader has disconnected. */
  cancel(): void
}

/** A response as plain data. Each adapter sends it in its own way. */
export type PlainResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FrameStream | undefined
  /** Set to send no response: the connection breaks before the first byte. */
  readonly reset?: true
}

/**
 * Headers for responses of a server that shares its origin with the console. With them, a browser
 * shows such a response as a page without an origin, and runs no scripts in it.
 */
export const sandboxHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
} as const

/** Thrown to break a connection on purpose: adapters reset it, if they can. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset'
}

/** Whether `fetch` failed because the connection broke. */
export const isConnectionReset = (error: unknown): boolean =>
  isError(error, 'TypeError') && error.cause instanceof ConnectionReset

/** Wraps a stream so that `close` is called when it ends, breaks or is cancelled. */
export function untilClosed(frames: FrameStream, close: () => void): FrameStream {
  return {
    async pull() {
      try {
        const next = await frames.pull()
        if (next === undefined) close()
        return next
      } catch (error) {
        close()
        throw error
      }
    },
    cancel() {
      close()
      frames.cancel()
    },
  }
}
