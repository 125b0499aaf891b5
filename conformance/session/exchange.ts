/** One Server-Sent Event as it came over the wire. */
export type ReceivedEvent = {
  readonly event: string | undefined
  /** The data lines joined by LF, as text. */
  readonly data: string
  readonly id: string | undefined
  /** How many data lines it had. */
  readonly dataLines: number
  /** Milliseconds from the start of the request. */
  readonly at: number
}

export type RequestSpec = {
  readonly method: string
  /** Path with its query, below the target's base URL. */
  readonly path: string
  /** The credential sent as `Authorization: Bearer`; absent means none. */
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly text?: string
  /** The field that this request breaks on purpose, for the rules of validation bodies. */
  readonly breaks?: string
}

/** A request with all that came back: the evidence behind a verdict. */
export type Exchange = {
  readonly ask: RequestSpec
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** The body as text; empty for a stream. */
  readonly text: string
  /** The parsed body, `undefined` where it is no JSON. */
  readonly json: unknown
  /** The events of a `text/event-stream` reply, else empty. */
  readonly events: readonly ReceivedEvent[]
  /** The beginning of a stream as it came: its line ends, its spaces and its comments. */
  readonly head?: string
  /** How a stream ended: by itself, cut by us on purpose, or by our time limit. */
  readonly ended: 'closed' | 'cut' | 'timeout' | 'error'
  /** Why none of its body was kept, in a sentence: the target sent more than the suite reads. */
  readonly excess?: string | undefined
  readonly ms: number
}

const collections =
  'agents|api-keys|channels|confirmations|connectors|conversations|knowledge-bases|mcp-servers|runs|users|workflows'

const ids = new RegExp(`(/(?:${collections}))/[^/]+`, 'g')

/** The method and path of a request, with `{id}` for each id in it and without its query. */
export const operationOf = ({ method, path }: RequestSpec): string =>
  `${method} ${path.replace(/[?#].*/, '').replaceAll(ids, '$1/{id}')}`

/** Too many requests, or maintenance: both may pass. */
export const isBusy = (exchange: Exchange): boolean =>
  exchange.status === 429 || exchange.status === 503

/** An error page that a gateway made, not the service. */
export const isGatewayPage = (exchange: Exchange): boolean =>
  [502, 503, 504].includes(exchange.status) && isHtml(exchange)

/** What stood between the suite and the service: no rule is judged on it. */
export const isUnavailable = (exchange: Exchange): boolean =>
  isBusy(exchange) || isGatewayPage(exchange)

const isHtml = (exchange: Exchange): boolean =>
  exchange.headers.get('content-type')?.includes('text/html') ?? false
