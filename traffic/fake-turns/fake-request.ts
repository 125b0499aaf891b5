import { isObject, type JsonObject, parseJson } from '../../contract/json.ts'
import { headerOf, pairsOf } from '../proxy/raw-headers.ts'
import type { SubstitutableCall } from '../proxy/substitute.ts'
import type { Callers } from './callers.ts'

/** The address of the fake in its requests. No server is there. */
export const fakeOrigin = 'http://fake.localhost'

/** The users of the credentials of one request. A request may have one in its header and its body. */
export type RequestCallers = {
  /** The user who plays, and the credential that the deployment accepted; `undefined` for cookies. */
  readonly userId: string
  readonly credential: string | undefined
  /** The user of the credential at each place, if the deployment accepted it. */
  readonly byHeader: string | undefined
  readonly byBody: string | undefined
}

/** The body of a call, if it is a JSON object; else an empty one. */
export function bodyOf({ body }: SubstitutableCall): JsonObject {
  const json = body.length === 0 ? undefined : parseJson(new TextDecoder().decode(body))
  return isObject(json) ? json : {}
}

const bearerOf = ({ headers }: SubstitutableCall): string | undefined =>
  /^\s*bearer\s+(\S+)\s*$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]

/** The credential in the body of a turn. */
function tokenOf(call: SubstitutableCall): string | undefined {
  const { token } = call.id?.startsWith('chat.') === true ? bodyOf(call) : {}
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Whether a call has a credential, or cookies that may be one. */
export const hasCredential = (call: SubstitutableCall): boolean =>
  (bearerOf(call) ?? tokenOf(call) ?? headerOf(call.headers, 'cookie')) !== undefined

/** Finds the users of the credentials of a call, or the deployment's refusal. */
export async function identifyCallers(
  callers: Callers,
  call: SubstitutableCall,
): Promise<RequestCallers | { readonly refusal: Response }> {
  const places = [...new Set([tokenOf(call), bearerOf(call)])].filter((one) => one !== undefined)
  const users = new Map<string | undefined, string>()
  let refusal: Response | undefined
  for (const credential of places.length === 0 ? [undefined] : places) {
    const found = await callers.identify(credential, call)
    if ('refusal' in found) refusal ??= found.refusal
    else users.set(credential, found.userId)
  }
  const [first] = users
  if (first === undefined) return { refusal: refusal ?? Response.error() }
  const [credential, userId] = first
  const userAt = (one: string | undefined) => (one === undefined ? undefined : users.get(one))
  return { userId, credential, byHeader: userAt(bearerOf(call)), byBody: userAt(tokenOf(call)) }
}

/** Headers that are of the connection to the proxy, or of the page. */
const dropped =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|accept-encoding|cookie|origin|x-understudy-.*)$/i

/**
 * A call as a request to the fake: accepted credentials are replaced by tokens of the fake, each at
 * its place. The fake refuses the others, if its deployment would look at them.
 */
export function toFakeRequest(
  call: SubstitutableCall,
  callers: RequestCallers | undefined,
  tokenFor: (userId: string) => string,
): Request {
  const { method, url, headers, body, signal } = call
  const sent = new Headers(pairsOf(headers).filter(([name]) => !dropped.test(name)))
  const { byHeader, byBody, userId } = callers ?? {}
  const inHeader = byHeader ?? (byBody === undefined ? userId : undefined)
  if (inHeader !== undefined) sent.set('authorization', `Bearer ${tokenFor(inHeader)}`)
  const content =
    byBody === undefined
      ? new Uint8Array(body)
      : JSON.stringify({ ...bodyOf(call), token: tokenFor(byBody) })
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0
  return new Request(fakeOrigin + url, {
    method,
    headers: sent,
    signal,
    ...(hasBody && { body: content }),
  })
}
