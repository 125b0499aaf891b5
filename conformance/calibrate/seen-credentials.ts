import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { readTokens } from '../setup/credentials.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { BoundedMap } from './bounded-map.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf, bodyTokenOf } from './sender.ts'

/** A token or key that traffic showed. */
export type Credential = {
  readonly kind: 'access' | 'refresh' | 'key' | 'other'
  readonly value: string
  /** Who owns it: an email address, or whatever is known instead. */
  readonly owner: string
  /** `ended`: all sessions of its owner were ended. `spent`: a refresh token that was used. */
  state: 'valid' | 'disabled' | 'deleted' | 'ended' | 'spent'
  /** Whether a later login or refresh gave the owner another token of this kind. */
  isNewest: boolean
  /** Whether a request with it succeeded. */
  wasAccepted: boolean
  /** The record of a key, and the scopes in it. */
  readonly id?: string | undefined
  readonly scopes?: string | null
  readonly expiresAt?: unknown
}

/** Credentials that are remembered. */
const mostCredentials = 2000

/** The scopes that a new key was created with; null for full access. */
function sentScopes({ request }: Exchange): string | null {
  const scopes = member(request.body, 'scopes')
  return typeof scopes === 'string' ? scopes : null
}

/** A text that is too short for a key and has not the form of a token. */
const isNoCredential = (text: string): boolean => text.length < 24 && !text.startsWith('eyJ')

/** The credentials in traffic: which were issued, to whom, and which still are valid. */
export class SeenCredentials {
  readonly #byValue = new BoundedMap<string, Credential>(mostCredentials)
  readonly #keys = new BoundedMap<string, Credential>(mostCredentials)

  get(value: string | undefined): Credential | undefined {
    return value === undefined ? undefined : this.#byValue.get(value)
  }

  /** The key with this id, if its creation was seen. */
  key(id: string): Credential | undefined {
    return this.#keys.get(id)
  }

  keys(): Iterable<Credential> {
    return this.#keys.values()
  }

  /** Whether a credential is known to be good: it was issued, or it was accepted before. */
  isGood(value: string | undefined): boolean {
    const known = this.get(value)
    return known?.state === 'valid' && known.kind !== 'refresh'
  }

  /** Whether a text was never a credential: it was not seen before, and has no form of one. */
  isMalformed(value: string | undefined): boolean {
    return Boolean(value) && this.get(value) === undefined && isNoCredential(value ?? '')
  }

  /** Whether a text has the form and the beginning of a key that was seen, but is none. */
  isLikeKey(value: string): boolean {
    const isAlike = (key: Credential) =>
      key.kind === 'key' &&
      key.value.length === value.length &&
      key.value.startsWith(value.slice(0, 12))
    return this.get(value) === undefined && this.#keys.values().some(isAlike)
  }

  /** Who sends a request, as far as its credential was seen; else the credential itself. */
  senderOf(exchange: Exchange): string | undefined {
    const value = bearerOf(exchange) ?? bodyTokenOf(exchange)
    return this.get(value)?.owner ?? value
  }

  add(exchange: Exchange): void {
    if (!isAccepted(exchange)) return
    const { method } = exchange.request
    const path = pathOf(exchange)
    this.#accept(bearerOf(exchange))
    if (method === 'POST' && path === '/api/auth/login') this.#addLogin(exchange)
    if (method === 'POST' && path === '/api/auth/refresh') this.#addRefresh(exchange)
    if (method === 'POST' && path === lists.keys) this.#addKey(exchange)
    if (method === 'POST' && path === '/api/me/sessions/revoke-all') this.#end(exchange)
    if (path.startsWith(`${lists.keys}/`)) this.#changeKey(exchange, path)
  }

  #accept(value: string | undefined): void {
    const known = this.get(value)
    if (known) known.wasAccepted = true
    else if (value !== undefined) this.#issue('other', value, value).wasAccepted = true
  }

  #issue(
    kind: Credential['kind'],
    value: string,
    owner: string,
    rest: Pick<Credential, 'id' | 'scopes' | 'expiresAt'> = {},
  ): Credential {
    if (kind === 'access' || kind === 'refresh')
      for (const each of this.#byValue.values())
        if (each.kind === kind && each.owner === owner) each.isNewest = false
    const fresh = { state: 'valid', isNewest: true, wasAccepted: false } as const
    const issued: Credential = { kind, value, owner, ...fresh, ...rest }
    this.#byValue.set(value, issued)
    return issued
  }

  #issueTokens(exchange: Exchange, owner: string): void {
    const tokens = readTokens(exchange)
    if (tokens === undefined) return
    this.#issue('access', tokens.accessToken, owner)
    if (tokens.refreshToken !== undefined) this.#issue('refresh', tokens.refreshToken, owner)
  }

  #addLogin(exchange: Exchange): void {
    this.#issueTokens(exchange, String(member(exchange.request.body, 'email')))
  }

  #addRefresh(exchange: Exchange): void {
    const token = String(member(exchange.request.body, 'refresh_token'))
    const spent = this.get(token) ?? this.#issue('refresh', token, token)
    this.#issueTokens(exchange, spent.owner)
    spent.state = 'spent'
  }

  #addKey(exchange: Exchange): void {
    const value = findFullKey(exchange.json)?.value
    if (typeof value !== 'string') return
    const record = findKeyRecord(exchange.json)
    const id = member(record, 'id')
    const scopes = member(record, 'scopes')
    const issued = this.#issue('key', value, this.senderOf(exchange) ?? value, {
      id: typeof id === 'string' ? id : undefined,
      scopes: typeof scopes === 'string' ? scopes : sentScopes(exchange),
      expiresAt: member(record, 'expires_at'),
    })
    if (issued.id !== undefined) this.#keys.set(issued.id, issued)
  }

  #changeKey({ request }: Exchange, path: string): void {
    const [, , , , id = '', action] = path.split('/')
    const key = this.key(id)
    if (key === undefined) return
    if (request.method === 'DELETE' && action === undefined) key.state = 'deleted'
    const isActive = member(request.body, 'is_active')
    if (action === 'active' && key.state !== 'deleted' && typeof isActive === 'boolean')
      key.state = isActive ? 'valid' : 'disabled'
  }

  #end(exchange: Exchange): void {
    const owner = this.senderOf(exchange)
    for (const each of this.#byValue.values())
      if (each.owner === owner && each.kind !== 'key') each.state = 'ended'
  }
}
