import type { ActiveCheck, Check } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { findValue, isObject, formatValue, walk } from '../session/json.ts'
import { requireBaseline, isAccepted, assert, pollUntil } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import { keyRecord } from '../setup/key-lifecycle.ts'
import {
  findFullKey,
  issuedKey,
  keyCreation,
  listedKey,
  findKeyRecord,
  tryCredential,
} from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { anObject, refusesInput } from './validation.ts'

const core = { plan: 'core', needs: ['user'] } as const

const creation = {
  ...core,
  rule: 'keys.create-body',
  control: async (lab: TestSession) => (await issuedKey(lab, 'full')).exchange,
} as const

const post = async (lab: TestSession, body: unknown) => ({
  method: 'POST',
  path: lists.keys,
  bearer: await userCredential(lab),
  body,
})

const recordFields = ['id', 'name', 'key_prefix', 'scopes', 'is_active', 'expires_at']
const usageFields = ['last_used_at', 'total_requests', 'created_at']

/** Where the pieces of a creation reply stand, for those who must find them again. */
async function observeCreation(lab: TestSession): Promise<unknown> {
  const { status, json } = await keyCreation(lab, 'full')
  const record = findKeyRecord(json)
  const pointer = walk(json).find(({ value }) => isObject(value) && value === record)?.pointer
  const missing = [...recordFields, ...usageFields].filter((field) => !(field in (record ?? {})))
  return { status, value: findFullKey(json)?.pointer, record: pointer, missing }
}

const creations: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.creation-is-accepted',
    level: 'must',
    rule: 'keys.create',
    run: async (lab) => {
      const exchange = await keyCreation(lab, 'full')
      assert.accept(exchange)
      if (!findKeyRecord(exchange.json) && !findFullKey(exchange.json)) {
        throw new Blocked('the reply shows neither a key nor a record')
      }
    },
  },
  {
    ...core,
    id: 'keys.creation-shows-the-full-key',
    level: 'must',
    rule: 'key-record.literal-prefix',
    sees: ['keys.creation-shape'],
    run: async (lab) => {
      const exchange = await keyCreation(lab, 'full')
      if (!isAccepted(exchange)) throw new Blocked('no key could be created')
      const expected = 'a string that starts with svc_ and is longer than its prefix'
      assert.holds(findFullKey(exchange.json) !== undefined, expected, exchange.text, exchange)
    },
  },
  {
    ...core,
    id: 'keys.creation-shows-the-record',
    level: 'should',
    rule: 'keys.create',
    sees: ['keys.creation-shape', 'keys.creation-record'],
    run: async (lab) => {
      const { exchange, name } = await issuedKey(lab, 'full')
      const shown = findValue(exchange.json, ({ value }) => value === name)
      assert.holds(
        shown !== undefined,
        `a record named ${name}`,
        formatValue(exchange.json),
        exchange,
      )
    },
  },
  {
    ...core,
    id: 'keys.creation-reply',
    level: 'observe',
    rule: 'keys.create',
    sees: ['keys.creation-shape', 'keys.creation-status', 'keys.creation-record'],
    run: observeCreation,
  },
  {
    ...core,
    id: 'keys.new-key-is-listed',
    level: 'must',
    rule: 'keys.list',
    run: async (lab) => {
      await assert.succeed(keyRecord(lab, 'full'))
    },
  },
  {
    ...core,
    id: 'keys.new-key-authenticates',
    level: 'must',
    rule: 'credentials.keys',
    run: async (lab) => {
      const { value } = await issuedKey(lab, 'full')
      const { exchange } = await pollUntil(lab, () => tryCredential(lab, value), isAccepted)
      assert.status(exchange, 200)
    },
  },
  {
    ...core,
    id: 'keys.new-key-acts-for-its-owner',
    level: 'must',
    rule: 'credentials.keys',
    run: async (lab) => {
      const { key } = await keyRecord(lab, 'full')
      const works = await pollUntil(lab, () => tryCredential(lab, key.value), isAccepted)
      requireBaseline(works.settled, `the key does not work (${works.exchange.status})`)
      const { item, exchange } = await listedKey(lab, { id: key.id }, key.value)
      const expected = 'the keys of the user who made it, and itself among them'
      assert.holds(item !== undefined, expected, 'a list without it', exchange)
    },
  },
  {
    ...core,
    id: 'keys.new-keys-differ',
    level: 'must',
    rule: 'keys.create',
    run: async (lab) => {
      const one = await issuedKey(lab, 'full')
      const two = await assert.succeed(issuedKey(lab, 'second'))
      assert.holds(one.id !== two.id, 'two ids', `twice ${one.id}`, two.exchange)
    },
  },
]

const records: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.prefix-is-the-first-8-characters',
    level: 'must',
    rule: 'key-record.prefix',
    run: async (lab) => {
      const { key, record, exchange } = await keyRecord(lab, 'full')
      assert.equal(record['key_prefix'], key.value.slice(0, 8), exchange, 'key_prefix')
    },
  },
  {
    ...core,
    id: 'keys.unscoped-key-has-no-scopes',
    level: 'must',
    rule: 'scopes.none-is-full',
    run: async (lab) => {
      const { record, exchange } = await keyRecord(lab, 'full')
      const scopes = record['scopes'] ?? ''
      assert.holds(scopes === '', 'scopes null or absent', formatValue(scopes), exchange)
    },
  },
  {
    ...core,
    id: 'keys.no-scopes-is-not-an-empty-string',
    level: 'should',
    rule: 'key-record.scopes',
    run: async (lab) => {
      const { record, exchange } = await keyRecord(lab, 'full')
      assert.holds(record['scopes'] !== '', 'scopes null or absent', '""', exchange)
    },
  },
  {
    ...core,
    id: 'keys.scoped-key-keeps-its-scope',
    level: 'must',
    rule: 'keys.create-body',
    run: async (lab) => {
      const { record, exchange } = await keyRecord(lab, 'chat')
      assert.equal(String(record['scopes']).trim(), 'chat', exchange, 'scopes')
    },
  },
  {
    ...core,
    id: 'keys.no-expiry-shows-none',
    level: 'should',
    rule: 'key-record.moments',
    run: async (lab) => {
      const { record, exchange } = await keyRecord(lab, 'full')
      const moment = record['expires_at'] ?? null
      assert.equal(moment, null, exchange, 'expires_at of a key without an expiration')
    },
  },
  {
    ...core,
    id: 'keys.new-key-is-active',
    level: 'must',
    rule: 'key-record.is-active',
    run: async (lab) => {
      const { record, exchange } = await keyRecord(lab, 'full')
      assert.equal(record['is_active'], true, exchange, 'is_active')
    },
  },
]

const inputs: readonly ActiveCheck[] = [
  refusesInput({
    ...creation,
    id: 'keys.name-is-required',
    breaks: 'name',
    ask: (lab) => post(lab, {}),
  }),
  refusesInput({
    ...creation,
    id: 'keys.name-is-not-an-object',
    breaks: 'name',
    ask: (lab) => post(lab, { name: anObject }),
  }),
  refusesInput({
    ...creation,
    id: 'keys.scopes-is-not-an-object',
    breaks: 'scopes',
    ask: (lab) => post(lab, { name: lab.name('key'), scopes: anObject }),
  }),
  refusesInput({
    ...creation,
    id: 'keys.name-is-not-a-number',
    level: 'should',
    breaks: 'name',
    ask: (lab) => post(lab, { name: 123 }),
  }),
]

/** The creation of keys (2.1, 4.1). */
export const keyChecks: readonly Check[] = [...creations, ...records, ...inputs]
