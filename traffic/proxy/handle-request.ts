import { Readable } from 'node:stream'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { operations, type OperationId } from '../../contract/operations.ts'
import type { FaultPlan } from '../faults/plan-faults.ts'
import { ExchangeLog } from './exchange-log.ts'
import { Forwarding, rawHeadersOf } from './forwarding.ts'
import {
  type ProxyErrorCode,
  sendProxyResponse,
  sendProxyError,
  corsHeadersFor,
} from './own-response.ts'
import { planFaults } from './plan-faults.ts'
import { type OpenExchange, type ProxyState, splitQuery } from './proxy-state.ts'
import {
  headerOf,
  pairsOf,
  isPlainEventStream,
  type RawHeaders,
  withoutHeaders,
} from './raw-headers.ts'
import { rewriteRequest, type ProxySides, rewriteResponse } from './rewrite-headers.ts'
import { findTarget, leavesTarget } from './targets.ts'
import { shorten } from '../../contract/shorten.ts'
import { substituteHeader, type TargetRequest } from './substitute.ts'
import { PulledBody, sendThroughFaults } from './pulled-body.ts'
import type { Dispatcher } from 'undici'
import { upstreamProblem } from './upstream.ts'

/** Forwards one request to its target, and the response to the client. */
export function handleRequest(
  state: ProxyState,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  // Node adds no `Date` header, because the header of the target passes unchanged.
  outgoing.sendDate = false
  outgoing.on('error', () => outgoing.destroy())
  const { url = '/', method = 'GET', rawHeaders } = incoming
  const refuse = (status: number, code: ProxyErrorCode, message: string, of?: ProxySides) =>
    sendProxyError(outgoing, status, code, message, of)
  if (!url.startsWith('/'))
    return refuse(
      400,
      'proxy_bad_request',
      `This proxy only forwards to its own targets: send a path such as /api/agents, not \`${shorten(url, 200)}\`.`,
    )
  const hosts = pairsOf(rawHeaders).filter(([name]) => name.toLowerCase() === 'host')
  if (hosts.length > 1)
    return refuse(400, 'proxy_bad_request', 'This request has several `Host` headers. Send one.')
  const hostProblem = state.hostProblem(hosts[0]?.[1])
  if (hostProblem !== undefined) return refuse(403, 'proxy_unknown_host', hostProblem)
  const [path = '/', query = ''] = splitQuery(url)
  const target = findTarget(state.targets, path)
  if (target === undefined) {
    const prefixes = state.targets.map(({ prefix }) => prefix).join(', ')
    return refuse(
      404,
      'proxy_no_target',
      `No target has a prefix of this path. The prefixes are: ${prefixes}.`,
    )
  }
  if (leavesTarget(state.targets, target, path))
    return refuse(
      400,
      'proxy_bad_request',
      `The path \`${shorten(path, 200)}\` leads out of its target ${target.prefix} with \`..\`. Send the path that it means.`,
    )
  const operation = findOperation(method, path)
  const accept = headerOf(rawHeaders, 'accept') ?? ''
  const isTurn = operation !== undefined && operations[operation].answer === 'stream'
  const mayStream = isTurn || accept.includes('text/event-stream')
  const sides: ProxySides = {
    target,
    proxyOrigin: `http://${headerOf(rawHeaders, 'host') ?? 'localhost'}`,
    sentOrigin: state.origin ?? target.url.origin,
    origin: headerOf(rawHeaders, 'origin'),
    mayStream,
    rewrites: state.rewrites,
  }
  if (/\bwebsocket\b/i.test(headerOf(rawHeaders, 'upgrade') ?? ''))
    return refuse(
      501,
      'proxy_upgrade_refused',
      'This proxy passes HTTP and event streams, not WebSockets. Connect to the target directly.',
      sides,
    )
  const sentPath = target.base + url
  const sentHeaders = rewriteRequest(rawHeaders, sides)
  const request = { method, path, query, headers: rawHeaders, operation }
  const sentUrl = new URL(target.url.origin + sentPath)
  const log = new ExchangeLog(state, { ...request, url: sentUrl, sentHeaders })
  const leaving = new AbortController()
  const plan = planFaults(state, { ...request, mayStream, signal: leaving.signal })
  // The fake has no path prefix, so it only knows operations at paths that begin with `/api/`.
  const id = path.startsWith('/api/') ? operation : undefined
  const isSubstitutable = state.substitute?.mayAnswer({ id, method, path }) === true
  const exchange: OpenExchange = {
    incoming,
    outgoing,
    sides,
    log,
    plan,
    path: sentPath,
    method,
    headers: sentHeaders,
  }
  const pass = () =>
    isSubstitutable
      ? answerOrForward(state, exchange, operation, leaving.signal)
      : forwardRequest(state, exchange)
  if (plan === undefined && !isSubstitutable) return forwardRequest(state, exchange)
  outgoing.once('close', () => leaving.abort())
  if (plan !== undefined) log.faults = plan.ids
  const passing = plan === undefined ? pass() : passThroughFaults(exchange, plan, pass)
  Promise.resolve(passing).catch((error: Error) => outgoing.destroy(error))
}

async function passThroughFaults(
  { incoming, outgoing, log, sides }: OpenExchange,
  plan: FaultPlan,
  pass: () => Promise<void> | void,
): Promise<void> {
  const replaced = await plan.before()
  // The client may have left during a delay.
  if (outgoing.destroyed) return log.end('left')
  if (replaced === undefined) return pass()
  const named = plan.ids.map((id) => `\`${id}\``).join(', ')
  log.addOwnResponse(
    replaced.reset === true ? undefined : replaced.status,
    `replaced by the fault ${named}`,
    'fault',
  )
  if (replaced.reset === true) incoming.socket.resetAndDestroy()
  else sendProxyResponse(outgoing, replaced, sides)
}

function forwardRequest(state: ProxyState, exchange: OpenExchange): void {
  const { incoming, sides, log, path, method, headers } = exchange
  const forwarding = new Forwarding(state, exchange)
  const { hostname, origin } = sides.target.url
  const options = {
    origin,
    path,
    method,
    headers,
    body: bufferedBody(exchange) ?? requestBody(incoming, log),
    // Set explicitly, because the HTTP client would take the name from a kept `Host` header.
    servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
  }
  try {
    state.upstream.dispatch(options, forwarding)
  } catch (error) {
    forwarding.onResponseError(undefined, error as Error)
  }
}

/** The request body, if it was already read. */
const bufferedBody = ({ body }: OpenExchange) => (body?.length === 0 ? undefined : body)

/** The request body as a stream; `null` without a body. */
function requestBody(incoming: IncomingMessage, log: ExchangeLog) {
  const { headers } = incoming
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody ? Readable.from(recordChunks(incoming, log), { objectMode: false }) : null
}

async function* recordChunks(incoming: IncomingMessage, log: ExchangeLog): AsyncGenerator<Buffer> {
  for await (const chunk of incoming) {
    log.addRequest(chunk as Buffer)
    yield chunk as Buffer
  }
}

/** Lets the substitute respond, or forwards the request. */
async function answerOrForward(
  state: ProxyState,
  exchange: OpenExchange,
  id: OperationId | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { incoming, outgoing, sides, log, method } = exchange
  state.open.add(exchange)
  outgoing.once('close', () => state.open.delete(exchange))
  const fail = (status: number, code: ProxyErrorCode, message: string) => {
    log.addOwnResponse(status, message, 'success')
    sendProxyError(outgoing, status, code, message, sides)
  }
  const { url = '/', rawHeaders: headers } = incoming
  try {
    const body = await readRequestBody(incoming, log)
    if (body === undefined)
      return fail(
        413,
        'proxy_body_too_long',
        'The body is larger than 16 MB, the maximum for the fake.',
      )
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
    if (outgoing.destroyed) return log.end('left')
    if (response === undefined) return forwardRequest(state, { ...exchange, body })
    log.substitute = explanationOf(response)
    await sendSubstitute(exchange, response)
  } catch (error) {
    if (signal.aborted || outgoing.destroyed) return log.end('left')
    if (error instanceof TargetReadError)
      return fail(502, 'proxy_target_unavailable', error.message)
    state.onError(error)
    fail(500, 'proxy_fake_failed', 'The fake could not respond. The cause is in the log.')
  }
}

/** Finds the addresses for a substitute's request, whose path may belong to another target. */
function sidesOf(
  { targets, origin }: ProxyState,
  sides: ProxySides,
  { path }: TargetRequest,
): ProxySides {
  const target = findTarget(targets, splitQuery(path)[0] ?? path) ?? sides.target
  return { ...sides, target, sentOrigin: origin ?? target.url.origin, mayStream: false }
}

function explanationOf({ headers }: Response): string {
  const mark = headers.get(substituteHeader)
  if (mark === null) return 'This is what the target responded to the proxy itself.'
  return mark === 'fake'
    ? 'The fake responded in place of the target.'
    : 'The target responded, and the fake added messages.'
}

/** The maximum body size in bytes of a request that a substitute may answer. */
const maxRequestBytes = 16 * 1024 * 1024

/** Reads the whole request body; `undefined` if it is too long. */
async function readRequestBody(
  incoming: IncomingMessage,
  log: ExchangeLog,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of recordChunks(incoming, log)) {
    length += chunk.length
    if (length <= maxRequestBytes) chunks.push(chunk)
  }
  return length > maxRequestBytes ? undefined : Buffer.concat(chunks)
}

/** Sends a substitute's response, through the faults that affect it. */
async function sendSubstitute(exchange: OpenExchange, response: Response): Promise<void> {
  const { incoming, outgoing, sides, log } = exchange
  const rawHeaders = substituteHeaders(response, sides)
  const { status } = response
  const statusMessage = STATUS_CODES[status] ?? ''
  log.beginResponse(status, statusMessage, rawHeaders)
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) log.clientLeft()
    log.end('end')
  })
  const body = toPulledBody(response, rawHeaders)
  await sendThroughFaults(exchange, { status, statusMessage, rawHeaders, body }, () =>
    incoming.socket.resetAndDestroy(),
  )
}

/** Adds CORS headers of the proxy, because the substitute does not know the page's origin. */
function substituteHeaders({ headers }: Response, { origin }: ProxySides): string[] {
  const own = Object.entries(corsHeadersFor(origin))
  const kept = [...headers].filter(([name]) => !/^(access-control-|vary$)/.test(name))
  const vary = headers.get('vary')
  return [...kept, ...(vary === null || own.length > 0 ? [] : [['vary', vary]]), ...own].flat()
}

function toPulledBody(response: Response, headers: readonly string[]): PulledBody {
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
    { isEvents: isPlainEventStream(headers) },
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

/** The maximum size in bytes of a response that the proxy reads before it sends it. */
const maxResponseBytes = 64 * 1024 * 1024

/** The error for a target that sent no usable response. */
class TargetReadError extends Error {
  override readonly name = 'TargetReadError'
}

/** Sends a request of the proxy itself, and reads the whole response. Throws `TargetReadError`. */
async function askTarget(
  upstream: Dispatcher,
  sides: ProxySides,
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
  sides: ProxySides,
  { method, path, headers, body }: TargetRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { target } = sides
  const answered = await upstream.request({
    origin: target.url.origin,
    path: target.base + path,
    method: method as Dispatcher.HttpMethod,
    headers: rewriteRequest(targetHeaders(headers, body), sides),
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
  })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answered.body) {
    chunks.push(chunk as Uint8Array)
    length += (chunk as Uint8Array).length
    if (length > maxResponseBytes)
      throw new TargetReadError(
        `The response of ${target.url.origin} to ${method} ${path} has more than ${maxResponseBytes} bytes, the maximum that the fake reads.`,
      )
  }
  const received = rewriteResponse(rawHeadersOf(answered.headers), sides)
  const isEmpty = length === 0 || answered.statusCode === 204 || answered.statusCode === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks), {
    status: answered.statusCode,
    headers: withoutHeaders(received, /^content-length$/),
  })
}

/** Headers that the proxy does not send, so that it can read the response and send its own body. */
const headersNotSent = /^(accept-encoding|if-.*|range|content-length|transfer-encoding)$/

function targetHeaders(headers: RawHeaders, body: Uint8Array | undefined): string[] {
  const kept = withoutHeaders(headers, headersNotSent)
  const length = body === undefined ? [] : ['content-length', String(body.length)]
  const host = headerOf(headers, 'host') === undefined ? ['host', 'localhost'] : []
  return [...kept.flat(), 'accept-encoding', 'identity', ...length, ...host]
}
