import type { ErrorCode } from '../contract/errors.ts'
import { isObject, type JsonObject } from '../contract/json.ts'

/** A problem with one field of a request, from a response of status 422. */
export type FieldProblem = {
  /** The path to the field, such as `['body', 'name']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The kind of problem, such as `missing`. */
  readonly type: string
}

/** An error code: one of the specification, or a deployment's own, such as `agent_not_found`. */
export type ApiErrorCode = ErrorCode | 'validation_error' | (string & {})

/** The parts of an `ApiError`. */
export type ApiErrorDetails = {
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: string
  readonly fields: readonly FieldProblem[]
  readonly retryAfter: number | undefined
  /** The request that failed, such as `GET /api/agents`. */
  readonly request: string
}

/**
 * The platform responded with an error status. `message` is the platform's text, or else a sentence
 * with the request and its status; it can be shown to users.
 *
 * @example
 * ```ts
 * try {
 *   await client.keys.create({ name: '' })
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error
 *   console.log(error.status, error.code, error.fields[0]?.path.join('.'))
 * }
 * ```
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; unlike the code, the status of an error is the same on every deployment. */
  readonly status: number
  /** The platform's code; if it sent none, the specification's code for the status. */
  readonly code: ApiErrorCode
  /** The invalid fields; empty unless the status is 422. */
  readonly fields: readonly FieldProblem[]
  /** Seconds to wait before a retry, from the header `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The request, such as `GET /api/agents`. */
  readonly request: string

  constructor({ status, code, message, fields, retryAfter, request }: ApiErrorDetails) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
    this.request = request
  }
}

/** Creates the error for a response. `now` (ms) turns a `Retry-After` date into seconds. */
export function readApiError(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: unknown,
  request: string,
  now: number,
): ApiError {
  const { code, message, fields = [] } = isObject(body) ? parseErrorBody(body) : {}
  return new ApiError({
    status,
    code: code ?? codeForStatus(status),
    message: message ?? `${request} got a response with status ${status}.`,
    fields,
    retryAfter: parseRetryAfter(headers.get('retry-after'), now),
    request,
  })
}

/** Whether the platform refused the token, so that a retry with a fresh token may succeed. */
export const isCredentialError = ({ status, code }: ApiError): boolean =>
  status === 401 || code === 'token_expired' || code === 'invalid_token'

/** Reads an error body: `{success, error, message}`, `{detail, error_code}`, or a body of a 422. */
function parseErrorBody({ error, message, detail, error_code }: JsonObject) {
  const code = readNonEmptyText(error) ?? readNonEmptyText(error_code)
  if (!Array.isArray(detail))
    return { code, message: readNonEmptyText(message) ?? readNonEmptyText(detail) }
  const fields = detail.filter(isObject).map(({ loc, msg, type }) => ({
    path: Array.isArray(loc) ? (loc as (string | number)[]) : [],
    message: readNonEmptyText(msg) ?? '',
    type: readNonEmptyText(type) ?? '',
  }))
  const sentences = fields.map(({ path, message: text }) => `${path.join('.')}: ${text}`)
  return {
    code: code ?? 'validation_error',
    message: readNonEmptyText(sentences.join('; ')) ?? readNonEmptyText(message),
    fields,
  }
}

const readNonEmptyText = (value: unknown) =>
  typeof value === 'string' && value !== '' ? value : undefined

const codesByStatus: Readonly<Record<number, ErrorCode | 'validation_error'>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_error',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}

const codeForStatus = (status: number) =>
  codesByStatus[status] ?? (status >= 500 ? 'internal_error' : 'bad_request')

function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const moment = Date.parse(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - now) / 1000)
}

/**
 * The reason why a stream could not be read to its end:
 * - `lost`: every attempt to resume failed, or brought no further events.
 * - `refused`: the platform refused to resume the stream.
 * - `differs`: the replay differs from the events received before.
 * - `not-resumable`: streams of this kind cannot be resumed, or the turn is in no conversation.
 */
export type InterruptedReason = 'lost' | 'refused' | 'differs' | 'not-resumable'

/**
 * A stream broke before its end and could not be resumed. `cause` is the last error.
 *
 * @example
 * ```ts
 * if (error instanceof StreamInterruptedError && error.conversationId !== undefined)
 *   for await (const event of client.resume(error.conversationId, error.cursor)) show(event)
 * ```
 */
export class StreamInterruptedError extends Error {
  override readonly name = 'StreamInterruptedError'
  readonly reason: InterruptedReason
  /** The last cursor received, for `client.resume`; -1 if no event had one. */
  readonly cursor: number
  /** The conversation to resume; `undefined` if the turn is in none. */
  readonly conversationId: string | undefined

  constructor(
    reason: InterruptedReason,
    position: { readonly cursor: number; readonly conversationId: string | undefined },
    cause?: unknown,
  ) {
    super(reasonMessages[reason], { cause })
    this.reason = reason
    this.cursor = position.cursor
    this.conversationId = position.conversationId
  }
}

const reasonMessages: Readonly<Record<InterruptedReason, string>> = {
  lost: 'The stream broke, and every attempt to resume it failed.',
  refused: 'The stream broke, and the platform refused to resume it.',
  differs: 'The stream broke, and the replay differs from the events received before.',
  'not-resumable': 'The stream broke, and this kind of stream cannot be resumed.',
}
