import { type Scope, scopes } from '../../contract/scopes.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue, walk, type LocatedValue } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { isAccepted, isRefusal, isUndecided, pollUntil } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { sendAsUser } from './credentials.ts'
import { encodeId, findItem, idInPath, idOf, lists } from './lists.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { isUuid } from '../../contract/uuid.ts'

/** A key that this run created and therefore may disable and delete. */
export type IssuedKey = {
  /** The full key, a secret. */
  readonly value: string
  readonly id: string
  readonly name: string
  /** The exchange that created the key. */
  readonly exchange: Exchange
  /** The time of the creation, or of the last enabling, by `session.now()`. */
  readonly issuedAt: number
}

/** The purposes for which a run creates keys. A key that a check changes has its own purpose. */
export type KeyPurpose =
  | 'full'
  | 'second'
  | 'toggled'
  | 'toggled-scope'
  | 'deleted'
  | 'counted'
  | 'refused'
  | Scope

/** Returns the key for a purpose, created once per run. The key for `chat` has the scope `chat`. */
export const issuedKey = (session: TestSession, purpose: KeyPurpose): Promise<IssuedKey> =>
  session.once(`the ${purpose} key`, async () => {
    const key = await readKey(session, await keyCreation(session, purpose))
    const isAnother = (creation: Exchange) => creation !== key.exchange
    const earlier = keyCreations(session.exchanges).filter(isAnother).map(fullValueOf)
    if (!earlier.includes(key.value)) return key
    throw new Finding('a new key', 'a key that was issued before', key.exchange)
  })

const fullValueOf = ({ json }: Exchange): unknown => findFullKey(json)?.value

/** Returns the creation response for a purpose, whatever its status. */
export const keyCreation = (session: TestSession, purpose: KeyPurpose): Promise<Exchange> =>
  session.once(`creating the ${purpose} key`, () => {
    const scope = purpose === 'toggled-scope' ? 'kb' : scopes.find((each) => each === purpose)
    return postKey(session, { name: session.uniqueName('key'), ...(scope && { scopes: scope }) })
  })

/** Returns a key of this run without scopes, or the key from `--api-key` if none can be created. */
export async function fullKey(session: TestSession): Promise<string> {
  const { apiKey } = session.target
  try {
    return (await issuedKey(session, 'full')).value
  } catch (error) {
    if (apiKey !== undefined && error instanceof Blocked) return apiKey
    throw error
  }
}

/** Returns a key of this run that has one scope. */
export const scopedKey = async (session: TestSession, scope: Scope): Promise<string> =>
  (await issuedKey(session, scope)).value

/** Creates a key for each scope. Ignores failures. */
const createScopedKeys = sharedSetUp('the keys of all scopes', async (session) => {
  for (const scope of scopes) await issuedKey(session, scope).catch(ignoreUndecided)
})

// Ignores a failed creation, because the checks that use the key report it.
function ignoreUndecided(error: unknown): void {
  if (!isUndecided(error)) throw error
}

/** Reads value and id of the key that a response created. */
export async function readKey(session: TestSession, exchange: Exchange): Promise<IssuedKey> {
  if (!isAccepted(exchange)) {
    throw new Finding('a created key (2xx)', `status ${exchange.status}`, exchange)
  }
  const value = findFullKey(exchange.json)?.value
  if (typeof value !== 'string') {
    throw new Finding('a full key in the response', formatValue(exchange.json), exchange)
  }
  const issuedAt = session.now()
  const name = String(member(exchange.request.body, 'name'))
  const record = findKeyRecord(exchange.json) ?? (await listedKey(session, { name })).item
  const id = idOf(record)
  if (id !== undefined) return { value, id, name, exchange, issuedAt }
  throw new Finding('the id of the key, here or in the list', formatValue(record?.['id']), exchange)
}

/**
 * Creates a key, by default as the user. Throws `Blocked` if the target limits the number of keys.
 */
export async function postKey(
  session: TestSession,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  const request = { method: 'POST', path: lists.keys, body }
  const exchange = await sendAsUser(session, request, credential)
  if (isLimit(exchange)) throw new Blocked('the user has reached the limit of keys')
  return exchange
}

/** Enables or disables a key, by default as the user. */
export function setActive(
  session: TestSession,
  id: string,
  active: unknown,
  credential?: string,
): Promise<Exchange> {
  const request = { method: 'PATCH', path: `${lists.keys}/${encodeId(id)}/active` }
  return sendAsUser(session, { ...request, body: { is_active: active } }, credential)
}

/** Sends one cheap request with this credential, to see whether the target knows it. */
export const tryCredential = (session: TestSession, credential: string): Promise<Exchange> =>
  session.send({ method: 'GET', path: lists.keys, bearer: credential })

/** A key with another prefix, which no deployment has issued. */
export const withOtherPrefix = (key: string): string => key.replace(/^[a-z]+_/i, 'xyz_')

/** Whether a response shows that the target knows the key, although it may lack the scope (403). */
export const isKeyKnown = ({ status }: Exchange): boolean => status !== 401

/** The name of an effect for `pollUntil`: a new or enabled key is accepted. */
export const keyAccepted = 'a valid key is accepted'

/** The name of an effect for `pollUntil`: a disabled key is refused. */
export const keyRefused = 'a disabled key is refused'

/** The name of an effect for `pollUntil`: a key without the required scope gets 403, not 401. */
const scopedKeyKnown = 'a key with other scopes is known'

/** Whether a 401 may mean that the target does not know the new key yet. */
const mayBeUnknown = (session: TestSession, { issuedAt }: IssuedKey): boolean =>
  session.now() - issuedAt <= session.grace && session.effects.get(keyAccepted) !== 'missing'

/** Repeats a request with a new key until it is accepted: a target may know new keys late. */
export const tryNewKey = (
  session: TestSession,
  { value, issuedAt }: IssuedKey,
  use = () => tryCredential(session, value),
) => pollUntil(session, use, isAccepted, { since: issuedAt, effect: keyAccepted })

/**
 * Repeats a request with a key until the response is not 401. First creates the keys of all scopes,
 * so that they share one wait: a target may also respond with 401 where 403 is right.
 */
export async function useScopedKey(
  session: TestSession,
  key: IssuedKey,
  use: () => Promise<Exchange>,
): Promise<Exchange> {
  const exchange = await use()
  if (exchange.status !== 401 || !mayBeUnknown(session, key)) return exchange
  await createScopedKeys(session)
  const patience = { since: key.issuedAt, effect: scopedKeyKnown }
  return (await pollUntil(session, use, isKeyKnown, patience)).exchange
}

/** Finds the key record in the list whose `id` and `name` equal these fields. */
export const listedKey = (
  session: TestSession,
  fields: { id?: string; name?: string },
  credential?: string,
) =>
  findItem(
    session,
    lists.keys,
    (item) =>
      (fields.id === undefined || idOf(item) === fields.id) &&
      (fields.name === undefined || item['name'] === fields.name),
    credential,
  )

/**
 * Finds the full key in a response, with any prefix, so that a wrong prefix fails only one check.
 * Prefers a value with the specified prefix, then one in a field such as `key`, then the longest
 * text that looks like a credential.
 */
export function findFullKey(json: unknown): LocatedValue | undefined {
  const texts = walk(json)
    .filter(mayBeFullKey)
    .toArray()
    .toSorted((a, b) => String(b.value).length - String(a.value).length)
  return (
    texts.find(({ value }) => String(value).startsWith('svc_')) ??
    texts.find(({ key, value }) => nameOfKey.test(key) && String(value).length >= minNamedKey) ??
    texts.find(({ value }) => String(value).length >= minUnnamedKey && !isUuid(String(value)))
  )
}

const nameOfKey = /key|token|secret|plain|value/i
// Fields of a key record, which never contain the full key.
const otherFields = /^(?:name|key_prefix|prefix|scopes|(?:.*_)?id|.*_at|.*_by|error|message)$/
// Minimum characters of a key in a field such as `key`. A shorter text may be only a prefix.
const minNamedKey = 16
// Minimum characters of a key in any other field. A shorter text may be a word, an id or a date.
const minUnnamedKey = 24

const mayBeFullKey = ({ key, value }: LocatedValue): boolean =>
  typeof value === 'string' &&
  value.length > 8 &&
  !otherFields.test(key) &&
  /^[\w.~+/=:-]+$/.test(value)

/** Finds the key record in a response, at any depth. */
export function findKeyRecord(json: unknown): JsonObject | undefined {
  const place = findValue(
    json,
    ({ value }) => isObject(value) && idOf(value) !== undefined && 'key_prefix' in value,
  )
  return isObject(place?.value) ? place.value : undefined
}

/** The fields of a key record that stay the same when the key is used, disabled or enabled. */
export const constantFields = [
  'id',
  'name',
  'key_prefix',
  'scopes',
  'expires_at',
  'created_at',
] as const

/** The operation that enables or disables a key. */
export const activation = `PATCH ${lists.keys}/{id}/active`

/** The id of the key in the path of an activation. */
export const keyIdIn = (exchange: Exchange): string =>
  idInPath(exchange, lists.keys, 'active') ?? ''

/** The exchanges that created a key. */
export const keyCreations = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    ({ request, status, json }) =>
      request.method === 'POST' && request.path === lists.keys && status < 300 && isObject(json),
  )

const isLimit = (exchange: Exchange): boolean =>
  isRefusal(exchange) &&
  /limit|quota|too_many|maximum/i.test(String(member(exchange.json, 'error')))
