import { findValue, member } from '../session/json.ts'
import type { Exchange } from '../session/exchange.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { count, deletedKey, usage } from '../setup/key-lifecycle.ts'
import { lists, readList, itemsOf } from '../setup/lists.ts'
import { unknownRoute } from '../setup/unknown-resources.ts'
import { issuedKey, findKeyRecord, setActive, postKey, readKey } from '../setup/keys.ts'
import { byStatus, noOption, observed } from './look.ts'
import type { Observers } from './observer.ts'
import type { TestSession } from '../session/test-session.ts'
import { type JsonObject } from '../../contract/json.ts'

const plan = 'core'

const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' } as const

/** API keys (2.1, 4.1). */
export const keyObservers = {
  'keys.prefix': {
    plan,
    observe: async ({ session }) => {
      const keys = []
      for (const purpose of ['full', 'second', 'counted'] as const)
        keys.push(await issuedKey(session, purpose))
      const [first] = keys
      if (first === undefined) return []
      if (keys.every(({ value }) => value.startsWith('svc_')))
        return observed(first.exchange, 'svc_')
      const start = commonStart(keys.map(({ value }) => value))
      return start === ''
        ? noOption(first.exchange, 'keys that all start differently')
        : observed(first.exchange, 'other', start)
    },
  },
  'keys.creation-status': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      return byStatus(exchange, { 200: '200', 201: '201' })
    },
  },
  'keys.creation-shape': {
    plan,
    observe: async ({ session }) => {
      const { exchange, value } = await issuedKey(session, 'full')
      const name = findValue(exchange.json, (place) => place.value === value)?.key ?? ''
      const shape = Object.hasOwn(shapes, name) ? shapes[name as keyof typeof shapes] : undefined
      return shape === undefined
        ? noOption(exchange, `the full key is in the field ${name}`)
        : observed(exchange, shape)
    },
  },
  'keys.creation-record': {
    plan,
    observe: async ({ session }) => {
      const { exchange } = await issuedKey(session, 'full')
      const record = findKeyRecord(exchange.json) ?? skip('the creation response has no record')
      const missing = usageFields.filter((field) => !(field in record))
      if (missing.length === 0) return observed(exchange, 'whole')
      return missing.length === usageFields.length && 'created_at' in record
        ? observed(exchange, 'partial')
        : noOption(exchange, `a record without ${missing.join(', ')}`)
    },
  },
  'keys.expiry-field': {
    plan,
    observe: async ({ session }) => {
      const found = await expiringKey(session)
      const { field, key } = found ?? skip('no known field sets the expiry')
      return field === 'expires_at'
        ? observed(key.exchange, 'expires_at')
        : observed(key.exchange, 'named', field)
    },
  },
  'keys.delete-operation': {
    plan,
    observe: async ({ session }) => {
      const { change, key } = await deletedKey(session)
      if (change?.exchange.request.method === 'DELETE') return observed(change.exchange, 'present')
      const path = `${lists.keys}/${encodeURIComponent(key.id.toWellFormed())}`
      const tried = session.exchanges.find(
        ({ request }) => request.method === 'DELETE' && request.path === path,
      )
      if (tried === undefined) return skip('no `DELETE` was sent')
      const { matches } = await unknownRoute(session)
      return matches(tried) ? observed(tried, 'absent') : noOption(tried)
    },
  },
  'keys.usage': {
    plan,
    observe: async ({ session }) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      if (count(after) > count(before)) return observed(exchange, 'every')
      // Only a use that does count shows that the others do not.
      const written = await recordAfterWrite(session, after)
      return count(written) > count(after)
        ? observed(exchange, 'writes')
        : noOption(exchange, 'neither reads nor writes are counted')
    },
  },
  'keys.ownership': {
    plan,
    observe: async ({ session, option }) => {
      const { id } = await issuedKey(session, 'second')
      const other = await otherUserCredential(session)
      const looks = [readOwnership(await setActive(session, id, true, other))]
      if ((await option('keys.delete-operation')) === 'present') {
        const creation = await postKey(session, { name: session.uniqueName('key') })
        const key = await readKey(session, creation)
        const path = `${lists.keys}/${encodeURIComponent(key.id.toWellFormed())}`
        looks.push(readOwnership(await session.send({ method: 'DELETE', path, bearer: other })))
      }
      return looks
    },
  },
} as const satisfies Observers

function readOwnership(exchange: Exchange) {
  if (!isAccepted(exchange)) return byStatus(exchange, { 403: 'own', 404: 'own' })
  return member(exchange.json, 'success') === false
    ? noOption(exchange, 'a refusal with status 200')
    : observed(exchange, 'any')
}

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
  return find(exchange)
}

/** The text with which all of these begin. */
function commonStart([first = '', ...others]: readonly string[]): string {
  const end = [...first].findIndex((character, at) =>
    others.some((other) => other[at] !== character),
  )
  return end < 0 ? first : first.slice(0, end)
}
