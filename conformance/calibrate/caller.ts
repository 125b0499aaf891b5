import { parseJson } from '../../contract/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { fieldsOf, isTurn, onceForEach, pathOf } from './request.ts'

/** The value of a request header; `undefined` without it. */
export function requestHeader({ request }: Exchange, name: string): string | undefined {
  const found = Object.entries(request.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

/** The header `Authorization` of a request. */
const authorizationOf = (exchange: Exchange): string | undefined =>
  requestHeader(exchange, 'authorization') ??
  (exchange.request.bearer === undefined ? undefined : `Bearer ${exchange.request.bearer}`)

/** The scheme and the credential in the header of a request. */
export const authorization = onceForEach((exchange) => {
  const [, scheme = '', credential = ''] =
    /^(\S+) +(\S.*)$/s.exec(authorizationOf(exchange) ?? '') ?? []
  return { scheme, credential }
})

/** The credential in the header, if its scheme is written as in the specification. */
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

/** Whether a path is public: below `/api/auth/`, or a callback. Refusals there are about the input. */
export const isPublic = (exchange: Exchange): boolean =>
  /^\/api\/(?:auth\/(?!(?:me|verify)$)|channels\/[^/]+\/callback$)/.test(pathOf(exchange))

/** The credential of a request: its header, with any case of the scheme, or its field `token`. */
export function credentialOf(exchange: Exchange): string | undefined {
  const { token } = fieldsOf(exchange)
  return exchange.request.bearer ?? (typeof token === 'string' ? token : undefined)
}

/** The user in the access token of a request; `undefined` for API keys and tokens of other forms. */
export const userOf = onceForEach((exchange) => {
  const user = member(claimsOf(credentialOf(exchange) ?? ''), 'sub')
  return typeof user === 'string' ? user : undefined
})

/** The user of a request if the credential shows it, else the credential: equal means the same user. */
export const callerOf = (exchange: Exchange): string | undefined =>
  userOf(exchange) ?? credentialOf(exchange)

/** The claims of a token; `undefined` if it is no JSON Web Token. */
export function claimsOf(token: string): unknown {
  const [, claims = ''] = token.split('.')
  try {
    return parseJson(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
