import { specifiedKey } from '../../contract/records/specified.ts'
import type { RuleId } from '../../contract/rules.ts'
import { type ActiveRow, checks, corePlan, type Judgement, judgingReply } from '../session/check.ts'
import type { SeenFacts, SeenUsage } from '../session/seen.ts'
import { type Exchange, isCallOf } from '../session/exchange.ts'
import { formatCount } from '../../contract/format-count.ts'
import { formatValue } from '../session/json.ts'
import { Blocked } from '../session/outcomes.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { checkEach, assert, isAccepted, skip, requireBaseline } from '../session/assertions.ts'
import { disabledKey, usage, totalRequests, unusedKey } from '../setup/key-lifecycle.ts'
import { activation, findKeyRecord, findFullKey, keyCreations } from '../setup/keys.ts'
import { idOf, itemsOf, lists, readLargestPage } from '../setup/lists.ts'
import type { JsonObject } from '../../contract/json.ts'

type SeenRecord = {
  readonly record: JsonObject
  readonly exchange: Exchange
  readonly isOwn: boolean
}

/** Returns the key records of the list and of a PATCH response; `isOwn` marks keys of this run. */
const seenRecords = sharedSetUp('the records of keys', async (session) => {
  const { change } = await disabledKey(session)
  const list = await readLargestPage(session, lists.keys)
  const listed = (itemsOf(list) ?? []).map((record) => ({
    record,
    exchange: list,
    isOwn: String(record['name']).startsWith('[conformance]'),
  }))
  const changed = findKeyRecord(change.json)
  return changed ? [...listed, { record: changed, exchange: change, isOwn: true }] : listed
})

type Field = keyof typeof specifiedKey.shape

/** Judges each key record that the list or an activation showed to another client. */
export const judgingKeyRecords = (
  verify: (record: JsonObject, exchange: Exchange, seen: SeenFacts) => unknown,
): Judgement => ({
  // Excludes creations: their responses may have only a part of the record, and the full key.
  applies: (exchange) => isAccepted(exchange) && isOfKeys(exchange),
  verify: (exchange, seen) => {
    const isList = exchange.request.method === 'GET'
    const records = isList ? (itemsOf(exchange) ?? []) : [findKeyRecord(exchange.json) ?? {}]
    const shown = records.filter((record) => 'key_prefix' in record || 'name' in record)
    return checkEach(shown, (record) => verify(record, exchange, seen))
  },
})

const isOfKeys = (exchange: Exchange): boolean =>
  isCallOf(exchange, `GET ${lists.keys}`) || isCallOf(exchange, activation)

/** Judges each record of a key, in a run or in the traffic of other clients. */
const judgingRecords = (verify: (seen: SeenRecord) => unknown) => ({
  run: async (session: TestSession) => checkEach(await seenRecords(session), verify),
  judgement: judgingKeyRecords((record, exchange) => verify({ record, exchange, isOwn: false })),
})

const hasFields = (rule: RuleId, ...fields: readonly Field[]): ActiveRow => ({
  rule,
  ...judgingRecords(({ record, exchange, isOwn }) => {
    // Older keys of the user may have no prefix, because they were created before prefixes existed.
    if (fields.includes('key_prefix') && !isOwn) return
    for (const field of fields) {
      assert.matches(specifiedKey.shape[field], record[field], exchange, field)
    }
  }),
})

/** Checks of the fields of key records (2.1), in the list and in a PATCH response. */
export const keyRecordChecks = checks(corePlan, {
  'keys.record-has-id': hasFields('key-record.id', 'id'),
  'keys.record-has-name': hasFields('key-record.name', 'name'),
  'keys.record-has-prefix': hasFields('key-record.prefix', 'key_prefix'),
  'keys.record-has-is-active': hasFields('key-record.is-active', 'is_active'),
  'keys.record-has-created-at': hasFields('key-record.created-at', 'created_at'),
  'keys.record-scopes-is-a-string': hasFields('key-record.scopes', 'scopes'),
  'keys.record-moments-are-strings': hasFields('key-record.moments', 'expires_at', 'last_used_at'),
  'keys.record-counts-requests': hasFields('key-record.total-requests', 'total_requests'),
  'keys.record-count-is-not-null': {
    level: 'should',
    rule: 'key-record.total-requests',
    ...judgingRecords(({ record, exchange }) => {
      const isRight = record['total_requests'] !== null
      assert.holds(isRight, 'a number or no total_requests', 'null', exchange)
    }),
  },
})

/** Judges each shown record of a key that the traffic used. */
const judgingUsedKeys = (
  verify: (record: JsonObject, usage: SeenUsage, exchange: Exchange) => unknown,
): Judgement =>
  judgingKeyRecords((record, exchange, seen) => {
    const used = seen.usageOf(idOf(record) ?? '', exchange)
    return verify(record, used ?? skip('the key was not used'), exchange)
  })

/** Checks of the usage counters of keys (specification, 2.1.R3). */
export const keyUsageChecks = checks(corePlan, {
  'keys.use-sets-last-used-at': {
    level: 'should',
    rule: 'key-record.usage-visible',
    detects: ['keys.usage'],
    run: async (session) => {
      const { after, exchange } = await usage(session)
      if (!('last_used_at' in after)) skip('the record has no last_used_at')
      const moment = after['last_used_at']
      // Other checks judge the format of the timestamp.
      const isSet = moment !== null && moment !== undefined
      assert.holds(isSet, 'a last_used_at after use', formatValue(moment), exchange)
    },
    judgement: judgingUsedKeys((record, { oldMoment }, exchange) => {
      if (!('last_used_at' in record)) skip('the record has no last_used_at')
      const moment = record['last_used_at']
      const got = `${formatValue(moment)}, as before the use`
      assert.holds(moment !== oldMoment, 'a new last_used_at after use', got, exchange)
    }),
  },
  'keys.use-is-counted': {
    level: 'should',
    rule: 'key-record.usage-visible',
    detects: ['keys.usage'],
    run: async (session) => {
      const { before, after, uses, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      const grown = totalRequests(after) - totalRequests(before)
      const isRight = grown > 0 && grown <= uses
      assert.holds(isRight, `total_requests to grow by ${uses} uses`, `${grown} more`, exchange)
    },
    judgement: judgingUsedKeys((record, { writes }, exchange) => {
      if (!('total_requests' in record)) skip('the record has no total_requests')
      const [got, expected] = [totalRequests(record), `at least ${writes} total_requests`]
      assert.holds(got >= writes, expected, String(got), exchange)
    }),
  },
  'keys.count-grows-by-uses-alone': {
    rule: 'key-record.total-requests',
    run: async (session) => {
      const { before, after, uses, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      const grown = totalRequests(after) - totalRequests(before)
      const expected = `total_requests to grow by at most the ${uses} uses of the key`
      assert.holds(grown <= uses, expected, `${grown} more`, exchange)
    },
  },
  'keys.unused-key-counts-nothing': {
    rule: 'key-record.total-requests',
    run: async (session) => {
      const { key, record, exchange } = await unusedKey(session)
      const created = findKeyRecord(key.exchange.json)?.['total_requests'] ?? 0
      assert.equal(created, 0, key.exchange, 'total_requests of a new key')
      if (typeof record['total_requests'] !== 'number') skip('the record has no total_requests')
      assert.equal(record['total_requests'], 0, exchange, 'total_requests')
    },
  },
  'keys.unused-key-was-never-used': {
    level: 'should',
    rule: 'key-record.moments',
    run: async (session) => {
      const { key, record, exchange } = await unusedKey(session)
      const created = findKeyRecord(key.exchange.json)?.['last_used_at'] ?? null
      assert.equal(created, null, key.exchange, 'last_used_at of a new key')
      assert.equal(record['last_used_at'] ?? null, null, exchange, 'last_used_at of an unused key')
    },
  },
  'keys.count-never-falls': {
    rule: 'key-record.total-requests',
    run: async (session) => {
      const { before, after, exchange } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      const [first, last] = [totalRequests(before), totalRequests(after)]
      assert.holds(last >= first, `at least ${first} requests`, String(last), exchange)
    },
    judgement: judgingReply(`GET ${lists.keys}`, (exchange, seen) =>
      checkEach(itemsOf(exchange) ?? [], (item) => {
        const least = seen.countOf(idOf(item) ?? '', exchange)
        const got = totalRequests(item)
        assert.holds(got >= least, `at least ${least} requests, as before`, String(got), exchange)
      }),
    ),
  },
})

/** For each created key: the full value, and all responses after the creation. */
function laterResponses(session: TestSession) {
  return keyCreations(session.exchanges).flatMap((creation) => {
    const value = findFullKey(creation.json)?.value
    if (typeof value !== 'string') return []
    const later = session.exchanges.slice(session.exchanges.indexOf(creation) + 1)
    return [{ value, later }]
  })
}

function containsKey({ request, status, text, events }: Exchange, value: string): boolean {
  // A 422 may repeat the input of its request, and therefore a key.
  if (status === 422 && formatValue(request.body).includes(value)) return false
  return text.includes(value) || events.some(({ data }) => data.includes(value))
}

/** Searches the responses of all other checks for full keys, which only the creation may show. */
export const secrecyChecks = checks(corePlan, {
  'keys.full-value-is-shown-once': {
    rule: 'key-record.shown-once',
    run: async (session) => {
      const keys = laterResponses(session)
      const created = keyCreations(session.exchanges).length
      if (created === 0) skip('no key was created')
      if (keys.length === 0) {
        throw new Blocked(
          `${formatCount(created, 'key')} were created, but no response shows a full key`,
          { reportedBy: ['keys.creation-shows-the-full-key'] },
        )
      }
      await checkEach(keys, ({ value, later }) => {
        const leak = later.find((exchange) => containsKey(exchange, value))
        assert.holds(leak === undefined, 'no full key after its creation', 'a full key', leak)
        const areWhole = later.every(({ cutReason }) => cutReason === undefined)
        requireBaseline(areWhole, 'some responses were cut')
      })
    },
    judgement: judgingKeyRecords((record, exchange, seen) => {
      // A user may choose any name, so in `name` only a key that the traffic showed is a leak.
      const leaks = Object.entries(record).filter(
        ([field, value]) =>
          typeof value === 'string' &&
          (field === 'name' ? seen.isFullKey(value) : /^svc_[\w-]{16,}$/.test(value)),
      )
      const got = `a full key in ${leaks.map(([field]) => field).join(', ')}`
      assert.holds(leaks.length === 0, 'no full key after its creation', got, exchange)
    }),
  },
})
