import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { FaultPlan } from '../faults/plan-faults.ts'
import type { ExchangeLog, ExchangeLogContext } from './exchange-log.ts'
import type { FaultSource } from './plan-faults.ts'
import type { Rewrite, ProxySides } from './rewrite-headers.ts'
import type { Substitute } from './substitute.ts'
import type { Target } from './targets.ts'

/** The state that all requests of a proxy share. */
export type ProxyState = FaultSource &
  ExchangeLogContext & {
    readonly targets: readonly Target[]
    /** Checks the `Host` of a request; returns the reason for a refusal. */
    readonly hostProblem: (host: string | undefined) => string | undefined
    readonly upstream: Dispatcher
    readonly rewrites: ReadonlySet<Rewrite>
    /** The `Origin` header that a target gets for requests of local pages. Default: its own origin. */
    readonly origin: string | undefined
    readonly keepsReading: boolean
    /** Answers some requests instead of the targets. */
    readonly substitute: Substitute | undefined
    /** The open exchanges. */
    readonly open: Set<object>
    /** Called for each response that a page may not read, with the page's origin. */
    readonly onRefusedPage: (origin: string, explanation: string) => void
    readonly onError: (error: unknown) => void
  }

/** One request that is forwarded to its target. */
export type OpenExchange = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly sides: ProxySides
  readonly log: ExchangeLog
  readonly plan: FaultPlan | undefined
  readonly path: string
  readonly method: string
  /** The headers that the target receives. */
  readonly headers: string[]
  /** The request body, if it was already read. */
  readonly body?: Buffer
}

/** Splits the address of a request into its path and its query. */
export function splitQuery(url: string): readonly string[] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}
