import type { Dispatcher } from 'undici'
import { afterWrites } from './clock.ts'
import { sendProxyError } from './own-response.ts'
import { PulledBody, sendThroughFaults } from './pulled-body.ts'
import type { OpenExchange, ProxyState } from './proxy-state.ts'
import { isPlainEventStream, pairsOf, type RawHeaders, headerOf } from './raw-headers.ts'
import { rewriteResponse, type ProxySides } from './rewrite-headers.ts'
import { isConnectionBreak, upstreamProblem } from './upstream.ts'
import { foreignOrigin, refusedOrigin } from '../journal/host-names.ts'
import { maskText } from '../../secrets/mask.ts'

type Controller = Dispatcher.DispatchController

/** One error for all aborted streams: creating a stack for each costs a tenth of the CPU time. */
const clientLeftError = new Error('The client left.')

/** Forwards the response of a target to the client as it arrives. */
export class Forwarding implements Dispatcher.DispatchHandler {
  readonly #state: ProxyState
  readonly #exchange: OpenExchange
  #controller: Controller | undefined
  #damagedBody: PulledBody | undefined
  #hasBegun = false
  #isUpstreamOver = false
  #hasClientLeft = false
  /** Whether the proxy itself breaks the connection to the client. */
  #isBroken = false

  constructor(state: ProxyState, exchange: OpenExchange) {
    this.#state = state
    this.#exchange = exchange
    state.open.add(this)
    const { outgoing } = exchange
    outgoing.once('close', () => {
      if (!outgoing.writableFinished && !this.#isBroken) this.#clientLeft()
    })
    outgoing.on('drain', () => this.#controller?.resume())
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#hasClientLeft && !this.#state.keepsReading) controller.abort(clientLeftError)
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason = ''): void {
    const statusMessage = toSendableReason(reason)
    const headers = rawHeadersOf(controller.rawHeaders)
    if (status < 200) return this.#forwardInformational(status, headers)
    this.#hasBegun = true
    const { outgoing, sides, log, plan } = this.#exchange
    const rewritten = rewriteResponse(headers, sides)
    const refused = findRefusedPage(this.#exchange, status, rewritten)
    log.refusal = refused?.explanation
    log.beginResponse(status, reason, headers)
    if (refused !== undefined) this.#state.onRefusedPage(refused.origin, refused.explanation)
    if (this.#hasClientLeft) return
    if (plan !== undefined) {
      const source = {
        pause: () => controller.pause(),
        resume: () => controller.resume(),
        cancel: () => this.#stop(),
      }
      const body = new PulledBody(source, { isEvents: isPlainEventStream(rewritten) })
      this.#damagedBody = body
      const response = { status, statusMessage, rawHeaders: rewritten, body }
      return void sendThroughFaults(this.#exchange, response, () => this.#breakConnection())
    }
    outgoing.writeHead(status, statusMessage, rewritten)
    // Sends the headers with the first body bytes if these arrive at once, otherwise without them.
    process.nextTick(() => {
      if (!outgoing.writableEnded && outgoing.writableLength === 0) outgoing.flushHeaders()
    })
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const { outgoing, log } = this.#exchange
    if (this.#damagedBody !== undefined) return this.#damagedBody.push(chunk)
    log.add(chunk)
    if (!this.#hasClientLeft && !outgoing.write(chunk)) controller.pause()
  }

  onResponseEnd(controller: Controller): void {
    const { outgoing } = this.#exchange
    if (this.#damagedBody !== undefined) this.#damagedBody.finish('ended')
    else if (!this.#hasClientLeft) {
      const trailers = rawHeadersOf(controller.rawTrailers)
      if (trailers.length > 0) outgoing.addTrailers(pairsOf(trailers))
      outgoing.end()
    }
    this.#finish('end')
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    const { outgoing, log, sides } = this.#exchange
    if (this.#hasClientLeft) return this.#finish('left')
    if (this.#damagedBody !== undefined) this.#damagedBody.finish('broken')
    else if (this.#hasBegun) {
      this.#breakConnection()
    } else {
      const message = `The target ${sides.target.url.origin} ${upstreamProblem(error)}`
      const isReset = isConnectionBreak(error)
      log.addOwnResponse(isReset ? undefined : 502, message, 'success')
      if (isReset) this.#breakConnection()
      else sendProxyError(outgoing, 502, 'proxy_target_unavailable', message, sides)
    }
    this.#finish('cut')
  }

  /** Forwards a response with a 1xx status, if Node can send it. */
  #forwardInformational(status: number, headers: RawHeaders): void {
    const { outgoing } = this.#exchange
    if (outgoing.headersSent || this.#exchange.incoming.httpVersion === '1.0') return
    if (status === 102) outgoing.writeProcessing()
    const hints = pairsOf(headers)
    const links = hints.filter(([name]) => name.toLowerCase() === 'link').map(([, value]) => value)
    if (status !== 103 || links.length === 0) return
    try {
      outgoing.writeEarlyHints({ link: links })
    } catch {
      // Node refuses some forms of links. Early hints are optional, so they are dropped then.
    }
  }

  /** Breaks the connection to the client, after all previous writes. */
  #breakConnection(): void {
    this.#isBroken = true
    afterWrites(() => this.#exchange.incoming.socket.resetAndDestroy())
  }

  #clientLeft(): void {
    this.#hasClientLeft = true
    this.#exchange.log.clientLeft()
    if (this.#state.keepsReading && this.#damagedBody === undefined) this.#controller?.resume()
    else this.#stop()
  }

  /** Stops reading the response, because its reader is gone. */
  #stop(): void {
    if (!this.#isUpstreamOver) this.#controller?.abort(clientLeftError)
  }

  #finish(how: 'end' | 'left' | 'cut'): void {
    this.#isUpstreamOver = true
    const { outgoing, log } = this.#exchange
    const settle = () => {
      log.end(how)
      this.#state.open.delete(this)
    }
    // Waits until the client has the response: the log must say if the client disconnects early.
    if (outgoing.destroyed || outgoing.writableFinished) settle()
    else outgoing.once('close', settle)
  }
}

/** Headers as Latin-1 texts, the encoding of HTTP, so that they arrive unchanged. */
export function rawHeadersOf(raw: unknown): string[] {
  if (!Array.isArray(raw)) return []
  return raw.map((item: Buffer | string) =>
    typeof item === 'string' ? item : item.toString('latin1'),
  )
}

/** Removes characters that HTTP does not allow from a reason phrase. */
const toSendableReason = (reason: string): string =>
  reason.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?')

/** Finds the page that may not read a target's response; `undefined` if there is none. */
function findRefusedPage(
  { incoming, headers, sides }: OpenExchange,
  status: number,
  received: RawHeaders,
): { readonly origin: string; readonly explanation: string } | undefined {
  const origin = foreignOrigin((name) => headerOf(incoming.rawHeaders, name))
  // Nothing is reported for server errors, which often lack CORS headers, or a 304 from a cache.
  if (origin === undefined || status >= 500 || status === 304) return undefined
  const granted = headerOf(received, 'access-control-allow-origin')
  const isFailedPreflight = incoming.method === 'OPTIONS' && (status < 200 || status > 299)
  if ((granted === origin || granted === '*') && !isFailedPreflight) return undefined
  const sent = headerOf(headers, 'origin') ?? origin
  const target = `the deployment received ${sent === origin ? 'this origin' : `${sent} instead`}`
  const help = originAdvice(origin, sent, granted, sides)
  return { origin, explanation: maskText(`${refusedOrigin(origin)}; ${target}; ${help}`) }
}

function originAdvice(
  origin: string,
  sent: string,
  granted: string | undefined,
  { rewrites }: ProxySides,
): string {
  if (sent !== origin && granted === sent) return 'leave out `--keep cors`'
  if (sent !== origin)
    return "pass an origin that the deployment allows with `--origin ORIGIN`, or the page's own with `--keep origin`"
  const others = rewrites.has('origin')
    ? 'serve the page on this machine, with `--origin ORIGIN` for one that it allows'
    : 'leave out `--keep origin`'
  return `have the deployment allow it, or ${others}`
}

/** The maximum number of remembered names, because a client can send any number. */
const maxNames = 100

/** Calls a function with the explanation of each refused origin or host, once per name. */
export function oncePerName(
  report: (explanation: string) => void,
): (name: string, explanation: string) => void {
  const seen = new Set<string>()
  return (name, explanation) => {
    if (seen.has(name) || seen.size >= maxNames) return
    seen.add(name)
    report(explanation)
  }
}
