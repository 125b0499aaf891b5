import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlainRequest } from '../../recording/exchange.ts'
import { memoize } from '../world/memoize.ts'

/** The properties of the server that a request needs. */
export type ServerInfo = {
  readonly exposedAt: string | undefined
  /** The bytes beyond its limit that are read from a body, so that the client gets the response. */
  readonly limits: { readonly droppedBytes: number }
}

/** Converts a request of Node to a plain request. Rarely used fields are computed on demand. */
export class NodeRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly exposedAt: string | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #droppedBytes: number

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { exposedAt, limits }: ServerInfo,
  ) {
    const { path, query } = readTarget(request.url ?? '/')
    this.method = request.method ?? 'GET'
    this.path = path
    this.query = query
    this.exposedAt = exposedAt
    this.#request = request
    this.#response = response
    this.#droppedBytes = limits.droppedBytes
  }

  /**
   * Searches the raw headers: that is cheaper than `headers`, which Node builds from all of them.
   */
  header(name: string): string | undefined {
    const { rawHeaders } = this.#request
    let found: string | undefined
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const given = rawHeaders[at]
      if (given?.length !== name.length || given.toLowerCase() !== name) continue
      if (found !== undefined) return asOne(this.#request.headers[name])
      found = rawHeaders[at + 1]
    }
    return found
  }

  headers(): Iterable<readonly [name: string, value: string]> {
    return readHeaders(this.#request.rawHeaders.join('\n'))
  }

  get signal(): AbortSignal {
    const leaving = new AbortController()
    if (this.#response.destroyed) leaving.abort()
    this.#response.once('close', () => leaving.abort())
    return leaving.signal
  }

  /** Reads to the end of the body: only then does every client read the response. */
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
      request.once('end', () => resolve(length > limit ? 'too-large' : joined(chunks)))
      request.once('error', reject)
      request.once('close', () => {
        if (!request.complete)
          reject(new Error('The connection closed before the body of the request was complete.'))
      })
    })
  }
}

const joined = (chunks: readonly Buffer[]) =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)

const readTarget = memoize((given) => {
  const target = pathOf(given)
  const split = target.indexOf('?')
  return split < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, split), query: target.slice(split + 1) }
})

/** The headers for the journal. Clients mostly send the same headers, so equal lists are shared. */
const readHeaders = memoize((lines) => new RawHeaders(lines === '' ? [] : lines.split('\n')), 4000)

/** Raw headers, paired when they are read. */
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

const asOne = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(', ') : value

/** The path and query of a request target. Clients that use a proxy send it with the host. */
const pathOf = (target: string) =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
