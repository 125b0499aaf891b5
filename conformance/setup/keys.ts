import type { Scope } from '../../contract/scopes.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, member, formatValue, walk, type LocatedValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, isRefusal } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { findItem, lists } from './lists.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** A key that this run created and therefore may disable and delete. */
export type IssuedKey = {
  /** The full key, a secret. */
  readonly value: string
  readonly id: string
  readonly name: string
  /** The response to its creation. */
  readonly exchange: Exchange
}

/** Purposes of throwaway keys. Checks that change a key never share it with others. */
export type KeyPurpose = 'full' | 'second' | 'toggled' | 'deleted' | 'counted' | Scope

/** Returns the throwaway key for a purpose, created once per run. A scope limits the key. */
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
  session.once(`creating the ${purpose} key`, () =>
    postKey(session, {
      name: session.uniqueName('key'),
      ...(unscoped.has(purpose) ? {} : { scopes: purpose }),
    }),
  )

const unscoped: ReadonlySet<string> = new Set(['full', 'second', 'toggled', 'deleted', 'counted'])

/** Returns a throwaway key without scopes. */
export const fullKey = async (session: TestSession): Promise<string> =>
  (await issuedKey(session, 'full')).value

/** Returns a throwaway key with one scope. */
export const scopedKey = async (session: TestSession, scope: Scope): Promise<string> =>
  (await issuedKey(session, scope)).value

/** Reads value and id of the key that a response created. */
export async function readKey(session: TestSession, exchange: Exchange): Promise<IssuedKey> {
  if (!isAccepted(exchange)) {
    throw new Finding('a created key (2xx)', `status ${exchange.status}`, exchange)
  }
  const value = findFullKey(exchange.json)?.value
  if (typeof value !== 'string') {
    throw new Finding(
      'a string that starts with svc_ in the reply',
      formatValue(exchange.json),
      exchange,
    )
  }
  const name = String(member(exchange.request.body, 'name'))
  const record = findKeyRecord(exchange.json) ?? (await listedKey(session, { name })).item
  const id = record?.['id']
  if (typeof id === 'string') return { value, id, name, exchange }
  throw new Finding('the id of the key, here or in the list', formatValue(id), exchange)
}

/**
 * Creates a key, by default as the user. Throws `Blocked` if the target limits the number of keys.
 */
export async function postKey(
  session: TestSession,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  const exchange = await session.send({
    method: 'POST',
    path: lists.keys,
    bearer: credential ?? (await userCredential(session)),
    body,
  })
  if (isLimit(exchange)) throw new Blocked('the account has reached its limit of keys')
  return exchange
}

/** Enables or disables a key, by default as the user. */
export async function setActive(
  session: TestSession,
  id: string,
  active: unknown,
  credential?: string,
): Promise<Exchange> {
  return session.send({
    method: 'PATCH',
    path: `${lists.keys}/${id}/active`,
    bearer: credential ?? (await userCredential(session)),
    body: { is_active: active },
  })
}

/** Sends one cheap request with this credential, to see whether it authenticates. */
export const tryCredential = (session: TestSession, credential: string): Promise<Exchange> =>
  session.send({ method: 'GET', path: lists.keys, bearer: credential })

/** Finds the record of a key in the list, by all of these fields. */
export const listedKey = (
  session: TestSession,
  fields: { id?: string; name?: string },
  credential?: string,
) =>
  findItem(
    session,
    lists.keys,
    (item) => Object.entries(fields).every(([key, value]) => item[key] === value),
    credential,
  )

/** Finds the full key in a response: the longest string that starts with `svc_`, except names. */
export function findFullKey(json: unknown): LocatedValue | undefined {
  const candidates = walk(json).filter(
    ({ key, value }) =>
      typeof value === 'string' && value.startsWith('svc_') && value.length > 8 && key !== 'name',
  )
  return [...candidates].toSorted((a, b) => String(b.value).length - String(a.value).length)[0]
}

/** Finds the key record in a response, in any envelope. */
export function findKeyRecord(json: unknown): JsonObject | undefined {
  const place = findValue(
    json,
    ({ value }) => isObject(value) && typeof value['id'] === 'string' && 'key_prefix' in value,
  )
  return isObject(place?.value) ? place.value : undefined
}

/** The successful creations of keys in these exchanges. */
export const keyCreations = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    ({ request, status, json }) =>
      request.method === 'POST' && request.path === lists.keys && status < 300 && isObject(json),
  )

const isLimit = (exchange: Exchange): boolean =>
  isRefusal(exchange) &&
  /limit|quota|too_many|maximum/i.test(String(member(exchange.json, 'error')))
