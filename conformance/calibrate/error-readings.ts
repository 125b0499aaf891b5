import { isObject } from '../../contract/json.ts'
import { isAccepted } from '../session/assertions.ts'
import { type Exchange, isUnavailable } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { unknownUuid } from '../setup/unknown-resources.ts'
import { anyErrorCode, isInvalid, noOption, observed } from './look.ts'
import type { Readings } from './observer.ts'
import { malformed } from './survey.ts'

const isRefused = (exchange: Exchange): boolean =>
  exchange.status >= 400 && exchange.status < 500 && !isUnavailable(exchange)

const bodyToken = ({ request }: Exchange): unknown => member(request.body, 'token')

const takesBodyToken = ({ request }: Exchange): boolean =>
  /^\/api\/(?:react|dag|auto)$/.test(request.path)

/** Login and refresh take no credential, so their refusals are about their input. */
const isSignIn = ({ request }: Exchange): boolean =>
  /^\/api\/auth\/(?:login|refresh)$/.test(request.path)

const isAnonymous = (exchange: Exchange): boolean =>
  exchange.request.bearer === undefined &&
  exchange.request.headers?.['authorization'] === undefined &&
  bodyToken(exchange) === undefined &&
  !isSignIn(exchange)

/** Whether every place that may carry the credential carries the malformed one. */
function isMalformed(exchange: Exchange): boolean {
  const { bearer, body } = exchange.request
  if (isSignIn(exchange)) return member(body, 'refresh_token') === malformed
  if (bearer !== malformed) return false
  return !takesBodyToken(exchange) || bodyToken(exchange) === malformed
}

const credentialStatuses: readonly number[] = [400, 401, 403]

/** Whether a response refuses a missing or malformed credential. */
const refusesCredential = (exchange: Exchange): boolean =>
  credentialStatuses.includes(exchange.status) && !isInvalid(exchange)

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

/** The status of input that fails validation; the body shows that this is the reason. */
export function readValidationStatus(exchange: Exchange) {
  const { status, json } = exchange
  const isBody = Array.isArray(member(json, 'detail'))
  if (isBody && status === 422) return observed(exchange, '422')
  if (isBody && status === 400) return observed(exchange, '400')
  return noOption(exchange)
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

/** Errors and validation (2.3, 2.4, 7), from any response. */
export const errorReadings = {
  'errors.envelope': readEnvelope,
  'errors.auth-codes': (exchange) => {
    const isProbe = isAnonymous(exchange) || (isMalformed(exchange) && !isSignIn(exchange))
    return isProbe && refusesCredential(exchange) ? readAuthCode(exchange) : undefined
  },
  'auth.challenge': readChallenge,
  'errors.invalid-token-status': (exchange) => {
    if (!isMalformed(exchange) || !isRefused(exchange) || isInvalid(exchange)) return undefined
    if (exchange.status === 404 || exchange.status === 405) return undefined
    const status = ([401, 400, 403] as const).find((each) => each === exchange.status)
    return status === undefined ? noOption(exchange) : observed(exchange, `${status}`)
  },
  'errors.missing-resource-code': (exchange) => {
    const { path, bearer } = exchange.request
    if (exchange.status !== 404 || bearer === undefined) return undefined
    if (!path.includes(unknownUuid) || path.startsWith('/api/chat/')) return undefined
    const code = anyErrorCode(exchange)
    if (code === 'not_found') return observed(exchange, 'not_found')
    return code?.endsWith('_not_found')
      ? observed(exchange, 'specific')
      : noOption(exchange, code === undefined ? 'no code' : `code ${code}`)
  },
  'errors.success-error-field': (exchange) => {
    const { json } = exchange
    if (!isAccepted(exchange) || !isObject(json) || json['success'] !== true) return undefined
    // A list may have an envelope of its own.
    const data = json['data']
    if (Array.isArray(data) || Array.isArray(member(data, 'items'))) return undefined
    if (!('error' in json)) return observed(exchange, 'absent')
    return json['error'] === null ? observed(exchange, 'null') : noOption(exchange, 'another value')
  },
  'errors.validation-status': (exchange) => {
    const { status, json } = exchange
    const isBody = Array.isArray(member(json, 'detail'))
    return isBody && (status === 422 || status === 400) ? readValidationStatus(exchange) : undefined
  },
  'errors.validation-items': (exchange) => {
    const detail = isInvalid(exchange) ? member(exchange.json, 'detail') : undefined
    const items = (Array.isArray(detail) ? detail : []).filter(isObject)
    return items.slice(0, 20).map((item) => readValidationItem(exchange, item))
  },
} as const satisfies Readings

/** Whether a 401 has a challenge. */
export function readChallenge(exchange: Exchange) {
  if (exchange.status !== 401) return undefined
  const header = exchange.headers.get('www-authenticate')
  if (header === null) return observed(exchange, 'absent')
  return /^bearer\b/i.test(header)
    ? observed(exchange, 'bearer')
    : noOption(exchange, `WWW-Authenticate: ${header}`)
}

/** What an item contains besides the three fields that it must have. */
export function readValidationItem(exchange: Exchange, item: object) {
  if ('url' in item) return observed(exchange, 'with-url')
  if ('input' in item) return observed(exchange, 'with-input')
  const isComplete = ['loc', 'msg', 'type'].every((name) => name in item)
  return isComplete ? observed(exchange, 'bare') : noOption(exchange, 'an incomplete item')
}
