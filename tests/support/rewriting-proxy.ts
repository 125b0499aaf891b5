import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isObject, parseJson, type JsonObject } from '../../contract/json.ts'

/** A request on its way to the platform. `path` starts with `/` and contains the query. */
type Call = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** A response that is not a stream, on its way to the client. */
type Answer = { readonly status: number; readonly headers: Headers; readonly body: string }

/** The changes of a proxy. Without a function, data stays unchanged. */
export type Rewrites = {
  /** Changes a request. A `Response` replaces the response of the platform. */
  readonly request?: (call: Call) => Partial<Call> | Response | void
  /** Changes a response that is not a stream. `call` is the request of the client, unchanged. */
  readonly response?: (answer: Answer, call: Call) => Partial<Answer> | void
  /** Changes one event of a stream: its lines, without the empty line after them. '' drops it. */
  readonly event?: (lines: string, call: Call) => string
}

type Fetch = (request: Request) => Promise<Response>

/**
 * Wraps `fetch`, so that requests and responses are rewritten on the way: for in-process tests.
 * @example
 * // A deployment whose keys start with `fim_`.
 * const { fake, systemClock } = virtualFake()
 * const fetch = rewritingFetch((request) => fake.fetch(request), otherKeyPrefix('fim_'))
 * await runConformance({ target, plan: 'core', fetch, now: systemClock.now, sleep: systemClock.sleep })
 */
export function rewritingFetch(fetch: Fetch, rewrites: Rewrites): Fetch {
  return async (request) => {
    const { method, signal } = request
    const { origin, pathname, search } = new URL(request.url)
    const { headers } = request
    const call: Call = { method, path: pathname + search, headers, body: await request.text() }
    const changed = rewrites.request?.(call)
    if (changed instanceof Response) return changed
    const sent = { ...call, ...changed }
    const response = await fetch(
      new Request(origin + sent.path, {
        method: sent.method,
        headers: withoutLength(sent.headers),
        body: sent.body === '' ? null : sent.body,
        signal,
        redirect: 'manual',
      }),
    )
    return rewriteResponse(response, rewrites, call)
  }
}

/**
 * Opens the same proxy on a free port of 127.0.0.1, in front of a server at `upstream`: for the
 * command line, and for trying things by hand.
 */
export async function openRewritingProxy(upstream: string, rewrites: Rewrites) {
  const forward = rewritingFetch((request) => fetch(request), rewrites)
  const server = createServer(async (incoming, outgoing) => {
    const left = new AbortController()
    outgoing.on('close', () => left.abort())
    const { method = 'GET', url = '/' } = incoming
    const body = await buffer(incoming)
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (!hopHeaders.has(name)) headers.set(name, String(value))
    }
    const request = new Request(upstream + url, {
      method,
      headers,
      body: body.length > 0 ? new Uint8Array(body) : null,
      signal: left.signal,
    })
    try {
      const response = await forward(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (response.body)
        Readable.fromWeb(response.body)
          .on('error', () => undefined)
          .pipe(outgoing)
      else outgoing.end()
    } catch {
      outgoing.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Keys start with `prefix` in place of `svc_`; a key with `svc_` is not accepted. */
export const otherKeyPrefix = (prefix: string): Rewrites => {
  const swap = (text: string, before: string) =>
    text
      .replaceAll(`${before}svc_`, `${before}\0`)
      .replaceAll(before + prefix, `${before}svc_`)
      .replaceAll(`${before}\0`, before + prefix)
  return {
    request: ({ headers, body }) => {
      const changed = new Headers(headers)
      const credential = headers.get('authorization')
      if (credential !== null) changed.set('authorization', swap(credential, ' '))
      return { headers: changed, body: swap(body, '"') }
    },
    response: ({ body }) => ({ body: swap(body, '"') }),
  }
}

/** Changes the body of a response if it is a JSON object. */
export function rewriteJson(
  { body }: Answer,
  change: (json: JsonObject) => unknown,
): Partial<Answer> | undefined {
  const json = parseJson(body)
  return isObject(json) ? { body: JSON.stringify(change(json)) } : undefined
}

async function rewriteResponse(response: Response, rewrites: Rewrites, call: Call) {
  const { status, headers } = response
  const kept = withoutLength(headers)
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    const { event } = rewrites
    const body = event && response.body?.pipeThrough(eventRewriter((lines) => event(lines, call)))
    return new Response(body ?? response.body, { status, headers: kept })
  }
  const answer = { status, headers: kept, body: await response.text() }
  const { body, ...init } = { ...answer, ...rewrites.response?.(answer, call) }
  // A response with one of these statuses must not have a body.
  const isBodiless = [204, 205, 304].includes(init.status)
  return new Response(isBodiless ? null : body, init)
}

/** Splits a stream at empty lines and rewrites each event. */
function eventRewriter(rewrite: (lines: string) => string) {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let rest = ''
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = rewrite(block)
        if (lines !== '') controller.enqueue(encoder.encode(`${lines}\n\n`))
      }
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(rest))
    },
  })
}

const hopHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding'])

// The length changes with the body, and `fetch` has decoded the body already.
function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) kept.delete(name)
  return kept
}
