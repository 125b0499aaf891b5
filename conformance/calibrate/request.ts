import { isObject, parseJson } from '../../contract/json.ts'
import { operationOfRequest } from '../../contract/profile-operations.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'

/** Computes a value once for each exchange, because dozens of readings ask for it. */
function onceForEach<Value>(compute: (exchange: Exchange) => Value) {
  const computed = new WeakMap<Exchange, { readonly value: Value }>()
  return (exchange: Exchange): Value => {
    const known = computed.get(exchange) ?? { value: compute(exchange) }
    computed.set(exchange, known)
    return known.value
  }
}

/** The path of a request without its query. */
export const pathOf = onceForEach(({ request }) => request.path.replace(/[?#].*/s, ''))

/** The query of a request. */
export const queryOf = ({ request: { path } }: Exchange): URLSearchParams =>
  new URLSearchParams(/\?([^#]*)/s.exec(path)?.[1] ?? '')

/** Whether a request has this method, and this path without its query. */
export const isCall = (exchange: Exchange, method: string, path: string | RegExp): boolean =>
  exchange.request.method === method &&
  (typeof path === 'string' ? pathOf(exchange) === path : path.test(pathOf(exchange)))

/** The operation of the contract that a request calls. */
export const operationIdOf = onceForEach(({ request: { method, path } }) =>
  operationOfRequest(method, path),
)

/** The fields of a JSON request; empty without a JSON object. */
export const fieldsOf = ({ request: { body } }: Exchange): Readonly<Record<string, unknown>> =>
  isObject(body) ? body : {}

/** Whether a field of a request is absent or null. */
export const isUnset = (value: unknown): boolean => value === undefined || value === null

/** Whether a request is for a turn, whose body may carry the credential. */
export const isTurn = (exchange: Exchange): boolean =>
  isCall(exchange, 'POST', /^\/api\/(?:react|dag|auto)$/)

export const resumePath = '/api/chat/resume'

export const isResume = (exchange: Exchange): boolean => isCall(exchange, 'POST', resumePath)

/** The id in the path of a request to one conversation. */
export const conversationInPath = (exchange: Exchange): string | undefined =>
  /^\/api\/conversations\/([^/]+)$/.exec(pathOf(exchange))?.[1]

/** The conversation in the body of a request. */
export function conversationInBody(exchange: Exchange): string | undefined {
  const { conversation_id: id } = fieldsOf(exchange)
  return typeof id === 'string' ? id : undefined
}

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
