import { judgingKeyRecords } from './key-records.ts'
import { anObject, refusesInput } from './validation.ts'
import { assert, isAccepted, requireBaseline, skip } from '../session/assertions.ts'
import { type Check, checks, corePlan, judgingReply } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { findValue, formatValue, type LocatedValue, pointerOf } from '../session/json.ts'
import { Blocked } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { keyRecord, listedRecord } from '../setup/key-lifecycle.ts'
import {
  findFullKey,
  findKeyRecord,
  issuedKey,
  keyCreation,
  listedKey,
  tryNewKey,
} from '../setup/keys.ts'
import { lists, requireEnd } from '../setup/lists.ts'
import { isObject } from '../../contract/json.ts'

const recordFields = ['id', 'name', 'key_prefix', 'scopes', 'is_active', 'expires_at']
const usageFields = ['last_used_at', 'total_requests', 'created_at']

function assertShowsKey(exchange: Exchange): void {
  const key = findFullKey(exchange.json)?.value
  const expected = 'a full key that starts with svc_'
  const isRight = typeof key === 'string' && key.startsWith('svc_')
  const got = typeof key === 'string' ? `one that starts with ${key.slice(0, 4)}` : 'none'
  assert.holds(isRight, expected, got, exchange)
}

/** Observes the places of the full key and the record in a response, and missing fields. */
async function observeCreation(session: TestSession): Promise<unknown> {
  const { status, json } = await keyCreation(session, 'full')
  const record = findKeyRecord(json)
  const place = findValue(json, ({ value }) => isObject(value) && value === record)
  const missing = [...recordFields, ...usageFields].filter((field) => !(field in (record ?? {})))
  return { status, value: placeOf(findFullKey(json)), record: placeOf(place), missing }
}

const placeOf = (found: LocatedValue | undefined) => found && pointerOf(found)

const creations = checks(corePlan, {
  'keys.creation-is-accepted': {
    rule: 'keys.create',
    run: async (session) => {
      const exchange = await keyCreation(session, 'full')
      assert.accepted(exchange)
      if (!findKeyRecord(exchange.json) && !findFullKey(exchange.json)) {
        throw new Blocked('the response has neither a key nor a record', {
          reportedBy: ['keys.creation-shows-the-full-key'],
        })
      }
    },
  },
  'keys.creation-shows-the-full-key': {
    rule: 'key-record.literal-prefix',
    detects: ['keys.prefix', 'keys.creation-shape'],
    run: async (session) => {
      const exchange = await keyCreation(session, 'full')
      if (!isAccepted(exchange)) throw new Blocked('no key could be created')
      assertShowsKey(exchange)
    },
    judgement: judgingReply(`POST ${lists.keys}`, assertShowsKey),
  },
  'keys.creation-shows-the-record': {
    level: 'should',
    rule: 'keys.create',
    detects: ['keys.creation-shape', 'keys.creation-record'],
    run: async (session) => {
      const { exchange, name } = await issuedKey(session, 'full')
      const shown = findValue(exchange.json, ({ value }) => value === name)
      const got = formatValue(exchange.json)
      assert.holds(shown !== undefined, `a record named ${name}`, got, exchange)
    },
  },
  'keys.creation-reply': {
    level: 'observe',
    rule: 'keys.create',
    detects: ['keys.creation-shape', 'keys.creation-status', 'keys.creation-record'],
    run: observeCreation,
  },
  'keys.new-key-is-listed': {
    rule: 'keys.list',
    run: async (session) => {
      await assert.setUpSucceeds(listedRecord(session, 'full'))
    },
  },
  'keys.new-key-authenticates': {
    rule: 'credentials.keys',
    run: async (session) => {
      const { exchange } = await tryNewKey(session, await issuedKey(session, 'full'))
      assert.status(exchange, 200)
    },
  },
  'keys.new-key-acts-for-its-owner': {
    rule: 'credentials.keys',
    run: async (session) => {
      const { key } = await keyRecord(session, 'full')
      const firstUse = await tryNewKey(session, key)
      requireBaseline(firstUse.settled, `the key is not accepted (${firstUse.exchange.status})`)
      const { item, exchange } = requireEnd(await listedKey(session, { id: key.id }, key.value))
      const expected = 'the keys of its owner, including this key'
      assert.holds(item !== undefined, expected, 'a list without this key', exchange)
    },
  },
  'keys.new-keys-differ': {
    rule: 'keys.create',
    run: async (session) => {
      const one = await issuedKey(session, 'full')
      const two = await assert.setUpSucceeds(issuedKey(session, 'second'))
      assert.holds(one.id !== two.id, 'two ids', `${one.id} twice`, two.exchange)
    },
  },
})

const records = checks(corePlan, {
  'keys.prefix-is-the-first-8-characters': {
    rule: 'key-record.prefix',
    run: async (session) => {
      const { key, record, exchange } = await keyRecord(session, 'full')
      assert.equal(record['key_prefix'], key.value.slice(0, 8), exchange, 'key_prefix')
    },
    judgement: judgingKeyRecords(({ key_prefix: prefix }, exchange) => {
      // Keys that are older than prefixes may have none.
      if (typeof prefix !== 'string' || prefix === '') skip('the key has no prefix')
      const got = `${prefix.length} characters`
      assert.holds(prefix.length === 8, 'a key_prefix of 8 characters', got, exchange)
    }),
  },
  'keys.unscoped-key-has-no-scopes': {
    rule: 'scopes.none-is-full',
    run: async (session) => {
      const { record, exchange } = await keyRecord(session, 'full')
      const scopes = record['scopes'] ?? ''
      assert.holds(scopes === '', 'scopes null or absent', formatValue(scopes), exchange)
    },
  },
  'keys.no-scopes-is-not-an-empty-string': {
    level: 'should',
    rule: 'key-record.scopes',
    run: async (session) => {
      const { record, exchange } = await keyRecord(session, 'full')
      assert.holds(record['scopes'] !== '', 'scopes null or absent', '""', exchange)
    },
  },
  'keys.scoped-key-keeps-its-scope': {
    rule: 'keys.create-body',
    run: async (session) => {
      const { record, exchange } = await keyRecord(session, 'chat')
      assert.equal(String(record['scopes']).trim(), 'chat', exchange, 'scopes')
    },
  },
  'keys.no-expiry-shows-none': {
    level: 'should',
    rule: 'key-record.moments',
    run: async (session) => {
      const { record, exchange } = await keyRecord(session, 'full')
      const moment = record['expires_at'] ?? null
      assert.equal(moment, null, exchange, 'expires_at of a key without an expiration')
    },
  },
  'keys.new-key-is-active': {
    rule: 'key-record.is-active',
    run: async (session) => {
      const { record, exchange } = await keyRecord(session, 'full')
      assert.equal(record['is_active'], true, exchange, 'is_active')
    },
  },
})

const creation = {
  rule: 'keys.create-body',
  validRequest: async (session: TestSession) => (await issuedKey(session, 'full')).exchange,
} as const

const named = (session: TestSession) => ({ name: session.uniqueName('key') })

/** Checks that wrong input for a new key is refused (specification, 2.1 and 4.1). */
const keyInputChecks = checks(corePlan, {
  'keys.name-is-required': refusesInput(creation, 'name'),
  'keys.name-is-not-an-object': refusesInput(creation, 'name', anObject),
  'keys.scopes-is-not-an-object': refusesInput({ ...creation, fields: named }, 'scopes', anObject),
  'keys.name-is-not-a-number': { ...refusesInput(creation, 'name', 123), level: 'should' },
})

/** Checks of the creation of keys (specification, 2.1 and 4.1). */
export const keyChecks: readonly Check[] = [...creations, ...records, ...keyInputChecks]
