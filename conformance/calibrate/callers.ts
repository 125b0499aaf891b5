import { isObject } from '../../contract/json.ts'
import { readClaim } from '../../contract/jwt.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'

/** The credential of a request: its header, or the field `token` of a stream request. */
export function credentialOf({ request: { bearer, body } }: Exchange): string | undefined {
  const token = member(body, 'token')
  return bearer ?? (typeof token === 'string' ? token : undefined)
}

/** The user in the access token of a request; `undefined` for API keys and tokens of other forms. */
export const userOf = (exchange: Exchange): string | undefined =>
  readClaim(credentialOf(exchange), 'sub')

/** The user of a request if the credential shows it, else the credential: equal means the same user. */
export const callerOf = (exchange: Exchange): string | undefined =>
  userOf(exchange) ?? credentialOf(exchange)

/** The fields of a JSON request; empty without a JSON object. */
export const fieldsOf = ({ request: { body } }: Exchange): Readonly<Record<string, unknown>> =>
  isObject(body) ? body : {}

/** The query of a request. */
export const queryOf = ({ request: { path } }: Exchange): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/s.exec(path)?.[1] ?? '')

/** Whether a field of a request is absent or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null
