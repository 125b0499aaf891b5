import type { Exchange as HttpExchange, ExchangeRequest } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { memoizeByObject } from '../../contract/memoize.ts'
import { requestName } from '../../contract/operations/operation-index.ts'

/** A request to send to the target: its path is relative to the base URL. */
export type RequestSpec = ExchangeRequest & {
  /** The name of the field that is invalid on purpose, for the checks of validation errors. */
  readonly invalidField?: string
  /**
   * Whether the input is invalid. If so, only a response with the record counts as a creation.
   * By default true for requests with `text` or `invalidField`.
   */
  readonly createsNothing?: boolean
  /** The collection of a profile in which the request creates a record, such as `/api/skills`. */
  readonly createsIn?: string
  /** The field of a record whose value is its id in paths; `id` by default. */
  readonly createsKey?: string
  /** Whether the second user sends the request, so that only this user can remove the record. */
  readonly createsForOther?: boolean
}

/** A request and its response. */
export type Exchange = HttpExchange & {
  readonly request: RequestSpec
  /**
   * Why the body was dropped, as a sentence. Set if the response exceeded a limit of the suite.
   */
  readonly cutReason?: string | undefined
  /** Milliseconds that the check waited on purpose before the request. */
  readonly slept?: number
}

/** The part of an exchange that is stored as evidence. */
export type Evidence = {
  readonly request: { readonly method: string; readonly path: string }
  readonly status: number
}

/** Reduces an exchange to the part that is stored as evidence. */
export const toEvidence = ({ request: { method, path }, status }: Evidence): Evidence => ({
  request: { method, path },
  status,
})

/** The operation of a request, such as `GET /api/agents/{id}`: no query, and `{id}` for each id. */
export const operationOf = ({ method, path }: RequestSpec): string => requestName(method, path)

/** Whether a request calls an operation, such as `PATCH /api/conversations/{id}`. */
export const isCallOf = ({ request }: Exchange, operation: string): boolean =>
  operationOf(request) === operation

/** When a request was sent, in ms since 1970; undefined if the exchange has no start time. */
export const startOf = (exchange: Exchange): number | undefined =>
  'startedAt' in exchange && typeof exchange.startedAt === 'number' && exchange.startedAt > 0
    ? exchange.startedAt
    : undefined

/** Whether an exchange was still open when a later one was sent. False without start times. */
export function overlaps(earlier: Exchange, later: Exchange): boolean {
  const [first, second] = [startOf(earlier), startOf(later)]
  return first !== undefined && second !== undefined && first + earlier.ms > second
}

/** The parameters of the query of a request. They are shared: copy them before a change. */
export const queryOf = memoizeByObject(
  ({ request }: Exchange): URLSearchParams =>
    new URLSearchParams(/\?([^#]*)/s.exec(request.path)?.[1] ?? ''),
)

/** Whether the target was overloaded or in maintenance (429, 503); a retry may succeed. */
export const isBusy = (exchange: Exchange): boolean =>
  exchange.status === 429 || exchange.status === 503

/** Whether a response is an error page of a gateway, not of the service behind it. */
export const isGatewayPage = (exchange: Exchange): boolean =>
  ([502, 504].includes(exchange.status) && !hasErrorEnvelope(exchange)) ||
  (exchange.status === 503 && isHtml(exchange)) ||
  // Only Cloudflare sends these statuses.
  (exchange.status >= 520 && exchange.status <= 526)

/** Whether a service wrote the error. A gateway sends a page, a line of text, or a `message`. */
const hasErrorEnvelope = ({ json }: Exchange): boolean =>
  isObject(json) && ['success', 'error', 'error_code', 'detail'].some((name) => name in json)

/** Whether the target was busy or a gateway responded. No rule is checked on such a response. */
export const isUnavailable = (exchange: Exchange): boolean =>
  isBusy(exchange) || isGatewayPage(exchange) || isBodyLimitPage(exchange)

/** Whether a gateway refused a large body with an HTML page. The target is available. */
const isBodyLimitPage = (exchange: Exchange): boolean => exchange.status === 413 && isHtml(exchange)

const isHtml = (exchange: Exchange): boolean =>
  exchange.headers.get('content-type')?.includes('text/html') ?? false

/** The paths that stream a turn. */
export const turnPaths: readonly string[] = ['/api/react', '/api/dag', '/api/auto']

export const resumePath = '/api/chat/resume'

/** The paths that stream a turn or its replay. */
export const streamPaths: readonly string[] = [...turnPaths, resumePath]

/** Whether a request may start a turn of an agent. */
export const startsTurn = ({ method, path }: RequestSpec): boolean =>
  method === 'POST' && turnPaths.includes(path)

/** The path of evaluation runs in the profile `deployed-0.8`. */
export const evaluationRunsPath = '/api/eval/runs'

/** Whether a request may start an evaluation, which plays at least one turn. */
export const startsEvaluation = ({ method, path }: RequestSpec): boolean =>
  method === 'POST' && path === evaluationRunsPath
