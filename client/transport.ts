import { type ApiError, readApiError } from './api-error.ts'
import { parseJson } from './json.ts'
import type { Wall } from './wall.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Values of a query; those that are `undefined` or `null` are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A call, as it is sent. */
export type Order = {
  readonly method: Method
  /** The path below the base URL, such as `/api/agents`. */
  readonly path: string
  readonly query?: Query | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How the platform is reached. */
export type Transport = {
  /** Sends a call with a credential, or without; gives any answer. */
  send(order: Order, bearer: string | undefined): Promise<Response>
  /** The error in an answer. */
  errorOf(order: Order, response: Response): Promise<ApiError>
}

export type TransportOptions = {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly wall: Wall
}

export function createTransport({ baseUrl, fetch, headers, wall }: TransportOptions): Transport {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  return {
    send: ({ method, path, query = {}, body, signal }, bearer) =>
      fetch(base + path + searchOf(query), {
        method,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    async errorOf({ method, path }, response) {
      const body = parseJson(await response.text())
      return readApiError(response, body, `${method} ${path}`, wall.now())
    },
  }
}

function searchOf(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}
