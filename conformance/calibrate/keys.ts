import { isObject, type JsonObject } from '../../contract/json.ts'
import { findValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { count, deletedKey, usage } from '../setup/key-lifecycle.ts'
import { lists, readList, itemsOf } from '../setup/lists.ts'
import {
  findFullKey,
  findKeyRecord,
  issuedKey,
  postKey,
  readKey,
  setActive,
} from '../setup/keys.ts'
import { byStatus, noOption, observed } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'
import type { SeenTraffic } from './seen-traffic.ts'
import { pathOf } from '../../contract/exchange.ts'
import { bearerOf } from './sender.ts'

const plan = 'core'

const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' } as const

const isCreation = (exchange: Exchange): boolean =>
  exchange.request.method === 'POST' && pathOf(exchange) === lists.keys && isAccepted(exchange)

/** Reads the response to the creation of a key. */
const ofCreation =
  <Look>(read: (exchange: Exchange, value: string) => Look) =>
  (exchange: Exchange): Look | undefined => {
    const value = isCreation(exchange) ? findFullKey(exchange.json)?.value : undefined
    return typeof value === 'string' ? read(exchange, value) : undefined
  }

const newKey = async ({ session }: ObserverContext): Promise<Exchange> =>
  (await issuedKey(session, 'full')).exchange

/** API keys (2.1, 4.1). */
export const keyObservers = {
  'keys.prefix': {
    plan,
    provoke: async ({ session }) => {
      const keys = []
      for (const purpose of ['full', 'second', 'counted'] as const)
        keys.push((await issuedKey(session, purpose)).exchange)
      return keys
    },
    readAtEnd: ({ uses: { newKeys } }) => {
      const [first] = newKeys
      if (first === undefined) return undefined
      const values = newKeys.map(({ value }) => value)
      if (values.every((value) => value.startsWith('svc_'))) return observed(first.exchange, 'svc_')
      const start = commonStart(values)
      if (start === '') return noOption(first.exchange, 'keys that all start differently')
      // Two keys may have more in common than their prefix.
      const prefix = values.length > 2 ? start : /^.*[_-]/.exec(start)?.[0]
      return prefix === undefined || values.length < 2
        ? undefined
        : observed(first.exchange, 'other', prefix)
    },
  },
  'keys.creation-status': {
    plan,
    provoke: newKey,
    read: ofCreation((exchange) => byStatus(exchange, { 200: '200', 201: '201' })),
  },
  'keys.creation-shape': {
    plan,
    provoke: newKey,
    read: ofCreation((exchange, value) => {
      const name = findValue(exchange.json, (place) => place.value === value)?.key ?? ''
      const shape = Object.hasOwn(shapes, name) ? shapes[name as keyof typeof shapes] : undefined
      return shape === undefined
        ? noOption(exchange, `the full key is in the field ${name}`)
        : observed(exchange, shape)
    }),
  },
  'keys.creation-record': {
    plan,
    provoke: newKey,
    read: ofCreation((exchange) => {
      const record = findKeyRecord(exchange.json)
      if (record === undefined) return []
      const missing = usageFields.filter((field) => !(field in record))
      if (missing.length === 0) return observed(exchange, 'whole')
      return missing.length === usageFields.length && 'created_at' in record
        ? observed(exchange, 'partial')
        : noOption(exchange, `a record without ${missing.join(', ')}`)
    }),
  },
  'keys.expiry-field': {
    plan,
    provoke: async ({ session }) =>
      ((await expiringKey(session)) ?? skip('no known field sets the expiry')).key.exchange,
    read: ofCreation((exchange) => {
      const { body } = exchange.request
      const fields = Object.keys(isObject(body) ? body : {}).filter(
        (name) => name !== 'name' && name !== 'scopes' && isMoment(member(body, name)),
      )
      const [field] = fields
      if (field === undefined || fields.length > 1) return undefined
      // Null and absent mean that the field was not recognised.
      if (!findKeyRecord(exchange.json)?.['expires_at']) return undefined
      return field === 'expires_at'
        ? observed(exchange, 'expires_at')
        : observed(exchange, 'named', field)
    }),
  },
  'keys.delete-operation': {
    plan,
    provoke: async ({ session }) => {
      const { change, key } = await deletedKey(session)
      if (change?.exchange.request.method === 'DELETE') return change.exchange
      const path = `${lists.keys}/${encodeURIComponent(key.id.toWellFormed())}`
      const tried = session.exchanges.find(
        ({ request }) => request.method === 'DELETE' && request.path === path,
      )
      return tried ?? skip('no `DELETE` was sent')
    },
    read: (exchange, before) => {
      const key = keyIn(exchange, before)
      if (exchange.request.method !== 'DELETE' || key === undefined) return undefined
      if (isAccepted(exchange)) return observed(exchange, 'present')
      if (exchange.status === 405) return observed(exchange, 'absent')
      // Its owner would find a key that exists.
      const isOwn = before.credentials.senderOf(exchange) === key.owner && key.state !== 'deleted'
      return isOwn ? byStatus(exchange, { 404: 'absent' }) : undefined
    },
  },
  'keys.usage': {
    plan,
    provoke: async ({ session }) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      if (count(after) > count(before)) return exchange
      // Only a use that does count shows that the others do not.
      return recordAfterWrite(session, after)
    },
    readAtEnd: ({ uses }) => {
      for (const { exchange, first, latest, listed } of uses.keys())
        if (listed.reads > 0 && latest - first > listed.attempts) return observed(exchange, 'every')
      for (const { exchange, first, latest, listed } of uses.keys()) {
        const counted = latest - first
        // If reads counted too, there would be more.
        const isLess = counted < listed.reads + listed.writes
        if (listed.writes > 0 && counted >= listed.writes && isLess)
          return observed(exchange, 'writes')
      }
      return undefined
    },
  },
  'keys.ownership': {
    plan,
    needsProvoking: 'a request of one user for a key of another',
    provoke: async ({ session, option }) => {
      const { id } = await issuedKey(session, 'second')
      const other = await otherUserCredential(session)
      const uses = [await setActive(session, id, true, other)]
      if ((await option('keys.delete-operation')) === 'present') {
        const creation = await postKey(session, { name: session.uniqueName('key') })
        const key = await readKey(session, creation)
        const path = `${lists.keys}/${encodeURIComponent(key.id.toWellFormed())}`
        uses.push(await session.send({ method: 'DELETE', path, bearer: other }))
      }
      return uses
    },
    read: (exchange, before) => {
      const key = keyIn(exchange, before)
      const known = before.credentials.get(bearerOf(exchange))
      const isForeign = key && known?.kind === 'access' && known.owner !== key.owner
      if (!isForeign || known.state !== 'valid' || key.state === 'deleted') return undefined
      const isDelete = exchange.request.method === 'DELETE'
      const given = isDelete ? { 'keys.delete-operation': ['present'] } : {}
      if (!isAccepted(exchange))
        return [403, 404].includes(exchange.status)
          ? { ...observed(exchange, 'own'), given }
          : undefined
      return member(exchange.json, 'success') === false
        ? noOption(exchange, 'a refusal with status 200')
        : { ...observed(exchange, 'any'), given }
    },
  },
} as const satisfies Observers

/** The key that a request names in its path, if its creation was seen. */
const keyIn = (exchange: Exchange, { credentials }: SeenTraffic) => {
  const path = pathOf(exchange)
  return path.startsWith(`${lists.keys}/`) ? credentials.key(path.split('/')[4] ?? '') : undefined
}

const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)

/** Fields of a whole record that a partial one lacks. */
const usageFields = ['is_active', 'total_requests'] as const

/** Uses the counted key once more, to write, and returns its record once that shows. */
async function recordAfterWrite(session: TestSession, record: JsonObject) {
  const { value } = await issuedKey(session, 'counted')
  const body = { title: session.uniqueName('conversation') }
  await session.send({ method: 'POST', path: lists.conversations, bearer: value, body })
  const find = (page: Exchange) => itemsOf(page)?.find(({ id }) => id === record['id'])
  const read = () => readList(session, lists.keys, '?size=100')
  const { exchange } = await pollUntil(session, read, (page) => count(find(page)) > count(record))
  return exchange
}

/** The text with which all of these begin. */
function commonStart([first = '', ...others]: readonly string[]): string {
  const end = [...first].findIndex((character, at) =>
    others.some((other) => other[at] !== character),
  )
  return end < 0 ? first : first.slice(0, end)
}
