import { memoizeByObject } from '../../contract/memoize.ts'
import { pathOf } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { readClaim } from '../../contract/jwt.ts'
import { type Exchange, queryOf, resumePath, turnPaths } from './exchange.ts'

/** The query parameters of a request without `page` and `size`, as pairs of name and value. */
export const filtersOf = (exchange: Exchange): readonly (readonly [string, string])[] =>
  [...queryOf(exchange)].filter(([name]) => name !== 'page' && name !== 'size')

/** Whether a request has this method and this path; its query is ignored. */
export const isCall = (exchange: Exchange, method: string, path: string | RegExp): boolean =>
  exchange.request.method === method &&
  (typeof path === 'string' ? pathOf(exchange) === path : path.test(pathOf(exchange)))

/** The fields of a JSON request body; empty if the body is not a JSON object. */
export const fieldsOf = ({ request: { body } }: Exchange): Readonly<Record<string, unknown>> =>
  isObject(body) ? body : {}

/** Whether a field of a request is absent or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null

/** Whether a request asks for a turn. The body of such a request can contain the credential. */
export const isTurn = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && turnPaths.includes(pathOf(exchange))

export const isResume = (exchange: Exchange): boolean => isCall(exchange, 'POST', resumePath)

/** The value of a request header; `undefined` without it. */
export function requestHeader({ request }: Exchange, name: string): string | undefined {
  const header = Object.entries(request.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return header?.[1]
}

/** The header `Authorization` of a request. */
const authorizationOf = (exchange: Exchange): string | undefined =>
  requestHeader(exchange, 'authorization') ??
  (exchange.request.bearer === undefined ? undefined : `Bearer ${exchange.request.bearer}`)

/** The scheme and the credential in the `Authorization` header of a request. */
export const authorization = memoizeByObject((exchange: Exchange) => {
  const [, scheme = '', credential = ''] =
    /^(\S+) +(\S.*)$/s.exec(authorizationOf(exchange) ?? '') ?? []
  return { scheme, credential }
})

/** The credential in the `Authorization` header, if its scheme is exactly `Bearer`. */
export function bearerOf(exchange: Exchange): string | undefined {
  const { scheme, credential } = authorization(exchange)
  return scheme === 'Bearer' ? credential : undefined
}

/** The credential in the body of a turn. */
export function bodyTokenOf(exchange: Exchange): string | undefined {
  const { token } = isTurn(exchange) ? fieldsOf(exchange) : {}
  return typeof token === 'string' ? token : undefined
}

/** Whether a request has no header that could be a credential. */
export const hasNoCredentialHeader = (exchange: Exchange): boolean =>
  exchange.request.bearer === undefined &&
  ['authorization', 'cookie', 'x-api-key'].every(
    (name) => requestHeader(exchange, name) === undefined,
  )

/** Whether a request has nothing that could be a credential. */
export const isAnonymous = (exchange: Exchange): boolean =>
  hasNoCredentialHeader(exchange) &&
  !/[?&](?:token|ticket|key|api_key|access_token)=/.test(exchange.request.path) &&
  fieldsOf(exchange)['token'] === undefined

/** Whether a path needs no credential: below `/api/auth/`, a callback, the version or the tools. */
export const isPublic = (exchange: Exchange): boolean =>
  /^\/api\/(?:auth\/(?!(?:me|verify)$)|channels\/[^/]+\/callback$|(?:version|tools\/catalog)$)/.test(
    pathOf(exchange),
  )

/** The credential in `Authorization` (with the scheme in any case), else in the field `token`. */
export function credentialOf(exchange: Exchange): string | undefined {
  const { token } = fieldsOf(exchange)
  return exchange.request.bearer ?? (typeof token === 'string' ? token : undefined)
}

/** The user id in the access token of a request; `undefined` for any other credential. */
export const subjectOf = memoizeByObject((exchange: Exchange) =>
  readClaim(credentialOf(exchange), 'sub'),
)

/** Identifies the caller: the user id if the credential contains it, else the credential. */
export const subjectOrCredential = (exchange: Exchange): string | undefined =>
  subjectOf(exchange) ?? credentialOf(exchange)
