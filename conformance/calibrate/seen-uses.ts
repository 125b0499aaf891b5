import type { Exchange } from '../session/exchange.ts'
import { isAccepted } from '../session/assertions.ts'
import { member } from '../session/json.ts'
import { findFullKey } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { BoundedMap } from './bounded-map.ts'
import { type Evidence, itemsIn, isDenied, toEvidence } from './look.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf } from './sender.ts'
import type { SeenCredentials } from './seen-credentials.ts'

/** The uses of one key since its record was first listed. */
type KeyUses = Uses & {
  readonly first: number
  /** What the newest list counted, and the uses before it. */
  latest: number
  listed: Uses
  exchange: Evidence
}

type Uses = {
  reads: number
  /** Requests that write: those that succeeded, and all. */
  writes: number
  attempts: number
}

const none: Uses = { reads: 0, writes: 0, attempts: 0 }

/** Keys whose beginnings are compared. */
const mostNewKeys = 100

/** How tokens and keys were used: what their counters showed, and which refreshes succeeded. */
export class SeenUses {
  readonly #keys = new BoundedMap<string, KeyUses>(500)
  /** The first keys that were created. */
  readonly newKeys: { readonly value: string; readonly exchange: Evidence }[] = []
  /** A refresh with a token that was not used, although its owner got a later one. */
  olderRefresh: Exchange | undefined
  /** A refresh with a token that had been used. */
  secondRefresh: Exchange | undefined

  /** Whether resumes of keys with the scope `chat` succeeded, and those of others were refused. */
  readonly scopesOfChat = { isReached: false, isRefused: false }

  keys(): Iterable<KeyUses> {
    return this.#keys.values()
  }

  /** Adds an exchange; `credentials` has what was before it. */
  add(exchange: Exchange, credentials: SeenCredentials): void {
    const { method, body } = exchange.request
    const path = pathOf(exchange)
    if (method === 'POST' && path === '/api/auth/refresh')
      this.#addRefresh(exchange, credentials, member(body, 'refresh_token'))
    if (method === 'POST' && path === lists.keys && isAccepted(exchange)) this.#addKey(exchange)
    if (method === 'GET' && path === lists.keys && isAccepted(exchange))
      this.#addCounts(exchange, credentials)
    if (method === 'POST' && path === '/api/chat/resume') this.#addResume(exchange, credentials)
    this.#addUse(exchange)
  }

  #addResume(exchange: Exchange, credentials: SeenCredentials): void {
    const key = credentials.get(bearerOf(exchange))
    if (key?.kind !== 'key' || key.state !== 'valid' || key.scopes === null) return
    if (key.scopes === 'chat' && (isAccepted(exchange) || exchange.status === 404))
      this.scopesOfChat.isReached = true
    if (key.scopes !== 'chat' && exchange.status === 403) this.scopesOfChat.isRefused = true
  }

  #addRefresh(exchange: Exchange, credentials: SeenCredentials, token: unknown): void {
    if (!isAccepted(exchange) && !isDenied(exchange)) return
    const known = credentials.get(String(token))
    if (known?.kind !== 'refresh') return
    if (known.state === 'spent') this.secondRefresh = exchange
    if (known.state === 'valid' && !known.isNewest) this.olderRefresh = exchange
  }

  #addKey(exchange: Exchange): void {
    const value = findFullKey(exchange.json)?.value
    if (typeof value === 'string' && this.newKeys.length < mostNewKeys)
      this.newKeys.push({ value, exchange: toEvidence(exchange) })
  }

  #addCounts(list: Exchange, credentials: SeenCredentials): void {
    const exchange = toEvidence(list)
    for (const item of itemsIn(list)) {
      const [id, count] = [item['id'], item['total_requests']]
      const key = typeof id === 'string' ? credentials.key(id) : undefined
      if (typeof count !== 'number' || key === undefined) continue
      const uses = this.#keys.get(key.value)
      const { reads, writes, attempts } = uses ?? none
      const seen = { latest: count, listed: { reads, writes, attempts }, exchange }
      if (uses) Object.assign(uses, seen)
      else this.#keys.set(key.value, { first: count, ...none, ...seen })
    }
  }

  #addUse(exchange: Exchange): void {
    const uses = this.#keys.get(bearerOf(exchange) ?? '')
    if (uses === undefined) return
    if (exchange.request.method !== 'GET') {
      uses.attempts += 1
      if (isAccepted(exchange)) uses.writes += 1
    } else if (isAccepted(exchange)) uses.reads += 1
  }
}
