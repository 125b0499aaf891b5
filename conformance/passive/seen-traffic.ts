import { type Exchange, queryOf } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { Seen, SeenKey } from '../session/seen.ts'
import { isAccepted } from '../session/assertions.ts'
import { readClaim } from '../../contract/jwt.ts'
import { pathOf } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { readTokens } from '../setup/credentials.ts'
import { conversationId } from '../setup/conversations.ts'
import { findFullKey, findKeyRecord, keyCreations } from '../setup/keys.ts'
import { idOf, itemsOf, lists } from '../setup/lists.ts'

/** Milliseconds after which a change must show, as by default in a run of the suite. */
const grace = 3000

/** Records of each kind that are remembered; the oldest are forgotten. */
const mostRecords = 500

type Key = {
  readonly value: string
  readonly id: string | undefined
  readonly scopes: string
  readonly owner: string | undefined
  readonly expiresAt: number
  state: 'active' | 'disabled' | 'deleted'
  /** When the change to this state was complete. */
  since: number
}

type Title = { readonly title: string; readonly old: string | undefined; readonly since: number }

/** Remembers keys, users, conversations and pages of traffic, within a bound. */
export class SeenTraffic implements Seen {
  readonly #keys = new Map<string, Key>()
  readonly #counts = new Map<string, number>()
  readonly #users = new Map<string, string>()
  readonly #owners = new Map<string, string>()
  readonly #titles = new Map<string, Title>()
  readonly #pages = new Map<string, readonly string[]>()

  keyOf(exchange: Exchange): SeenKey | undefined {
    const key = this.#keys.get(credentialOf(exchange) ?? '')
    const start = startOf(exchange)
    if (key === undefined || start === undefined) return undefined
    const { scopes, state, since, expiresAt } = key
    if (state !== 'active' || since > 0)
      return { scopes, state: start >= since + grace ? state : 'unsettled' }
    if (start < expiresAt) return { scopes, state }
    return { scopes, state: start >= expiresAt + grace ? 'expired' : 'unsettled' }
  }

  countOf(keyId: string): number | undefined {
    return this.#counts.get(keyId)
  }

  userOf(exchange: Exchange): string | undefined {
    const credential = credentialOf(exchange) ?? ''
    return this.#keys.get(credential)?.owner ?? this.#users.get(credential) ?? subjectOf(credential)
  }

  ownerOf(conversation: string): string | undefined {
    return this.#owners.get(conversation)
  }

  renamingOf(conversation: string, exchange: Exchange) {
    const { title, old, since } = this.#titles.get(conversation) ?? {}
    const start = startOf(exchange)
    const isSettled = since !== undefined && start !== undefined && start >= since + grace
    return isSettled && title !== undefined && old !== undefined && old !== title
      ? { old, title }
      : undefined
  }

  pageBefore(exchange: Exchange): readonly string[] | undefined {
    return this.#pages.get(this.#pageName(exchange, -1))
  }

  /** Remembers an exchange, after the rules have judged it. */
  add(exchange: Exchange): void {
    if (!isAccepted(exchange)) return
    const { method, path } = exchange.request
    if (path.startsWith('/api/auth/')) this.#addTokens(exchange)
    else if (path.startsWith(lists.keys)) this.#addKeys(exchange)
    else if (path.startsWith(lists.conversations)) this.#addConversations(exchange)
    if (method === 'GET' && itemsOf(exchange) !== undefined)
      remember(this.#pages, this.#pageName(exchange, 0), idsOn(exchange))
  }

  #addTokens(exchange: Exchange): void {
    const tokens = readTokens(exchange)
    const user = idOf(member(tokens?.body, 'user')) ?? this.userOf(exchange)
    if (tokens === undefined || user === undefined) return
    remember(this.#users, tokens.accessToken, user)
  }

  #addKeys(exchange: Exchange): void {
    const { request, json } = exchange
    const end = endOf(exchange)
    if (keyCreations([exchange]).length > 0) {
      const value = findFullKey(json)?.value
      const record = findKeyRecord(json)
      const expiresAt = Date.parse(String(record?.['expires_at'] ?? ''))
      if (typeof value === 'string')
        remember(this.#keys, value, {
          value,
          id: idOf(record),
          scopes: String(record?.['scopes'] ?? member(request.body, 'scopes') ?? ''),
          owner: this.userOf(exchange),
          expiresAt: Number.isNaN(expiresAt) ? Number.POSITIVE_INFINITY : expiresAt,
          state: 'active',
          since: 0,
        })
    }
    const [, id] = /\/api-keys\/([^/?]+)/.exec(request.path) ?? []
    const changed = [...this.#keys.values()].find((key) => key.id !== undefined && key.id === id)
    if (request.method === 'DELETE' && changed !== undefined)
      Object.assign(changed, { state: 'deleted', since: end })
    for (const record of [findKeyRecord(json), ...(itemsOf(exchange) ?? [])])
      if (isObject(record)) this.#addRecord(record, end)
  }

  /** A record shows the state of a key, whoever changed it. */
  #addRecord(record: object, end: number): void {
    const id = idOf(record)
    const isActive = member(record, 'is_active')
    const total = member(record, 'total_requests')
    if (id === undefined) return
    if (typeof total === 'number')
      remember(this.#counts, id, Math.max(total, this.#counts.get(id) ?? 0))
    const key = [...this.#keys.values()].find((one) => one.id === id)
    if (key === undefined || key.state === 'deleted' || typeof isActive !== 'boolean') return
    const state = isActive ? 'active' : 'disabled'
    if (key.state !== state) Object.assign(key, { state, since: end })
  }

  #addConversations(exchange: Exchange): void {
    const { request, json } = exchange
    const user = this.userOf(exchange)
    if (request.method === 'POST' && pathOf(exchange) === lists.conversations) {
      const id = conversationId(json)
      if (id !== undefined && user !== undefined) remember(this.#owners, id, user)
    }
    const [, changed] = /\/conversations\/([^/?]+)$/.exec(pathOf(exchange)) ?? []
    const title = member(request.body, 'title')
    if (request.method === 'PATCH' && changed !== undefined && typeof title === 'string') {
      const old = this.#titles.get(changed)?.title
      remember(this.#titles, changed, { title, old, since: endOf(exchange) })
    }
    for (const item of itemsOf(exchange) ?? []) {
      const id = idOf(item)
      const shown = item['title']
      const known = id === undefined ? undefined : this.#titles.get(id)
      // A list that still has the old title does not undo a change.
      if (id !== undefined && typeof shown === 'string' && shown !== known?.old)
        remember(this.#titles, id, {
          title: shown,
          old: shown === known?.title ? known.old : undefined,
          since: shown === known?.title ? known.since : endOf(exchange),
        })
    }
  }

  /** Names a page of a list, `step` pages away, for one user. */
  #pageName(exchange: Exchange, step: number): string {
    const query = queryOf(exchange)
    const page = Number(query.get('page') ?? 1) + step
    query.delete('page')
    query.sort()
    return [this.userOf(exchange) ?? '', pathOf(exchange), String(query), page].join('\n')
  }
}

const idsOn = (exchange: Exchange): readonly string[] =>
  (itemsOf(exchange) ?? []).map((item) => String(item['id']))

function remember<Value>(map: Map<string, Value>, name: string, value: Value): void {
  map.delete(name)
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > mostRecords && oldest !== undefined) map.delete(oldest)
}

/** When a request was sent, in milliseconds since 1970; unknown for exchanges of the suite. */
const startOf = (exchange: Exchange): number | undefined =>
  'startedAt' in exchange && typeof exchange.startedAt === 'number' && exchange.startedAt > 0
    ? exchange.startedAt
    : undefined

const endOf = (exchange: Exchange): number => (startOf(exchange) ?? 0) + exchange.ms

/** The credential of a request, in its header or else in its body. */
function credentialOf({ request }: Exchange): string | undefined {
  const token = request.bearer ?? member(request.body, 'token')
  return typeof token === 'string' ? token : undefined
}

/** The user whom a token names. */
const subjectOf = (token: string): string | undefined =>
  readClaim(token, 'sub') ?? readClaim(token, 'user_id') ?? readClaim(token, 'email')
