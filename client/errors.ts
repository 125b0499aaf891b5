import type { ErrorCode } from '../contract/errors.ts'
import { isObject, type Json } from './json.ts'

/** What is wrong with one field of a request: a part of an answer of 422. */
export type FieldProblem = {
  /** Where it stands, such as `['body', 'name']`. */
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The kind of problem, such as `missing`. */
  readonly type: string
}

/** The codes of the specification; a deployment may have more, such as `agent_not_found`. */
export type ApiErrorCode = ErrorCode | 'validation_error' | (string & {})

/** What an error answer said, whatever its dialect. */
export type ApiErrorDetails = {
  readonly status: number
  readonly code: ApiErrorCode
  readonly message: string
  readonly fields: readonly FieldProblem[]
  readonly retryAfter: number | undefined
  /** The call that was answered, such as `GET /api/agents`. */
  readonly request: string
}

/** The platform refused a call, or failed at it. Its message may be shown to people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status: the same in every dialect. */
  readonly status: number
  /** What the platform calls the error; where it doesn't, what the specification does. */
  readonly code: ApiErrorCode
  /** The fields that were refused; empty but for 422. */
  readonly fields: readonly FieldProblem[]
  /** Seconds to wait before another try, where the platform says so. */
  readonly retryAfter: number | undefined
  /** The call, such as `GET /api/agents`. */
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

/** The error in an answer; `now` is for a `Retry-After` that names a date. */
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
    message: message ?? `${request} was answered ${status}.`,
    fields,
    retryAfter: parseRetryAfter(headers.get('retry-after'), now),
    request,
  })
}

/** Whether the credential was refused, so that another one may be taken. */
export const isCredentialError = ({ status, code }: ApiError): boolean =>
  status === 401 || code === 'token_expired' || code === 'invalid_token'

/** Both dialects: `{success, error, message}`, and `{detail, error_code}`; and the body of a 422. */
function parseErrorBody({ error, message, detail, error_code }: Json) {
  const code = nonEmptyText(error) ?? nonEmptyText(error_code)
  if (!Array.isArray(detail))
    return { code, message: nonEmptyText(message) ?? nonEmptyText(detail) }
  const fields = detail.filter(isObject).map(({ loc, msg, type }) => ({
    path: Array.isArray(loc) ? (loc as (string | number)[]) : [],
    message: nonEmptyText(msg) ?? '',
    type: nonEmptyText(type) ?? '',
  }))
  const sentences = fields.map(({ path, message: said }) => `${path.join('.')}: ${said}`)
  return { code: code ?? 'validation_error', message: sentences.join('; '), fields }
}

const nonEmptyText = (value: unknown) =>
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
 * Why a stream could not be read to its end. `lost`: the platform could not be reached again, or had
 * no more to tell. `refused`: it does not let the stream be resumed. `differs`: what it replays is
 * not what was seen before. `not-resumable`: there is nothing that a resume could go by.
 */
export type InterruptedReason = 'lost' | 'refused' | 'differs' | 'not-resumable'

/** A stream broke before its end, and could not be continued; `cause` is what happened last. */
export class StreamInterruptedError extends Error {
  override readonly name = 'StreamInterruptedError'
  readonly reason: InterruptedReason
  /** The last cursor that was seen, to resume from later; -1 where none was. */
  readonly cursor: number
  /** The conversation to resume. */
  readonly conversationId: string | undefined

  constructor(
    reason: InterruptedReason,
    at: { readonly cursor: number; readonly conversationId: string | undefined },
    cause?: unknown,
  ) {
    super(reasonMessages[reason], { cause })
    this.reason = reason
    this.cursor = at.cursor
    this.conversationId = at.conversationId
  }
}

const reasonMessages: Readonly<Record<InterruptedReason, string>> = {
  lost: 'The stream broke, and every attempt to resume it failed.',
  refused: 'The stream broke, and the platform refused to resume it.',
  differs: 'The stream broke, and what the platform replays is not what was seen before.',
  'not-resumable': 'The stream broke, and it is of a kind that cannot be resumed.',
}
