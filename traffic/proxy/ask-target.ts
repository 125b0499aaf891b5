import type { Dispatcher } from 'undici'
import { headerOf, pairsOf, type RawHeaders } from './raw-headers.ts'
import { rewriteRequest, rewriteResponse, type Sides } from './rewrite-headers.ts'
import type { TargetRequest } from './substitute.ts'
import { upstreamProblem } from './upstream.ts'

/** Bytes of a response that the proxy reads as a whole. */
const maxRead = 64 * 1024 * 1024

/** A target did not give a response that the proxy can use. */
export class TargetReadError extends Error {
  override readonly name = 'TargetReadError'
}

/** Sends a request of the proxy itself, and reads the whole response. Throws `TargetReadError`. */
export async function askTarget(
  upstream: Dispatcher,
  sides: Sides,
  request: TargetRequest,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await readTarget(upstream, sides, request, signal)
  } catch (error) {
    if (error instanceof TargetReadError) throw error
    const { origin } = sides.target.url
    throw new TargetReadError(`The target ${origin} ${upstreamProblem(error as Error)}`)
  }
}

async function readTarget(
  upstream: Dispatcher,
  sides: Sides,
  { method, path, headers, body }: TargetRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { target } = sides
  const answered = await upstream.request({
    origin: target.url.origin,
    path: target.base + path,
    method: method as Dispatcher.HttpMethod,
    headers: rewriteRequest(asked(headers, body), sides),
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answered.body) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > maxRead)
      throw new TargetReadError(
        `The response of ${target.url.origin} to ${method} ${path} has more than ${maxRead} bytes.`,
      )
  }
  const raw = (answered.headers as unknown as readonly (Buffer | string)[]).map((part) =>
    typeof part === 'string' ? part : part.toString('latin1'),
  )
  const received = pairsOf(rewriteResponse(raw, sides)).filter(
    ([name]) => name.toLowerCase() !== 'content-length',
  )
  const isEmpty = length === 0 || answered.statusCode === 204 || answered.statusCode === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status: answered.statusCode,
    headers: received,
  })
}

/** Headers that would make the response unreadable, or that belong to another body. */
const unfit = /^(accept-encoding|if-.*|range|content-length|transfer-encoding)$/i

function asked(headers: RawHeaders, body: Uint8Array | undefined): string[] {
  const kept = pairsOf(headers).filter(([name]) => !unfit.test(name))
  const length = body === undefined ? [] : ['content-length', String(body.length)]
  const host = headerOf(headers, 'host') === undefined ? ['host', 'localhost'] : []
  return [...kept.flat(), 'accept-encoding', 'identity', ...length, ...host]
}
