import { Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { findOperation, isStream } from '../../recording/find-operation.ts'
import type { FaultPlan } from '../../recording/faults/plan-faults.ts'
import { ExchangeLog, type ExchangeLogContext } from './exchange-log.ts'
import { Forwarding } from './forwarding.ts'
import { sendOwn, sendOwnError } from './own-response.ts'
import { type FaultSource, planFaults } from './plan-faults.ts'
import { headerOf } from './raw-headers.ts'
import { type Rewrite, rewriteRequest, type Sides } from './rewrite-headers.ts'
import { findTarget, type Target } from './targets.ts'

/** What all requests of a proxy share. */
export type ProxyState = FaultSource &
  ExchangeLogContext & {
    readonly targets: readonly Target[]
    readonly upstream: Dispatcher
    readonly rewrites: ReadonlySet<Rewrite>
    /** The origin that targets receive from pages of this machine; their own by default. */
    readonly origin: string | undefined
    readonly keepsReading: boolean
    /** Whether the bodies of requests are looked at, besides being passed on. */
    readonly recordsRequests: boolean
    /** The exchanges that are not over. */
    readonly open: Set<Forwarding>
  }

/** Passes one request on to its target, and the response back. */
export function handleRequest(
  state: ProxyState,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  // The date of the target passes unchanged.
  outgoing.sendDate = false
  outgoing.on('error', () => outgoing.destroy())
  const { url = '/', method = 'GET', rawHeaders } = incoming
  if (!url.startsWith('/'))
    return sendOwnError(
      outgoing,
      400,
      'proxy_bad_request',
      `This proxy stands in front of fixed targets and takes paths, not \`${url.slice(0, 200)}\`.`,
    )
  const [path = '/', query = ''] = splitQuery(url)
  const target = findTarget(state.targets, path)
  if (target === undefined) {
    const prefixes = state.targets.map(({ prefix }) => prefix).join(', ')
    return sendOwnError(
      outgoing,
      404,
      'proxy_no_target',
      `No target has a prefix of this path. The prefixes are: ${prefixes}.`,
    )
  }
  const operation = findOperation(method, path)
  const accept = headerOf(rawHeaders, 'accept') ?? ''
  const mayStream = isStream(operation) || accept.includes('text/event-stream')
  const sides: Sides = {
    target,
    own: `http://${headerOf(rawHeaders, 'host') ?? 'localhost'}`,
    sent: state.origin ?? target.url.origin,
    origin: headerOf(rawHeaders, 'origin'),
    mayStream,
    rewrites: state.rewrites,
  }
  if (/\bwebsocket\b/i.test(headerOf(rawHeaders, 'upgrade') ?? ''))
    return sendOwnError(
      outgoing,
      501,
      'proxy_upgrade_refused',
      'This proxy passes HTTP and event streams, not WebSockets. Connect to the target directly.',
      sides,
    )
  const sentPath = target.base + url
  const sentHeaders = rewriteRequest(rawHeaders, sides)
  const log = new ExchangeLog(state, {
    method,
    path,
    query,
    url: new URL(target.url.origin + sentPath),
    headers: rawHeaders,
    sentHeaders,
    operation,
  })
  const leaving = new AbortController()
  const plan = planFaults(state, {
    method,
    path,
    headers: rawHeaders,
    operation,
    mayStream,
    signal: leaving.signal,
  })
  const exchange: Exchange = {
    incoming,
    outgoing,
    sides,
    log,
    plan,
    path: sentPath,
    method,
    headers: sentHeaders,
  }
  if (plan === undefined) return forward(state, exchange)
  outgoing.once('close', () => leaving.abort())
  log.faults = plan.ids
  forwardThroughFaults(state, exchange, plan).catch((error: Error) => outgoing.destroy(error))
}

type Exchange = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly sides: Sides
  readonly log: ExchangeLog
  readonly plan: FaultPlan | undefined
  readonly path: string
  readonly method: string
  readonly headers: string[]
}

function splitQuery(url: string): readonly string[] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

async function forwardThroughFaults(
  state: ProxyState,
  exchange: Exchange,
  plan: FaultPlan,
): Promise<void> {
  const { incoming, outgoing, log, sides } = exchange
  const replaced = await plan.before()
  if (replaced === undefined) return forward(state, exchange)
  const named = plan.ids.map((id) => `\`${id}\``).join(', ')
  log.replaced(
    replaced.reset === true ? undefined : replaced.status,
    `replaced by the fault ${named}`,
    'fault',
  )
  if (replaced.reset === true) incoming.socket.resetAndDestroy()
  else sendOwn(outgoing, replaced, sides)
}

function forward(state: ProxyState, exchange: Exchange): void {
  const { incoming, outgoing, sides, log, plan, path, method, headers } = exchange
  const forwarding = new Forwarding({
    incoming,
    outgoing,
    sides,
    log,
    plan,
    keepsReading: state.keepsReading,
    onEnd: () => void state.open.delete(forwarding),
  })
  state.open.add(forwarding)
  const { hostname, origin } = sides.target.url
  const options = {
    origin,
    path,
    method,
    headers,
    body: requestBody(incoming, log, state.recordsRequests),
    // Without it, the client of the target would take the name from a `Host` that was kept.
    servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
  }
  try {
    state.upstream.dispatch(options, forwarding)
  } catch (error) {
    forwarding.onResponseError(undefined, error as Error)
  }
}

/** The body of a request as it arrives; `null` without one. */
function requestBody(incoming: IncomingMessage, log: ExchangeLog, isRecorded: boolean) {
  const { headers } = incoming
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return null
  return isRecorded ? Readable.from(recorded(incoming, log), { objectMode: false }) : incoming
}

async function* recorded(incoming: IncomingMessage, log: ExchangeLog): AsyncGenerator<Buffer> {
  for await (const chunk of incoming) {
    log.addRequest(chunk as Buffer)
    yield chunk as Buffer
  }
}
