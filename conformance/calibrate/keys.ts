import type { JsonObject } from '../../contract/json.ts'
import { isAccepted, pollUntil, skip } from '../session/assertions.ts'
import { type Exchange, type Evidence, toEvidence } from '../session/exchange.ts'
import { findValue, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { expiringKey } from '../setup/expiring-key.ts'
import { totalRequests, deletedKey, usage } from '../setup/key-lifecycle.ts'
import {
  findFullKey,
  findKeyRecord,
  issuedKey,
  postKey,
  readKey,
  setActive,
} from '../setup/keys.ts'
import { encodeId, itemsOf, lists, readList } from '../setup/lists.ts'
import { bearerOf, fieldsOf, isCall } from '../session/request.ts'
import {
  keyInPath,
  keysBefore,
  keyWithId,
  knownCredential,
  ownerOf,
} from '../history/credentials.ts'
import type { History, HistoryIndex } from '../history/history.ts'
import { optionByStatus, observedNoOption, observedOption } from './look.ts'
import { type ObserverContext, type Observers, sendEach } from './observer.ts'
import { isDateText, itemsIn } from '../history/response.ts'

/** One observer for each choice about API keys (specification, 2.1 and 4.1). */
export const keyObservers = {
  'keys.prefix': {
    provoke: ({ session }) =>
      sendEach(
        ['full', 'second', 'counted'] as const,
        async (purpose) => (await issuedKey(session, purpose)).exchange,
      ),
    readAtEnd: (all) => {
      const keys = keysBefore(all)
      const [{ creation: first } = {}] = keys
      if (first === undefined) return undefined
      const values = keys.map(({ value }) => value)
      if (values.every((value) => value.startsWith('svc_'))) return observedOption(first, 'svc_')
      const start = commonStart(values)
      if (start === '') return observedNoOption(first, 'keys that all start differently')
      // With only two keys, characters after the separator may be equal by chance.
      const prefix = values.length > 2 ? start : /^.*[_-]/.exec(start)?.[0]
      return prefix === undefined || values.length < 2
        ? undefined
        : observedOption(first, 'other', prefix)
    },
  },
  'keys.creation-status': {
    provoke: newKey,
    read: readKeyCreation((exchange) => optionByStatus(exchange, { 200: '200', 201: '201' })),
  },
  'keys.creation-shape': {
    provoke: newKey,
    read: readKeyCreation((exchange, value) => {
      const name = findValue(exchange.json, (place) => place.value === value)?.key ?? ''
      return Object.hasOwn(shapes, name)
        ? shapes[name as keyof typeof shapes]
        : { came: `the full key is in the field ${name}` }
    }),
  },
  'keys.creation-record': {
    provoke: newKey,
    read: readKeyCreation((exchange) => {
      const record = findKeyRecord(exchange.json)
      if (record === undefined) return []
      const missing = usageFields.filter((field) => !(field in record))
      if (missing.length === 0) return 'whole'
      return missing.length === usageFields.length && 'created_at' in record
        ? 'partial'
        : { came: `a record without ${missing.join(', ')}` }
    }),
  },
  'keys.expiry-field': {
    provoke: async ({ session }) =>
      ((await expiringKey(session)) ?? skip('no known field sets the expiry')).key.exchange,
    read: readKeyCreation((exchange) => {
      const [field, another] = Object.entries(fieldsOf(exchange)).flatMap(([name, value]) =>
        name !== 'name' && name !== 'scopes' && isDateText(value) ? [name] : [],
      )
      if (field === undefined || another !== undefined) return undefined
      // If `expires_at` is null or absent, the target ignored the field.
      if (!findKeyRecord(exchange.json)?.['expires_at']) return undefined
      return field === 'expires_at' ? field : { option: 'named', value: field }
    }),
  },
  'keys.delete-operation': {
    provoke: async ({ session }) => {
      const { change, key } = await deletedKey(session)
      if (change?.exchange.request.method === 'DELETE') return change.exchange
      const tried = session.exchanges.find(
        ({ request }) => request.method === 'DELETE' && request.path === pathOfKey(key.id),
      )
      return tried ?? skip('no `DELETE` was sent')
    },
    read: (exchange, before) => {
      const key = keyInPath(exchange, before)
      if (exchange.request.method !== 'DELETE' || key === undefined) return undefined
      if (isAccepted(exchange)) return 'present'
      if (exchange.status === 405) return 'absent'
      // A 404 only shows that the operation is missing if the key exists and belongs to the caller.
      const isOwn = ownerOf(exchange, before) === key.owner && key.state !== 'deleted'
      return isOwn ? optionByStatus(exchange, { 404: 'absent' }) : undefined
    },
  },
  'keys.usage': {
    provoke: async ({ session }) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      if (totalRequests(after) > totalRequests(before)) return exchange
      // Reads may be counted late. If the counter includes a later write but no read, the target
      // does not count reads.
      return recordAfterWrite(session, after)
    },
    readAtEnd: (all) => {
      const uses = all.all(keyUses).toSorted((one, other) => one.place - other.place)
      const [every, writes] = (['every', 'writes'] as const).map((option) =>
        uses.find(({ shown }) => shown === option),
      )
      if (every) return observedOption(every.exchange, 'every')
      return writes && observedOption(writes.exchange, 'writes')
    },
  },
  'keys.ownership': {
    needsProvoking: 'a request of one user for a key of another',
    provoke: async ({ session, option }) => {
      const { id } = await issuedKey(session, 'second')
      const other = await otherUserCredential(session)
      const uses = [await setActive(session, id, true, other)]
      if ((await option('keys.delete-operation')) === 'present') {
        const creation = await postKey(session, { name: session.uniqueName('key') })
        const path = pathOfKey((await readKey(session, creation)).id)
        uses.push(await session.send({ method: 'DELETE', path, bearer: other }))
      }
      return uses
    },
    read: (exchange, before) => {
      const key = keyInPath(exchange, before)
      const credential = knownCredential(bearerOf(exchange), before)
      const isForeign = key && credential?.kind === 'access' && credential.owner !== key.owner
      if (!isForeign || credential.state !== 'valid' || key.state === 'deleted') return undefined
      const isDelete = exchange.request.method === 'DELETE'
      const conditions = isDelete ? { 'keys.delete-operation': ['present'] } : {}
      if (!isAccepted(exchange))
        return [403, 404].includes(exchange.status)
          ? { option: 'own', given: conditions }
          : undefined
      return member(exchange.json, 'success') === false
        ? { came: 'a refusal with status 200' }
        : { option: 'any', given: conditions }
    },
  },
} as const satisfies Observers

const shapes = { key: 'flat', secret: 'wrapped', plain: 'nested' } as const

/** Fields that a complete key record has and a partial key record does not have. */
const usageFields = ['is_active', 'total_requests'] as const

async function newKey({ session }: ObserverContext): Promise<Exchange> {
  return (await issuedKey(session, 'full')).exchange
}

/** Creates a `Reading` that applies only to accepted responses with a new key. */
function readKeyCreation<Found>(read: (exchange: Exchange, value: string) => Found) {
  return (exchange: Exchange): Found | undefined => {
    const isCreation = isCall(exchange, 'POST', lists.keys) && isAccepted(exchange)
    const value = isCreation ? findFullKey(exchange.json)?.value : undefined
    return typeof value === 'string' ? read(exchange, value) : undefined
  }
}

const pathOfKey = (id: string): string => `${lists.keys}/${encodeId(id)}`

/** Sends a write with the issued key, then polls the list of keys for a higher request count. */
async function recordAfterWrite(session: TestSession, record: JsonObject) {
  const { value } = await issuedKey(session, 'counted')
  const body = { title: session.uniqueName('conversation') }
  await session.send({ method: 'POST', path: lists.conversations, bearer: value, body })
  const find = (page: Exchange) => itemsOf(page)?.find(({ id }) => id === record['id'])
  const read = () => readList(session, lists.keys, '?size=100')
  const { exchange } = await pollUntil(
    session,
    read,
    (page) => totalRequests(find(page)) > totalRequests(record),
  )
  return exchange
}

/** Returns the longest common beginning of several texts. */
function commonStart([first = '', ...others]: readonly string[]): string {
  const end = [...first].findIndex((character, at) =>
    others.some((other) => other[at] !== character),
  )
  return end < 0 ? first : first.slice(0, end)
}

/** The uses of one key since its record was first listed. */
type KeyUses = {
  /** The number of keys that had been listed when this key was first listed. */
  readonly place: number
  readonly first: number
  readonly reads: number
  /** The number of successful writes. The field `attempts` also counts refused writes. */
  readonly writes: number
  readonly attempts: number
  /** What the counter in the newest list counts: every request with this key, or only writes. */
  readonly shown: 'every' | 'writes' | undefined
  readonly exchange: Evidence
}

/** The uses of each API key and its counter in the list. The index key is the full API key. */
const keyUses: HistoryIndex<KeyUses> = {
  *changes(exchange, before) {
    if (isCall(exchange, 'GET', lists.keys) && isAccepted(exchange))
      yield* countsIn(exchange, before)
    const value = bearerOf(exchange)
    const uses = before.get(keyUses, value)
    if (value !== undefined && uses !== undefined) yield [value, withUse(uses, exchange)]
  },
}

function* countsIn(list: Exchange, before: History): Generator<[value: string, KeyUses]> {
  for (const { id, total_requests: total } of itemsIn(list)) {
    const value = typeof id === 'string' ? keyWithId(id, before)?.value : undefined
    if (typeof total !== 'number' || value === undefined) continue
    const place = before.all(keyUses).length
    const none = { place, first: total, reads: 0, writes: 0, attempts: 0 }
    const uses = before.get(keyUses, value) ?? none
    const shown = countedKind(total - uses.first, uses)
    yield [value, { ...uses, shown, exchange: toEvidence(list) }]
  }
}

type Uses = Pick<KeyUses, 'reads' | 'writes' | 'attempts'>

function countedKind(counted: number, { reads, writes, attempts }: Uses) {
  if (reads > 0 && counted > attempts) return 'every'
  // A target that also counts reads would show at least `reads + writes`.
  return writes > 0 && counted >= writes && counted < reads + writes ? 'writes' : undefined
}

function withUse(uses: KeyUses, exchange: Exchange): KeyUses {
  const use = Number(isAccepted(exchange))
  return exchange.request.method === 'GET'
    ? { ...uses, reads: uses.reads + use }
    : { ...uses, writes: uses.writes + use, attempts: uses.attempts + 1 }
}

export const keyIndices = [keyUses]
