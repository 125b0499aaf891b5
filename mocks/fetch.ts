import { keepOriginal } from '../contract/abortable-fetch.ts'
import { isBytes } from '../contract/realm-safe.ts'
import {
  type PlainRequest,
  ConnectionReset,
  type FrameStream,
  type PlainResponse,
} from '../contract/plain-http.ts'
import { frameText } from '../contract/sse.ts'

export function toPlainRequest(request: Request): PlainRequest {
  const url = new URL(request.url)
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    headers: () => request.headers,
    signal: request.signal,
    async read(limit) {
      const bytes = new Uint8Array(await request.arrayBuffer())
      return bytes.length > limit ? 'too-large' : bytes
    },
  }
}

/**
 * Converts a plain response to a web `Response`. Its stream stops on `cancel()` and when the signal
 * of the request aborts. Throws as `fetch` does: a `TypeError` if a fault resets the connection,
 * and the reason of the signal if it has aborted.
 */
export function toResponse(
  { status, headers, body, reset }: PlainResponse,
  request: Pick<Request, 'method' | 'signal'>,
): Response {
  const { method, signal } = request
  if (reset === true) throw new TypeError('fetch failed', { cause: new ConnectionReset() })
  if (signal.aborted && typeof body === 'object') body.cancel()
  signal.throwIfAborted()
  // A response to HEAD has no body.
  if (method === 'HEAD') return new Response(null, { status, headers })
  const content = typeof body === 'object' ? toStream(body, request) : (body ?? null)
  return new Response(content, { status, headers })
}

/** The maximum number of redirects that `fetch` follows. */
const maxRedirects = 20

/**
 * Sends a request, and follows redirects within its origin as `fetch` does. A request with a body is
 * sent again only by a redirect that keeps its method: 307 or 308.
 */
export async function followRedirects(
  request: Request,
  send: (request: Request) => Promise<Response>,
  remainingRedirects = maxRedirects,
): Promise<Response> {
  const isRead = ['GET', 'HEAD'].includes(request.method)
  // A request with a body is copied, because sending the request consumes its body.
  const copy = isRead ? undefined : request.clone()
  const response = await send(request)
  const location = response.headers.get('location')
  const isFollowed =
    (isRead ? [301, 302, 307, 308] : [307, 308]).includes(response.status) &&
    request.redirect === 'follow'
  if (!isFollowed || location === null || remainingRedirects === 0) return response
  const url = new URL(location, request.url)
  if (url.origin !== new URL(request.url).origin) return response
  const next = keepOriginal(await redirected(url, request, copy), request)
  return followRedirects(next, send, remainingRedirects - 1)
}

/** Creates the request to the target of a redirect, with the body of the unsent copy. */
async function redirected(url: URL, request: Request, copy: Request | undefined): Promise<Request> {
  if (copy === undefined) return new Request(url, request)
  const { method, headers, signal } = request
  // Not every browser can take the body of another request as a stream.
  return new Request(url, { method, headers, signal, body: await copy.arrayBuffer() })
}

/**
 * Ends the stream on `cancel()` and on the signal: MSW and `fetch` each use only one of them. The
 * stream keeps its request: Node ignores the signal of a request that was garbage-collected.
 */
function toStream(
  frames: FrameStream,
  request: Pick<Request, 'signal'>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave: () => void
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = () => {
          frames.cancel()
          controller.error(request.signal.reason)
        }
        request.signal.addEventListener('abort', leave, { once: true })
      },
      async pull(controller) {
        const part = await frames.pull().catch((error: unknown) => {
          request.signal.removeEventListener('abort', leave)
          // If a connection breaks within a body, `fetch` reports a `TypeError`.
          throw error instanceof ConnectionReset
            ? new TypeError('terminated', { cause: error })
            : error
        })
        if (request.signal.aborted) return
        if (part !== undefined) {
          controller.enqueue(isBytes(part) ? part : encoder.encode(frameText(part)))
          return
        }
        request.signal.removeEventListener('abort', leave)
        controller.close()
      },
      cancel() {
        request.signal.removeEventListener('abort', leave)
        frames.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}
