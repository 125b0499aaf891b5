import { isResponse } from '../../contract/realm-safe.ts'
import { createHash } from 'node:crypto'
import { isObject, type JsonObject, parseJson } from '../../contract/json.ts'
import { readJwt } from '../../contract/jwt.ts'
import { pairsOf, type RawHeaders, withoutHeaders } from '../proxy/raw-headers.ts'
import type { SubstitutableCall } from '../proxy/substitute.ts'
import { idText } from '../replay/id-map.ts'
import type { TurnFake, ForeignRecord } from '../journal/turn-fake.ts'
import { bodyForm, findList, recordIn } from '../../contract/body-form.ts'

/** The credential from the request; `undefined` if the client only sends cookies. */
type Credential = string | undefined

/** A user whom the deployment accepted, or the response with which it refused the user. */
type IdentifiedUser = { readonly userId: string } | { readonly refusal: Response }

/** Milliseconds for which the user of a credential is cached. */
const verifiedMs = 60_000

/** Milliseconds for which the caller of a ticket is cached. */
const ticketLifetimeMs = 60_000

/** Paths that return the caller, or at least show that the deployment accepts the caller. */
const identifyingReads = ['/api/auth/me', '/api/auth/verify', '/api/conversations?page=1&size=1']

const maxCredentials = 2000
const maxUsers = 1000

type VerifiedUser = { readonly userId: string; readonly at: number }

/**
 * Finds the user of the fake for a caller. Only the deployment decides who a caller is: the proxy
 * trusts a credential only after the deployment accepted it in a read request.
 */
export class Callers {
  readonly #fake: TurnFake
  readonly #now: () => number
  readonly #verified = new LruMap<VerifiedUser>(maxCredentials)
  readonly #tickets = new LruMap<{ readonly of: string; readonly at: number }>(maxCredentials)
  readonly #users: LruMap<true>

  constructor(fake: TurnFake, now: () => number, onForget: (userId: string) => void) {
    this.#fake = fake
    this.#now = now
    this.#users = new LruMap(maxUsers, (userId) => {
      fake.forget('users', userId)
      for (const [key, { userId: known }] of this.#verified.entries())
        if (known === userId) this.#verified.delete(key)
      onForget(userId)
    })
  }

  /** For one minute from now, treats a ticket as the credential that it was issued for. */
  addTicket(ticket: string, credential: string): void {
    this.#tickets.set(ticket, { of: credential, at: this.#now() })
  }

  /** Asks the deployment for the user of a credential, or reuses an answer from the last minute. */
  async identify(
    credential: Credential,
    call: SubstitutableCall,
    mayUseCache: boolean,
  ): Promise<IdentifiedUser> {
    const ticket = credential === undefined ? undefined : this.#tickets.get(credential)
    const isValid = ticket !== undefined && this.#now() - ticket.at < ticketLifetimeMs
    const asked = isValid ? ticket.of : credential
    const key = asked === undefined ? `cookie ${cookiesOf(call.headers)}` : `token ${asked}`
    const known = this.#verified.get(key)
    if (mayUseCache && known !== undefined && this.#now() - known.at < verifiedMs) {
      this.#users.set(known.userId, true)
      return known
    }
    this.#verified.delete(key)
    const answer = await readCaller(asked, call)
    if (isResponse(answer)) return { refusal: answer }
    const verified = {
      userId: this.#fake.putUser(toCallerUser(answer, asked ?? key)),
      at: this.#now(),
    }
    this.#verified.set(key, verified)
    this.#users.set(verified.userId, true)
    return verified
  }
}

const cookiesOf = (headers: RawHeaders): string =>
  pairsOf(headers)
    .filter(([name]) => /^(cookie|authorization)$/i.test(name))
    .map(([, value]) => value)
    .join('; ')

/** Headers that describe the body of a call. A read does not copy them from the call. */
const bodyHeaders = /^(content-.*|accept)$/

/** The headers of a GET that the proxy sends on behalf of a caller. */
export const readingHeaders = (headers: RawHeaders, credential: Credential): string[] => [
  ...withoutHeaders(headers, bodyHeaders)
    .filter(([name]) => credential === undefined || name.toLowerCase() !== 'authorization')
    .flat(),
  'accept',
  'application/json',
  ...(credential === undefined ? [] : ['authorization', `Bearer ${credential}`]),
]

/** The user from the deployment, or its response if it refuses the caller. */
async function readCaller(
  credential: Credential,
  { headers, ask }: SubstitutableCall,
): Promise<JsonObject | Response> {
  let first: Response | undefined
  for (const path of identifyingReads) {
    const answer = await ask({ method: 'GET', path, headers: readingHeaders(headers, credential) })
    if (answer.ok) return recordIn(await readJson(answer)) ?? {}
    first ??= answer
    // The deployment may lack this operation, or the scope of the key may not allow it.
    if (![403, 404, 405].includes(answer.status)) return answer
    if (answer.status === 403) first = answer
  }
  return first ?? Response.error()
}

function toCallerUser(answer: JsonObject, credential: string) {
  const userData = isObject(answer['user']) ? answer['user'] : answer
  // The deployment accepted the credential, so the user in the response can be trusted.
  const claims = readJwt(credential) ?? {}
  const hash = createHash('sha256').update(credential).digest('hex').slice(0, 12)
  const email = [userData['email'], claims['email']].find((one) => typeof one === 'string')
  const isUser = email !== undefined && email === userData['email']
  const id =
    idText((isUser ? userData['id'] : undefined) ?? userData['user_id'] ?? claims['sub']) ??
    `caller-${hash}`
  return { ...(isUser && userData), id, email: email ?? `${id}@caller.invalid` }
}

/** A map that keeps only the most recently used entries. */
export class LruMap<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #maxSize: number
  readonly #onDrop: (key: string, value: Value) => void

  constructor(maxSize: number, onDrop: (key: string, value: Value) => void = () => undefined) {
    this.#maxSize = maxSize
    this.#onDrop = onDrop
  }

  /** Gets the value of a key, and marks it as recently used. */
  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries
    if (this.#entries.size <= this.#maxSize || oldest === undefined) return
    this.#entries.delete(oldest[0])
    this.#onDrop(...oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  entries(): readonly (readonly [key: string, value: Value])[] {
    return [...this.#entries]
  }
}

/** The body of a response as JSON; `undefined` if the body is not JSON. */
export const readJson = async (response: Response): Promise<unknown> =>
  parseJson(await response.text())

/** The object in a conversation response that contains the messages. */
export function holderOfMessages(json: unknown): { messages: unknown[] } | undefined {
  const places = [json, recordIn(json), recordIn(json)?.['conversation']]
  return places.find(
    (place): place is { messages: unknown[] } =>
      isObject(place) && Array.isArray(place['messages']),
  )
}

/** A conversation of the deployment behind the proxy. */
type ForeignConversation = {
  readonly record: ForeignRecord
  readonly messages: readonly ForeignRecord[]
}

type ReadContext = {
  readonly ask: SubstitutableCall['ask']
  /** The headers for the read, from the caller's request. */
  readonly headers: readonly string[]
}

/** Reads a conversation with its messages. Returns the response if the deployment refuses. */
export async function readConversation(
  { ask, headers }: ReadContext,
  id: string,
): Promise<ForeignConversation | Response> {
  const path = `/api/conversations/${encodeURIComponent(id)}`
  const answer = await ask({ method: 'GET', path, headers })
  if (answer.ok) {
    const json = await readJson(answer)
    const record = recordIn(json)
    const one = isObject(record?.['conversation']) ? record['conversation'] : record
    const messages = holderOfMessages(json)?.messages ?? []
    return { record: { ...one, id }, messages: messages.flatMap(toMessage(id)) }
  }
  if (answer.status !== 404 && answer.status !== 405) return answer
  // The specification can only list conversations. It has no operation that reads one conversation.
  const list = await ask({ method: 'GET', path: '/api/conversations?page=1&size=100', headers })
  const items = list.ok ? conversationsIn(await readJson(list)) : []
  const found = items.find((item) => isObject(item) && idText(item['id']) === id)
  return isObject(found) ? { record: { ...found, id }, messages: [] } : answer
}

/** Reads an agent; `undefined` if the caller may not see it. */
export async function readAgent(
  { ask, headers }: ReadContext,
  id: string,
): Promise<ForeignRecord | undefined> {
  const answer = await ask({
    method: 'GET',
    path: `/api/agents/${encodeURIComponent(id)}`,
    headers,
  })
  if (!answer.ok) return undefined
  return { ...recordIn(await readJson(answer)), id }
}

const conversationsIn = (json: unknown): readonly unknown[] =>
  findList(bodyForm(json).content, ['conversations'])?.items ?? []

const toMessage =
  (conversationId: string) =>
  (message: unknown, at: number): ForeignRecord[] =>
    isObject(message)
      ? [{ ...message, id: idText(message['id']) ?? `${conversationId}-${at}` }]
      : []
