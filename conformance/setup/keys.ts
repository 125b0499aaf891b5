import type { Scope } from '../../contract/scopes.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, isObject, member, formatValue, walk } from '../session/json.ts'
import type { JsonObject, LocatedValue } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, isRefusal } from '../session/assertions.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { findItem, lists } from './lists.ts'

/** A key that this run created, and so may disable and delete. */
export type IssuedKey = {
  /** The full key: a secret. */
  readonly value: string
  readonly id: string
  readonly name: string
  /** The reply that created it. */
  readonly exchange: Exchange
}

/** What a throwaway key is for; checks that change a key never share it with others. */
export type KeyPurpose = 'full' | 'second' | 'toggled' | 'deleted' | 'counted' | Scope

/** The throwaway key for a purpose; a scope's name gives a key limited to it. Made once per run. */
export const issuedKey = (lab: TestSession, purpose: KeyPurpose): Promise<IssuedKey> =>
  lab.once(`the ${purpose} key`, async () => {
    const key = await readKey(lab, await keyCreation(lab, purpose))
    const isAnother = (creation: Exchange) => creation !== key.exchange
    const earlier = keyCreations(lab.exchanges).filter(isAnother).map(fullValueOf)
    if (!earlier.includes(key.value)) return key
    throw new Finding('a key of its own', 'one that was given before', key.exchange)
  })

const fullValueOf = ({ json }: Exchange): unknown => findFullKey(json)?.value

/** The reply that created the key for a purpose, whatever it is. */
export const keyCreation = (lab: TestSession, purpose: KeyPurpose): Promise<Exchange> =>
  lab.once(`the creation of the ${purpose} key`, () =>
    postKey(lab, { name: lab.name('key'), ...(unscoped.has(purpose) ? {} : { scopes: purpose }) }),
  )

const unscoped: ReadonlySet<string> = new Set(['full', 'second', 'toggled', 'deleted', 'counted'])

/** The full value of a throwaway key without scopes. */
export const fullKey = async (lab: TestSession): Promise<string> =>
  (await issuedKey(lab, 'full')).value

/** The full value of a throwaway key that is limited to one scope. */
export const scopedKey = async (lab: TestSession, scope: Scope): Promise<string> =>
  (await issuedKey(lab, scope)).value

/** The key that a reply created: finds its value and its id. */
export async function readKey(lab: TestSession, exchange: Exchange): Promise<IssuedKey> {
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
  const name = String(member(exchange.ask.body, 'name'))
  const record = findKeyRecord(exchange.json) ?? (await listedKey(lab, { name })).item
  const id = record?.['id']
  if (typeof id === 'string') return { value, id, name, exchange }
  throw new Finding('the id of the key, here or in the list', formatValue(id), exchange)
}

/** Asks for a new key, as the user unless told otherwise. A limit of keys blocks. */
export async function postKey(
  lab: TestSession,
  body: JsonObject,
  credential?: string,
): Promise<Exchange> {
  const exchange = await lab.send({
    method: 'POST',
    path: lists.keys,
    bearer: credential ?? (await userCredential(lab)),
    body,
  })
  if (isLimit(exchange)) throw new Blocked('the account may not have more keys')
  return exchange
}

/** Enables or disables a key, as the user unless told otherwise. */
export async function setActive(
  lab: TestSession,
  id: string,
  active: unknown,
  credential?: string,
): Promise<Exchange> {
  return lab.send({
    method: 'PATCH',
    path: `${lists.keys}/${id}/active`,
    bearer: credential ?? (await userCredential(lab)),
    body: { is_active: active },
  })
}

/** One cheap request with this credential: does it authenticate? */
export const tryCredential = (lab: TestSession, credential: string): Promise<Exchange> =>
  lab.send({ method: 'GET', path: lists.keys, bearer: credential })

/** The record of a key in the list, found by all of these fields. */
export const listedKey = (
  lab: TestSession,
  fields: { id?: string; name?: string },
  credential?: string,
) =>
  findItem(
    lab,
    lists.keys,
    (item) => Object.entries(fields).every(([key, value]) => item[key] === value),
    credential,
  )

/** Where a reply holds a full key: the longest string that starts with `svc_`, names excluded. */
export function findFullKey(json: unknown): LocatedValue | undefined {
  const candidates = walk(json).filter(
    ({ key, value }) =>
      typeof value === 'string' && value.startsWith('svc_') && value.length > 8 && key !== 'name',
  )
  return [...candidates].toSorted((a, b) => String(b.value).length - String(a.value).length)[0]
}

/** The key record inside a reply, however it is wrapped. */
export function findKeyRecord(json: unknown): JsonObject | undefined {
  const place = findValue(
    json,
    ({ value }) => isObject(value) && typeof value['id'] === 'string' && 'key_prefix' in value,
  )
  return isObject(place?.value) ? place.value : undefined
}

/** Every key that this run is known to have created: the full value and the reply that has it. */
export const keyCreations = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    ({ ask, status, json }) =>
      ask.method === 'POST' && ask.path === lists.keys && status < 300 && isObject(json),
  )

const isLimit = (exchange: Exchange): boolean =>
  isRefusal(exchange) &&
  /limit|quota|too_many|maximum/i.test(String(member(exchange.json, 'error')))
