import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { ownLimits } from '../../contract/limits.ts'
import { Faults } from '../faults/faults.ts'
import type { FrameStream } from '../../contract/plain-http.ts'
import { Journal } from '../journal/journal.ts'
import { CaptureBudget } from './captured-body.ts'
import { afterWrites, machineClock, machineRandom, type ProxyClock } from './clock.ts'
import { createControlHandler, type PageHandler, type ProxyRecording } from './control.ts'
import { Findings, type Judge } from './findings.ts'
import { handleRequest } from './handle-request.ts'
import type { ProxyState } from './proxy-state.ts'
import { addFaults, FaultInputError, productionProblem } from './read-faults.ts'
import { oncePerName } from './forwarding.ts'
import { type Rewrite, rewriteKinds } from './rewrite-headers.ts'
import type { Substitute } from './substitute.ts'
import { parseTargets, type Target, TargetError } from './targets.ts'
import { createUpstream, type UpstreamOptions } from './upstream.ts'
import { maskText } from '../../secrets/mask.ts'
import { hostName, isKnownHost } from '../journal/host-names.ts'
import { shorten } from '../../contract/shorten.ts'

/** Options of `startProxy`. */
export type ProxyOptions = UpstreamOptions & {
  /** The deployment: one address, or several as `/prefix=ADDRESS`. */
  readonly to: string | readonly string[]
  /** The port to listen at. Default: 0, which chooses a free port. */
  readonly port?: number
  /** The address of this machine to listen at. Default: 127.0.0.1. */
  readonly host?: string
  /**
   * Names by which clients may call the proxy, such as `host.docker.internal`. Names of this
   * machine and addresses are always accepted.
   */
  readonly allowHosts?: readonly string[]
  /** The port of the control API, always on 127.0.0.1. Default: 0, which chooses a free port. */
  readonly controlPort?: number
  /** Header rewrites to switch off; see docs/traffic.md. */
  readonly keep?: readonly Rewrite[]
  /** The origin that targets receive from local pages. Default: the origin of the target. */
  readonly origin?: string | undefined
  /** Reads a response to its end even if its client disconnects. */
  readonly keepReading?: boolean
  /** Initial faults, in the form of the control API: one or a list. */
  readonly faults?: unknown
  /** Allows faults for targets that look like production. */
  readonly allowProduction?: boolean
  /** Checks each finished exchange that no fault changed. */
  readonly judge?: Judge | undefined
  /** Receives each finished exchange that no fault changed. A recorder uses it. */
  readonly onExchange?: ((exchange: RecordedExchange) => void) | undefined
  /** Answers some requests instead of the deployment, such as the result of `createFakeTurns`. */
  readonly substitute?: Substitute | undefined
  /**
   * Called with an explanation: once for each page origin that may not read the target's responses,
   * and once for each unknown host. The journal explains every such response.
   */
  readonly onRefused?: (explanation: string) => void
  /** Receives errors of the proxy itself, of `judge` and of `onExchange`. */
  readonly onError?: (error: unknown) => void
  readonly clock?: ProxyClock
  /** Random numbers from 0 up to 1, for faults with a probability. */
  readonly random?: () => number
}

/** A running proxy. */
export type RunningProxy = {
  /** The base URL for clients, such as `http://127.0.0.1:4020`. */
  readonly url: string
  /** The base URL of the control API. */
  readonly control: string
  readonly targets: readonly Target[]
  readonly journal: Journal
  readonly findings: Findings
  /** The number of open exchanges. */
  openExchanges(): number
  /** The bytes of bodies in open exchanges. */
  capturedBytes(): number
  /** Adds faults, and returns their ids. Throws `FaultInputError` for invalid input. */
  addFaults(faults: unknown): readonly string[]
  /** Breaks open exchanges, closes every connection and frees the ports. */
  close(): Promise<void>
}

/** The maximum bytes of request headers. */
const maxHeaderSize = 64 * 1024

/**
 * Starts a proxy in front of a deployment. Bodies pass unchanged, and streams without a delay.
 *
 * Rejects with `TargetError` or `FaultInputError` for wrong options, and if a port is in use.
 *
 * @example
 * const proxy = await startProxy({ to: 'https://staging.example.com' })
 * await fetch(`${proxy.url}/api/agents`, { headers: { authorization } })
 * await proxy.close()
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  return startProxyWithConsole(options, {})
}

/** Starts a proxy that also serves a page and a recording at its control port. */
export async function startProxyWithConsole(
  options: ProxyOptions,
  { page, recording }: { readonly page?: PageHandler; readonly recording?: ProxyRecording },
): Promise<RunningProxy> {
  const targets = parseTargets([options.to].flat())
  const { clock = machineClock, random = machineRandom, keep = [] } = options
  const { port = 0, host = '127.0.0.1', controlPort = 0, allowHosts = [] } = options
  const hostProblem = checkHosts(allowHosts, host)
  const reportOnce = oncePerName((explanation) => options.onRefused?.(explanation))
  const { judge, onExchange, onError = () => undefined } = options
  const faults = new Faults(new Map(), new Map())
  const findings = new Findings(judge)
  const faultsRefused = options.allowProduction === true ? undefined : productionProblem(targets)
  const add = (input: unknown) => {
    if (faultsRefused !== undefined) throw new FaultInputError(faultsRefused)
    return addFaults(faults, input)
  }
  if (options.faults !== undefined) add(options.faults)
  const judgeOne = (one: RecordedExchange) => void findings.add(one).catch(onError)
  const watchers = [onExchange, judge && judgeOne].filter((watcher) => watcher !== undefined)
  const upstream = await createUpstream(options)
  const state: ProxyState = {
    targets,
    upstream,
    faults,
    clock,
    random,
    rewrites: new Set(rewriteKinds.filter((name) => !keep.includes(name))),
    origin: options.origin,
    keepsReading: options.keepReading === true,
    journal: new Journal({ world: 'proxy' }),
    budget: new CaptureBudget(),
    onExchange: watchers.length === 0 ? undefined : watchAll(watchers, onError),
    substitute: options.substitute,
    open: new Set(),
    hostProblem(called) {
      const problem = hostProblem(called)
      if (problem !== undefined) reportOnce(called ?? '', problem)
      return problem
    },
    onRefusedPage: reportOnce,
    onError,
  }
  const settings = { maxHeaderSize, headersTimeout: ownLimits.headersSeconds * 1000 }
  // There is no time limit for a request, because a large upload over a slow line takes long.
  const server = createServer({ ...settings, requestTimeout: 0 }, (incoming, outgoing) => {
    try {
      handleRequest(state, incoming, outgoing)
    } catch (error) {
      outgoing.destroy()
      onError(error)
    }
  })
  const url = () => addressOf(server)
  const checks = judge !== undefined
  const openReads = new Set<FrameStream>()
  const controlled = { state, findings, checks, recording, openReads, faultsRefused, url, add }
  const handler = createControlHandler(controlled, page)
  const control = createServer(settings, handler)
  try {
    await listen(server, port, host)
    await listen(control, controlPort, '127.0.0.1')
  } catch (error) {
    server.close()
    await upstream.destroy()
    throw error
  }
  return {
    url: url(),
    control: `${addressOf(control)}/__control`,
    targets,
    journal: state.journal,
    findings,
    openExchanges: () => state.open.size,
    capturedBytes: () => state.budget.used,
    addFaults: add,
    async close() {
      state.journal.close()
      const closed = [server, control].map(
        (one) => new Promise<void>((resolve) => one.close(() => resolve())),
      )
      server.closeAllConnections()
      // Lets responses of the control API finish.
      afterWrites(() => control.closeAllConnections())
      await upstream.destroy()
      await Promise.all(closed)
    },
  }
}

type Watcher = (exchange: RecordedExchange) => void

/** An error of a watcher must not disturb the traffic. */
const watchAll =
  (watchers: readonly Watcher[], onError: (error: unknown) => void): Watcher =>
  (exchange) => {
    for (const watch of watchers)
      try {
        watch(exchange)
      } catch (error) {
        onError(error)
      }
  }

type HttpServer = ReturnType<typeof createServer>

const listen = (server: HttpServer, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** The base URL of a server. A wildcard address becomes the loopback address. */
function addressOf(server: HttpServer): string {
  const { address, family, port } = server.address() as AddressInfo
  if (family === 'IPv6') return `http://${address === '::' ? '[::1]' : `[${address}]`}:${port}`
  return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`
}

/**
 * Creates the check of the `Host` of requests; the check returns the reason for a refusal. It
 * accepts IP addresses, names of this machine, and names of `allowed`. These are safe, because DNS
 * rebinding needs another name. Throws `TargetError` for an invalid name.
 */
function checkHosts(
  allowed: readonly string[],
  listeningAt: string,
): (host: string | undefined) => string | undefined {
  const wrong = allowed.find((name) => !/^[\w-]+(?:\.[\w-]+)*\.?$/.test(name))
  if (wrong !== undefined)
    throw new TargetError(
      `An allowed host is a name such as host.docker.internal, without a scheme and a port, not \`${wrong}\`.`,
    )
  const known = [...allowed, listeningAt]
  return (host) =>
    isKnownHost(host, known) || isIP(hostName(host ?? '')) > 0
      ? undefined
      : `This proxy does not know the host \`${shorten(maskText(hostName(host ?? '')), 200)}\`. Call it at localhost, or allow the name with \`--allow-host NAME\` (\`allowHosts\` in code).`
}
