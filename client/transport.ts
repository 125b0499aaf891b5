import { type ApiError, readApiError } from './errors.ts'
import { parseJson } from '../contract/json.ts'
import type { SystemClock } from './system-clock.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Query parameters. Values that are `undefined` or `null` are left out. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A request before the base URL, headers and credential are added. */
export type OutgoingRequest = {
  readonly method: Method
  /** The path below the base URL, such as `/api/agents`. */
  readonly path: string
  readonly query?: Query | undefined
  /** The body, sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The part of the `fetch` API that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends requests over `fetch`, without sessions or retries. */
export type Transport = ReturnType<typeof createTransport>

export function createTransport(
  baseUrl: string,
  fetch: Fetch,
  headers: Readonly<Record<string, string>>,
  systemClock: SystemClock,
) {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '')
  return {
    /** Sends a request, with a bearer token if one is given; returns the response of any status. */
    send(
      { method, path, query = {}, body, signal }: OutgoingRequest,
      bearer: string | undefined,
    ): Promise<Response> {
      const sent = new Headers(headers)
      if (body !== undefined) sent.set('content-type', 'application/json')
      if (bearer !== undefined) sent.set('authorization', `Bearer ${bearer}`)
      return fetch(base + path + queryString(query), {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      })
    },
    async readError({ method, path }: OutgoingRequest, response: Response): Promise<ApiError> {
      const text = await response.text()
      const body = parseJson(text, text)
      return readApiError(response, body, `${method} ${path}`, systemClock.now())
    },
  }
}

function queryString(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

/** Settles like the promise, but rejects with the reason of the signal if the signal aborts. */
export function rejectOnAbort<Result>(
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const settle = () => signal.removeEventListener('abort', abort)
    work.then(resolve, reject).finally(settle)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
