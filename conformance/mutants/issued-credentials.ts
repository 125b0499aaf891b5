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
import { type Wrap, onCall } from './wrap.ts'
import type { Fetch } from '../http/transport.ts'
import { isObject } from '../../contract/json.ts'

/** A key that was created through the wrapper. */
export type KnownKey = {
  readonly value: string
  readonly id: string
  readonly name: string
  /** The scopes that it was created with. */
  readonly scopes: unknown
  /** The credential that created it. */
  readonly owner: string
  readonly record: unknown
  state: 'new' | 'disabled' | 'enabled' | 'deleted'
}

/** What a wrong server remembers of the calls that went through it. */
export type IssuedCredentials = {
  readonly keys: KnownKey[]
  /** The access tokens that were issued, oldest first: the first is that of the main user. */
  readonly tokens: string[]
  readonly byValue: (value: string | undefined) => KnownKey | undefined
}

/** Gives a wrapper a memory of the keys and tokens that its server has issued. */
export const withMemory =
  (wrap: (memory: IssuedCredentials) => Wrap): Wrap =>
  (fetch, hit) => {
    const known: KnownKey[] = []
    const tokens: string[] = []
    const byValue = (value: string | undefined) => known.find((key) => key.value === value)
    const memory = { keys: known, tokens, byValue }
    return wrap(memory)(async (request) => {
      const call = await readCall(request)
      const response = await fetch(request)
      if (response.ok) learn(memory, call, await bodyOf(response))
      return response
    }, hit)
  }

function learn(memory: IssuedCredentials, call: Call, json: unknown): void {
  if (matches(`${login} | ${refresh}`, call)) {
    const token = member(json, 'access_token')
    if (typeof token === 'string') memory.tokens.push(token)
  }
  if (matches(keys.create, call)) {
    const value = String(findFullKey(json)?.value)
    const record = findKeyRecord(json)
    const [id, name] = [String(record?.['id']), String(record?.['name'])]
    const scopes = member(call.body, 'scopes')
    const owner = call.bearer ?? ''
    memory.keys.push({ value, id, name, scopes, owner, record, state: 'new' })
  }
  const key = memory.keys.find(({ id }) => call.path.split('/').includes(id))
  if (key === undefined) return
  if (matches(keys.delete, call)) key.state = 'deleted'
  if (matches(keys.switch, call)) {
    key.state = member(call.body, 'is_active') === true ? 'enabled' : 'disabled'
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson ? response.clone().json() : undefined
}

/**
 * Lets refused calls in: where `behind` names a credential, a 401, 403 or 404 is answered as if
 * that credential had been sent.
 */
export const answerAs = (
  route: Route,
  behind: (call: Call, memory: IssuedCredentials) => string | undefined,
): Wrap =>
  withMemory((memory) =>
    onCall(route, async (call, next, hit) => {
      const response = await next(call.request.clone())
      const credential = behind(call, memory)
      if (credential === undefined || ![401, 403, 404].includes(response.status)) return response
      hit()
      return next(withCredential(call, credential))
    }),
  )

/** Answers everyone, or those whose call qualifies, as if the first user had asked. */
export const answerAsFirstUser = (
  route: Route,
  wanted: (call: Call) => boolean = () => true,
): Wrap =>
  withMemory(({ tokens }) =>
    onCall(route, async (call, next: Fetch, hit) => {
      const [first] = tokens
      const isAnother = first !== undefined && call.bearer !== first && isToken(call)
      if (!isAnother || !wanted(call)) return next(call.request)
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
