import { isAccepted } from '../session/assertions.ts'
import { type Evidence, type Exchange, toEvidence } from '../session/exchange.ts'
import { bearerOf, bodyTokenOf, fieldsOf, isCall, isPublic, isTurn } from '../session/request.ts'
import { readTokens } from '../setup/credentials.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import { idInPath, lists } from '../setup/lists.ts'
import type { History, HistoryIndex } from './history.ts'

/** A token or key that traffic showed. `scopes` is null for an API key with full access. */
export type Credential = {
  readonly kind: 'access' | 'refresh' | 'key' | 'other'
  readonly value: string
  /** The email address of the owner, or another identifier of the owner. */
  readonly owner: string
  /** `ended`: all sessions of its owner were ended. `spent`: a refresh token that was used. */
  readonly state: 'valid' | 'disabled' | 'deleted' | 'ended' | 'spent'
  /** False after a later login or refresh gave the owner another token of this kind. */
  readonly isNewest: boolean
  /** Whether a request with this credential succeeded. */
  readonly wasAccepted: boolean
  /** Only for API keys: the id of the key record. */
  readonly id?: string | undefined
  readonly scopes?: string | null
  readonly expiresAt?: unknown
  readonly creation?: Evidence
}

type Changes = Generator<readonly [string, Credential]>

/** The credentials that traffic showed, by their values, each with its owner and state. */
const credentials: HistoryIndex<Credential> = {
  *changes(exchange, before) {
    if (!isAccepted(exchange)) return
    yield* markAccepted(bearerOf(exchange), before)
    if (isCall(exchange, 'POST', '/api/auth/login'))
      yield* addIssuedTokens(exchange, String(fieldsOf(exchange)['email']), before)
    if (isCall(exchange, 'POST', '/api/auth/refresh')) yield* addRefreshed(exchange, before)
    if (isCall(exchange, 'POST', '/api/me/sessions/revoke-all'))
      yield* endSessions(exchange, before)
    const created = createdKey(exchange)
    if (created !== undefined)
      yield* addIssued(
        'key',
        created.value,
        ownerOf(exchange, before) ?? created.value,
        before,
        created,
      )
    yield* changedKey(exchange, before)
  },
}

/** The full value of each API key, by record id. */
const keyValues: HistoryIndex<string> = {
  changes: (exchange) => {
    const { id, value } = createdKey(exchange) ?? {}
    return id === undefined ? [] : [[id, value]]
  },
}

export const credentialIndices = [keyValues, credentials]

/** Finds a credential in earlier traffic by its value. */
export const knownCredential = (
  value: string | undefined,
  before: History,
): Credential | undefined => before.get(credentials, value)

/** Returns the API key with this id, if earlier traffic contained its creation. */
export const keyWithId = (id: string, before: History): Credential | undefined =>
  knownCredential(before.get(keyValues, id), before)

/** Returns the API key whose id is in the path, if earlier traffic contained its creation. */
export const keyInPath = (exchange: Exchange, before: History): Credential | undefined =>
  keyWithId(
    idInPath(exchange, lists.keys) ?? idInPath(exchange, lists.keys, 'active') ?? '',
    before,
  )

/** Returns all API keys whose creation earlier traffic contained. */
export const keysBefore = (before: History): readonly Credential[] =>
  before.all(credentials).filter(({ kind }) => kind === 'key')

/** Whether a credential is good: earlier traffic showed it, and it is still valid. */
export function isValidCredential(value: string | undefined, before: History): boolean {
  const credential = knownCredential(value, before)
  return credential?.state === 'valid' && credential.kind !== 'refresh'
}

/**
 * Whether a text is certainly no credential: traffic did not show it, it is too short for a key,
 * and it does not have the form of a token.
 */
export function isNoCredential(text: unknown, before: History): boolean {
  if (typeof text !== 'string' || text === '') return false
  return knownCredential(text, before) === undefined && text.length < 24 && !text.startsWith('eyJ')
}

/** Whether a request sends only malformed credentials: texts that cannot be a credential. */
export function isMalformed(exchange: Exchange, before: History): boolean {
  if (isCall(exchange, 'POST', '/api/auth/refresh'))
    return isNoCredential(fieldsOf(exchange)['refresh_token'], before)
  if (isPublic(exchange) || !isNoCredential(bearerOf(exchange), before)) return false
  return !isTurn(exchange) || isNoCredential(bodyTokenOf(exchange), before)
}

/** Whether a text looks like a known API key, but was never issued. */
export function isLikeKey(value: string, before: History): boolean {
  const isAlike = (key: Credential) =>
    key.kind === 'key' &&
    key.value.length === value.length &&
    key.value.startsWith(value.slice(0, 12))
  return knownCredential(value, before) === undefined && before.all(credentials).some(isAlike)
}

/** Finds the owner of a request's credential; returns the credential if the owner is not known. */
export function ownerOf(exchange: Exchange, before: History): string | undefined {
  const value = bearerOf(exchange) ?? bodyTokenOf(exchange)
  return knownCredential(value, before)?.owner ?? value
}

function* markAccepted(value: string | undefined, before: History): Changes {
  if (value === undefined) return
  const credential = knownCredential(value, before)
  if (credential === undefined)
    yield* addIssued('other', value, value, before, { wasAccepted: true })
  else if (!credential.wasAccepted) yield [value, { ...credential, wasAccepted: true }]
}

/** Yields a new credential, and marks older ones of its kind and owner as not the newest. */
function* addIssued(
  kind: Credential['kind'],
  value: string,
  owner: string,
  before: History,
  rest: Partial<Credential> = {},
): Changes {
  for (const each of before.all(credentials))
    if (each.isNewest && each.kind === kind && each.owner === owner)
      yield [each.value, { ...each, isNewest: false }]
  yield [value, { kind, value, owner, state: 'valid', isNewest: true, wasAccepted: false, ...rest }]
}

function* addIssuedTokens(exchange: Exchange, owner: string, before: History): Changes {
  const { accessToken, refreshToken } = readTokens(exchange) ?? {}
  if (accessToken !== undefined) yield* addIssued('access', accessToken, owner, before)
  if (refreshToken !== undefined) yield* addIssued('refresh', refreshToken, owner, before)
}

function* addRefreshed(exchange: Exchange, before: History): Changes {
  const token = String(fieldsOf(exchange)['refresh_token'])
  if (knownCredential(token, before) === undefined)
    yield* addIssued('refresh', token, token, before)
  const usedToken = knownCredential(token, before)
  if (usedToken === undefined) return
  yield [token, { ...usedToken, state: 'spent' }]
  yield* addIssuedTokens(exchange, usedToken.owner, before)
}

/** Returns the new key in a response, with the fields of its record. */
function createdKey(exchange: Exchange) {
  if (!isCall(exchange, 'POST', lists.keys) || !isAccepted(exchange)) return undefined
  const value = findFullKey(exchange.json)?.value
  if (typeof value !== 'string') return undefined
  const { id, scopes, expires_at: expiresAt } = findKeyRecord(exchange.json) ?? {}
  const shownScopes = [scopes, fieldsOf(exchange)['scopes']].find(
    (each) => typeof each === 'string',
  )
  return {
    id: typeof id === 'string' ? id : undefined,
    value,
    scopes: shownScopes ?? null,
    expiresAt,
    creation: toEvidence(exchange),
  }
}

function* changedKey(exchange: Exchange, before: History): Changes {
  const key = keyInPath(exchange, before)
  if (key === undefined) return
  const isActivation = idInPath(exchange, lists.keys, 'active') !== undefined
  const { is_active: isActive } = fieldsOf(exchange)
  if (exchange.request.method === 'DELETE' && !isActivation)
    yield [key.value, { ...key, state: 'deleted' }]
  if (isActivation && key.state !== 'deleted' && typeof isActive === 'boolean')
    yield [key.value, { ...key, state: isActive ? 'valid' : 'disabled' }]
}

function* endSessions(exchange: Exchange, before: History): Changes {
  const owner = ownerOf(exchange, before)
  for (const each of before.all(credentials))
    if (each.owner === owner && each.kind !== 'key') yield [each.value, { ...each, state: 'ended' }]
}
