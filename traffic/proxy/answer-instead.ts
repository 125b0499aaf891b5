import type { OperationId } from '../../contract/operations.ts'
import { type OwnErrorCode, sendOwnError, readableBy } from './own-response.ts'
import { type OpenExchange, type ProxyState, splitQuery } from './proxy-state.ts'
import { type Sides, rewriteRequest, rewriteResponse } from './rewrite-headers.ts'
import { substituteHeader, type TargetRequest } from './substitute.ts'
import { findTarget } from './targets.ts'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { ExchangeLog } from './exchange-log.ts'
import { rawHeadersOf } from './forwarding.ts'
import { PulledBody, sendDamaged } from './pulled-body.ts'
import { isEventStream, headerOf, pairsOf, type RawHeaders } from './raw-headers.ts'
import type { Dispatcher } from 'undici'
import { upstreamProblem } from './upstream.ts'

/** Lets the substitute answer, or else passes the request on. */
export async function answerOrForward(
  state: ProxyState,
  exchange: OpenExchange,
  id: OperationId | undefined,
  signal: AbortSignal,
  forward: (state: ProxyState, exchange: OpenExchange) => void,
): Promise<void> {
  const { incoming, outgoing, sides, log, method } = exchange
  state.open.add(exchange)
  outgoing.once('close', () => state.open.delete(exchange))
  const fail = (status: number, code: OwnErrorCode, message: string) => {
    log.replaced(status, message, 'success')
    sendOwnError(outgoing, status, code, message, sides)
  }
  const body = await readWhole(incoming, log)
  if (body === undefined)
    return fail(413, 'proxy_body_too_long', 'The fake takes no body of more than 16 MB.')
  const { url = '/', rawHeaders: headers } = incoming
  try {
    const response = await state.substitute?.answer({
      id,
      method,
      path: splitQuery(url)[0] ?? url,
      url,
      headers,
      body,
      signal,
      ask: (request) => askTarget(state.upstream, sidesOf(state, sides, request), request, signal),
    })
    if (response === undefined) return forward(state, { ...exchange, body })
    log.substitute = explanationOf(response)
    await sendSubstitute(exchange, response)
  } catch (error) {
    if (signal.aborted) return log.end('left')
    if (error instanceof TargetReadError)
      return fail(502, 'proxy_target_unavailable', error.message)
    state.onError(error)
    fail(500, 'proxy_fake_failed', 'The fake could not respond. The cause is in the log.')
  }
}

/** A substitute may ask for other paths, which may belong to other targets. */
function sidesOf({ targets, origin }: ProxyState, sides: Sides, { path }: TargetRequest): Sides {
  const target = findTarget(targets, splitQuery(path)[0] ?? path) ?? sides.target
  return { ...sides, target, sent: origin ?? target.url.origin, mayStream: false }
}

function explanationOf({ headers }: Response): string {
  const mark = headers.get(substituteHeader)
  if (mark === null) return 'This is what the target responded to the proxy itself.'
  return mark === 'fake'
    ? 'The fake responded in place of the target.'
    : 'The target responded, and the fake added messages.'
}

/** Bytes of the body of a request that a substitute may answer. */
const maxRequest = 16 * 1024 * 1024

/** Reads the whole body of a request; `undefined` if it is too long. */
async function readWhole(incoming: IncomingMessage, log: ExchangeLog): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    log.addRequest(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length <= maxRequest) chunks.push(chunk as Buffer)
  }
  return length > maxRequest ? undefined : Buffer.concat(chunks)
}

/** Sends the response of a substitute, through the faults that affect it. */
async function sendSubstitute(
  { incoming, outgoing, sides, log, plan }: OpenExchange,
  response: Response,
): Promise<void> {
  const headers = rawHeaders(response, sides)
  const statusMessage = STATUS_CODES[response.status] ?? ''
  log.begin(response.status, statusMessage, headers)
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) log.leave()
    log.end('end')
  })
  const body = pulled(response, headers)
  const plain = { status: response.status, headers: {}, body }
  const damaged = plan?.after(plain) ?? plain
  await sendDamaged(
    outgoing,
    { ...damaged, statusMessage, rawHeaders: headers },
    {
      onSend: (bytes) => log.add(bytes),
      onBreak: () => {
        log.end('cut')
        body.cancel()
        incoming.socket.resetAndDestroy()
      },
    },
  )
}

/** The substitute does not know where pages reach it, so the proxy grants them access. */
function rawHeaders({ headers }: Response, { origin }: Sides): string[] {
  const own = Object.entries(readableBy(origin))
  const kept = [...headers].filter(([name]) => !/^(access-control-|vary$)/.test(name))
  const vary = headers.get('vary')
  return [...kept, ...(vary === null || own.length > 0 ? [] : [['vary', vary]]), ...own].flat()
}

function pulled(response: Response, headers: readonly string[]): PulledBody {
  const reader = response.body?.getReader()
  const waiting: { wake?: () => void } = {}
  let isPaused = false
  const body = new PulledBody(
    {
      pause: () => void (isPaused = true),
      resume() {
        isPaused = false
        waiting.wake?.()
      },
      cancel: () => void reader?.cancel().catch(() => undefined),
    },
    { isEvents: isEventStream(headers) },
  )
  async function pump(): Promise<void> {
    for (;;) {
      if (isPaused) await new Promise<void>((resolve) => (waiting.wake = resolve))
      const part = await reader?.read()
      if (part?.value === undefined) return body.finish('ended')
      body.push(part.value)
    }
  }
  pump().catch(() => body.finish('broken'))
  return body
}

/** Bytes of a response that the proxy reads as a whole. */
const maxRead = 64 * 1024 * 1024

/** A target did not give a response that the proxy can use. */
class TargetReadError extends Error {
  override readonly name = 'TargetReadError'
}

/** Sends a request of the proxy itself, and reads the whole response. Throws `TargetReadError`. */
async function askTarget(
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
  const received = pairsOf(rewriteResponse(rawHeadersOf(answered.headers), sides)).filter(
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
