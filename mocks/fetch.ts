import {
  type PlainRequest,
  ConnectionReset,
  type FrameStream,
  type PlainResponse,
} from '../recording/exchange.ts'

/** A web `Request` as a call. */
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
 * A reply as the web `Response` to a request. Its stream stops on `cancel()` and on the abort of
 * the request's signal. Throws as `fetch` does: a `TypeError` where the connection is reset, the
 * signal's reason once it aborted.
 */
export function toResponse(
  { status, headers, body, reset }: PlainResponse,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): Response {
  if (reset === true) throw new TypeError('fetch failed', { cause: new ConnectionReset() })
  if (signal.aborted && typeof body === 'object') body.cancel()
  signal.throwIfAborted()
  // HTTP carries no body behind the headers that HEAD asks for.
  if (method === 'HEAD') return new Response(null, { status, headers })
  const content = typeof body === 'object' ? toStream(body, signal) : (body ?? null)
  return new Response(content, { status, headers })
}

/** Neither `cancel()` nor the signal alone reaches us from every place where a fake is mounted. */
function toStream(frames: FrameStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let leave: () => void
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = () => {
          frames.cancel()
          controller.error(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
      },
      async pull(controller) {
        const text = await frames.pull().catch((error: unknown) => {
          signal.removeEventListener('abort', leave)
          // What `fetch` tells of a connection that breaks in the middle of a body.
          throw error instanceof ConnectionReset
            ? new TypeError('terminated', { cause: error })
            : error
        })
        if (signal.aborted) return
        if (text !== undefined) {
          controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text)
          return
        }
        signal.removeEventListener('abort', leave)
        controller.close()
      },
      cancel() {
        signal.removeEventListener('abort', leave)
        frames.cancel()
      },
    },
    { highWaterMark: 0 },
  )
}
