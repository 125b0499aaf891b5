import { requestName } from '../../contract/operations/operation-index.ts'

/** One Server-Sent Event, as received. */
export type ReceivedEvent = {
  readonly event: string | undefined
  /** The data lines joined by LF, as text. */
  readonly data: string
  readonly id: string | undefined
  /** Number of `data:` lines. */
  readonly dataLines: number
  /** Milliseconds between the start of the request and this event. */
  readonly at: number
}

/** A request to send to the target. */
export type RequestSpec = {
  readonly method: string
  /** Path and query, relative to the base URL of the target. */
  readonly path: string
  /** Credential for the header `Authorization: Bearer`; without it the header is not sent. */
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Raw body, sent instead of `body`. */
  readonly text?: string
  /** The field that is invalid on purpose; the checks of validation errors look for it. */
  readonly invalidField?: string
  /**
   * Whether a target that does not confirm a creation has created nothing, because the input is
   * invalid. Always the case with `text` or `invalidField`.
   */
  readonly createsNothing?: boolean
  /** The collection of a profile in which the request creates a record, such as `/api/skills`. */
  readonly createsIn?: string
}

/** A request and the response to it: the evidence behind a verdict. */
export type Exchange = {
  readonly request: RequestSpec
  readonly url: string
  readonly status: number
  readonly headers: Headers
  /** The body as text; empty for a stream. */
  readonly text: string
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: unknown
  /** The events of a `text/event-stream` response; empty for any other response. */
  readonly events: readonly ReceivedEvent[]
  /** The first characters of a stream, unparsed: line endings, spaces and comments included. */
  readonly streamStart?: string
  /**
   * The end of a stream: closed by the target, cut by the suite, at its timeout, or with an error.
   */
  readonly ended: 'closed' | 'cut' | 'timeout' | 'error'
  /**
   * The reason why the body was dropped, as a sentence: the response exceeds a limit of the suite.
   */
  readonly cutReason?: string | undefined
  readonly ms: number
}

/** Names the operation of a request: method and path, each id replaced by `{id}`, without query. */
export const operationOf = ({ method, path }: RequestSpec): string => requestName(method, path)

/** Whether the target was overloaded or in maintenance (429, 503); a retry may succeed. */
export const isBusy = (exchange: Exchange): boolean =>
  exchange.status === 429 || exchange.status === 503

/** Whether a gateway sent the error page, not the service behind it. */
export const isGatewayPage = (exchange: Exchange): boolean =>
  [502, 503, 504].includes(exchange.status) && isHtml(exchange)

/** Whether the service did not respond itself. No rule is checked on such a response. */
export const isUnavailable = (exchange: Exchange): boolean =>
  isBusy(exchange) || isGatewayPage(exchange)

const isHtml = (exchange: Exchange): boolean =>
  exchange.headers.get('content-type')?.includes('text/html') ?? false
