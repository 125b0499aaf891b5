import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { anyErrorCode, isInvalid, noOption, observed } from './look.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf, bodyTokenOf, isAnonymous, isTurnRequest, requestHeader } from './sender.ts'

export const isRefused = ({ status }: Exchange): boolean => status >= 400 && status < 500

/** Paths below `/api/auth/` and callbacks, whose refusals are about their input. */
const takesNoCredential = (exchange: Exchange): boolean =>
  /^\/api\/(?:auth\/(?!(?:me|verify)$)|channels\/[^/]+\/callback$)/.test(pathOf(exchange))

/** Whether a response refuses a missing credential. */
export const refusesAnonymous = (exchange: Exchange): boolean =>
  isAnonymous(exchange) && !takesNoCredential(exchange) && refusesCredential(exchange)

/** Whether every place that may carry the credential carries a text that never was one. */
export function isMalformed(exchange: Exchange, { credentials }: SeenTraffic): boolean {
  if (pathOf(exchange) === '/api/auth/refresh') {
    const token = member(exchange.request.body, 'refresh_token')
    return typeof token === 'string' && credentials.isMalformed(token)
  }
  if (takesNoCredential(exchange) || !credentials.isMalformed(bearerOf(exchange))) return false
  return !isTurnRequest(exchange) || credentials.isMalformed(bodyTokenOf(exchange))
}

/** Whether a response may refuse a credential. */
export const refusesCredential = (exchange: Exchange): boolean =>
  [400, 401, 403].includes(exchange.status) && !isInvalid(exchange)

/** The form of an error body. A bare `detail` is the form of unknown routes. */
export function readEnvelope(exchange: Exchange) {
  const { json } = exchange
  if (!isRefused(exchange) || !isObject(json)) return undefined
  if (json['success'] === false && 'error' in json) return observed(exchange, 'documented')
  if (Array.isArray(json['detail']) || Object.keys(json).join() === 'detail') return undefined
  return 'error_code' in json && typeof json['detail'] === 'string'
    ? observed(exchange, 'detail')
    : noOption(exchange, `an error body with ${Object.keys(json).slice(0, 10).join(', ')}`)
}

/** Whether the refusal of a credential has a code. */
export function readAuthCode(exchange: Exchange) {
  if (anyErrorCode(exchange) !== undefined) return observed(exchange, 'coded')
  const { json } = exchange
  const isError = ['message', 'detail'].some((name) => typeof member(json, name) === 'string')
  return isError ? observed(exchange, 'uncoded') : noOption(exchange, 'no error body')
}

/** Whether a 401 has a challenge. */
export function readChallenge(exchange: Exchange) {
  if (exchange.status !== 401) return undefined
  const header = exchange.headers.get('www-authenticate')
  if (header === null) return observed(exchange, 'absent')
  return /^bearer\b/i.test(header)
    ? observed(exchange, 'bearer')
    : noOption(exchange, `WWW-Authenticate: ${header}`)
}

/** What an item of a validation error contains besides the three fields that it must have. */
export function readValidationItem(exchange: Exchange, item: object) {
  if ('url' in item) return observed(exchange, 'with-url')
  if ('input' in item) return observed(exchange, 'with-input')
  const isComplete = ['loc', 'msg', 'type'].every((name) => name in item)
  return isComplete ? observed(exchange, 'bare') : noOption(exchange, 'an incomplete item')
}

// Other rules than validation explain these: a missing credential, permission, resource or method.
const otherRefusals: readonly number[] = [401, 403, 404, 405]

/** Whether a request of a calibration had an invalid field, and nothing else explains its refusal. */
export const shouldBeInvalid = (exchange: Exchange): boolean =>
  exchange.request.invalidField !== undefined &&
  // Raw text is about its content type, not about its fields.
  exchange.request.text === undefined &&
  !isUnavailable(exchange) &&
  !otherRefusals.includes(exchange.status) &&
  !isAccepted(exchange)

/** The media type of a request body; JSON if the request does not name it. */
export const sentType = (exchange: Exchange): string =>
  (requestHeader(exchange, 'content-type') ?? 'application/json').toLowerCase()
