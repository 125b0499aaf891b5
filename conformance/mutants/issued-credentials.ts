import { member } from '../session/json.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import {
  type Call,
  matches,
  readCall,
  keys,
  login,
  refresh,
  type Route,
  changeRequest,
} from './call.ts'
import { type Wrap, onCall, respondWith } from './wrap.ts'
import type { Fetch } from '../http/transport.ts'
import { isObject } from '../../contract/json.ts'

/** An API key that a client created on the server of the mutant. */
export type KnownKey = {
  readonly value: string
  readonly id: string
  /** The scopes in the request that created the key. */
  readonly scopes: unknown
  /** The expiry in the request that created the key. */
  readonly expiresAt: unknown
  /** The credential of the request that created the key. */
  readonly owner: string
  readonly record: unknown
  state: 'new' | 'disabled' | 'enabled' | 'deleted'
  /** Whether the key was ever enabled again after it was disabled. */
  wasEnabled: boolean
}

/** The keys and tokens that a server issued, recorded from the calls through its wrapper. */
export type IssuedCredentials = {
  readonly keys: KnownKey[]
  /** The issued access tokens, oldest first. The first belongs to the main user. */
  readonly tokens: string[]
  readonly byValue: (value: string | undefined) => KnownKey | undefined
}

/** Creates a wrapper that knows the keys and tokens that its server has issued. */
export const withIssuedCredentials =
  (wrap: (memory: IssuedCredentials) => Wrap): Wrap =>
  (fetch, hit) => {
    const known: KnownKey[] = []
    const tokens: string[] = []
    const byValue = (value: string | undefined) => known.find((key) => key.value === value)
    const memory = { keys: known, tokens, byValue }
    return wrap(memory)(async (request) => {
      const call = await readCall(request)
      const response = await fetch(request)
      if (response.ok) recordCredentials(memory, call, await bodyOf(response))
      return response
    }, hit)
  }

function recordCredentials(memory: IssuedCredentials, call: Call, json: unknown): void {
  if (matches(`${login} | ${refresh}`, call)) {
    const token = member(json, 'access_token')
    if (typeof token === 'string') memory.tokens.push(token)
  }
  if (matches(keys.create, call)) {
    const record = findKeyRecord(json)
    memory.keys.push({
      value: String(findFullKey(json)?.value),
      id: String(record?.['id']),
      scopes: member(call.body, 'scopes'),
      expiresAt: member(call.body, 'expires_at'),
      owner: call.bearer ?? '',
      record,
      state: 'new',
      wasEnabled: false,
    })
  }
  const key = memory.keys.find(({ id }) => call.path.split('/').includes(id))
  if (key === undefined) return
  if (matches(keys.delete, call)) key.state = 'deleted'
  if (matches(keys.switch, call)) {
    key.state = member(call.body, 'is_active') === true ? 'enabled' : 'disabled'
    key.wasEnabled ||= key.state === 'enabled'
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson ? response.clone().json() : undefined
}

/** A fault: repeats a refused call with another credential. */
export const retryWithCredential = (
  route: Route,
  credentialFor: (call: Call, memory: IssuedCredentials) => string | undefined,
): Wrap =>
  withIssuedCredentials((memory) =>
    onCall(route, async (call, next, hit) => {
      const response = await next(call.request.clone())
      const credential = credentialFor(call, memory)
      if (credential === undefined || ![401, 403, 404].includes(response.status)) return response
      hit()
      return next(withCredential(call, credential))
    }),
  )

/** A fault: accepts keys that must be refused, as if the owner of the key had sent the call. */
export const acceptKeys = (route: Route, wanted: (key: KnownKey) => boolean): Wrap =>
  retryWithCredential(route, ({ bearer }, { byValue }) => {
    const key = byValue(bearer)
    return key && wanted(key) ? key.owner : undefined
  })

/** Replaces the response to each call that uses a key for which `wanted` returns true. */
export const respondToKeys = (
  route: Route,
  wanted: (key: KnownKey) => boolean,
  answer: () => Response,
): Wrap =>
  withIssuedCredentials(({ byValue }) => {
    const isMeant = ({ bearer }: Call) => {
      const key = byValue(bearer)
      return key !== undefined && wanted(key)
    }
    return respondWith(route, isMeant, answer)
  })

/** A fault: handles calls with the token of another user as if the first user had sent them. */
export const answerAsFirstUser = (
  route: Route,
  wanted: (call: Call) => boolean = () => true,
): Wrap =>
  withIssuedCredentials(({ tokens }) =>
    onCall(route, async (call, next: Fetch, hit) => {
      const [first] = tokens
      const isAnother = tokens.indexOf(call.bearer ?? '') > 0
      if (first === undefined || !isAnother || !wanted(call)) return next(call.request)
      hit()
      return next(withCredential(call, first))
    }),
  )

/** Whether the credential is an access token, not an API key. */
export const isToken = ({ bearer }: Call): boolean =>
  bearer !== undefined && !bearer.startsWith('svc_')

function withCredential(call: Call, credential: string): Request {
  const hasToken = isObject(call.body) && 'token' in call.body
  const body = hasToken ? { ...Object(call.body), token: credential } : call.body
  return changeRequest(call, { bearer: credential, body })
}
