import { Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findOperation } from '../../contract/operations/operation-index.ts'
import { operations } from '../../contract/operations.ts'
import type { FaultPlan } from '../../recording/faults/plan-faults.ts'
import { answerOrForward } from './answer-instead.ts'
import { ExchangeLog } from './exchange-log.ts'
import { Forwarding } from './forwarding.ts'
import { type OwnErrorCode, sendOwn, sendOwnError } from './own-response.ts'
import { planFaults } from './plan-faults.ts'
import { type OpenExchange, type ProxyState, splitQuery } from './proxy-state.ts'
import { headerOf, pairsOf } from './raw-headers.ts'
import { rewriteRequest, type Sides } from './rewrite-headers.ts'
import { findTarget, leavesTarget } from './targets.ts'
import { shorten } from '../../contract/shorten.ts'

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
  const refuse = (status: number, code: OwnErrorCode, message: string, of?: Sides) =>
    sendOwnError(outgoing, status, code, message, of)
  if (!url.startsWith('/'))
    return refuse(
      400,
      'proxy_bad_request',
      `This proxy stands in front of fixed targets and takes paths, not \`${shorten(url, 200)}\`.`,
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
  const sides: Sides = {
    target,
    own: `http://${headerOf(rawHeaders, 'host') ?? 'localhost'}`,
    sent: state.origin ?? target.url.origin,
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
  // A fake has no path prefix.
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
      ? answerOrForward(state, exchange, operation, leaving.signal, forward)
      : forward(state, exchange)
  if (plan === undefined && !isSubstitutable) return forward(state, exchange)
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
  if (replaced === undefined) return pass()
  const named = plan.ids.map((id) => `\`${id}\``).join(', ')
  log.replaced(
    replaced.reset === true ? undefined : replaced.status,
    `replaced by the fault ${named}`,
    'fault',
  )
  if (replaced.reset === true) incoming.socket.resetAndDestroy()
  else sendOwn(outgoing, replaced, sides)
}

function forward(state: ProxyState, exchange: OpenExchange): void {
  const { incoming, sides, log, path, method, headers } = exchange
  const forwarding = new Forwarding(state, exchange)
  const { hostname, origin } = sides.target.url
  const options = {
    origin,
    path,
    method,
    headers,
    body: wholeBody(exchange) ?? requestBody(incoming, log),
    // Without it, the client of the target would take the name from a `Host` that was kept.
    servername: /^[\d.]+$|:/.test(hostname) ? '' : hostname,
  }
  try {
    state.upstream.dispatch(options, forwarding)
  } catch (error) {
    forwarding.onResponseError(undefined, error as Error)
  }
}

/** The body of a request that was read before. */
const wholeBody = ({ body }: OpenExchange) => (body?.length === 0 ? undefined : body)

/** The body of a request as it arrives; `null` without one. */
function requestBody(incoming: IncomingMessage, log: ExchangeLog) {
  const { headers } = incoming
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody ? Readable.from(recorded(incoming, log), { objectMode: false }) : null
}

async function* recorded(incoming: IncomingMessage, log: ExchangeLog): AsyncGenerator<Buffer> {
  for await (const chunk of incoming) {
    log.addRequest(chunk as Buffer)
    yield chunk as Buffer
  }
}
