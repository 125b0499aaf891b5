import { fieldsOf } from '../session/request.ts'
import { judgingKeyRecords } from './key-records.ts'
import { specifiedKey } from '../../contract/records/specified.ts'
import { checks, corePlan, judgingReply } from '../session/check.ts'
import { type Exchange, isCallOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import {
  assert,
  checkEach,
  isAccepted,
  isRefusal,
  pollUntil,
  requireBaseline,
  skip,
} from '../session/assertions.ts'
import {
  totalRequests,
  disabledKey,
  enabledKey,
  keyRecord,
  listedRecord,
  requireDeletedKey,
  usage,
} from '../setup/key-lifecycle.ts'
import {
  activation,
  constantFields,
  findFullKey,
  findKeyRecord,
  type IssuedKey,
  isKeyKnown,
  issuedKey,
  keyAccepted,
  keyIdIn,
  keyRefused,
  listedKey,
  setActive,
  tryCredential,
} from '../setup/keys.ts'
import { toMoment } from '../../contract/canonical-date.ts'
import { findItem, lists, pollItem } from '../setup/lists.ts'
import { callOperation } from '../setup/operations.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import type { JsonObject } from '../../contract/json.ts'

/**
 * Disables a key with the scope `kb`, and enables it again. Before and after, tries to list agents,
 * which the scope does not permit. Then reads the record of the key in the list.
 */
const scopedToggle = sharedSetUp('disabling a key with a scope', async (session) => {
  const key = await issuedKey(session, 'toggled-scope')
  const use = () => tryCredential(session, key.value)
  const listAgents = () => session.send({ method: 'GET', path: lists.agents, bearer: key.value })
  const before = await listAgents()
  const disabling = await setActive(session, key.id, false)
  await pollUntil(session, use, isRefusal, {
    ms: isAccepted(disabling) ? session.grace : 0,
    effect: keyRefused,
  })
  const enabling = await setActive(session, key.id, true)
  const { exchange: after } = await pollUntil(session, listAgents, isKeyKnown, {
    ms: isAccepted(enabling) ? session.grace : 0,
    effect: keyAccepted,
  })
  const { item: record } = await listedKey(session, { id: key.id })
  return { before, disabling, enabling, after, record }
})

function assertPrefixOf(value: string, exchange: Exchange): void {
  const shown = findKeyRecord(exchange.json) ?? skip('the response has no record')
  assert.equal(shown['key_prefix'], value.slice(0, 8), exchange, 'key_prefix of the new key')
}

type Field = keyof typeof specifiedKey.shape

/**
 * Fails if a record does not have these values. Ignores fields that are absent or of a wrong type,
 * because another check reports them.
 */
async function assertRecordHas(
  record: JsonObject,
  wanted: Readonly<Partial<Record<Field, unknown>>>,
  exchange: Exchange,
  place: string,
): Promise<void> {
  await checkEach(Object.entries(wanted), ([key, value]) => {
    const field = key as Field
    if (!isValid(field, record) || !isValid(field, wanted)) return
    const got = record[field]
    const isSame = isSameMoment(value, got) || (value ?? '') === (got ?? '')
    assert.holds(isSame, `${field} ${formatValue(value)} ${place}`, formatValue(got), exchange)
  })
}

/** Sorts the scopes in a text and separates them by commas. The specification names no format. */
const scopeNames = (scopes: unknown): unknown =>
  typeof scopes === 'string'
    ? [...new Set(scopes.match(/[\w:.-]+/g) ?? [])].toSorted().join(', ')
    : scopes

const isValid = (field: Field, record: object): boolean =>
  field in record && specifiedKey.shape[field].safeParse(member(record, field)).success

// Two operations may write the same time with different precision, so a second is tolerated.
const isSameMoment = (wanted: unknown, got: unknown): boolean =>
  Math.abs(toMoment(String(wanted)) - toMoment(String(got))) < 1000

/** The expected fields of a new key without scopes, except its expiry, which may have a default. */
const expectedFields = ({ value, name }: IssuedKey) =>
  ({ name, key_prefix: value.slice(0, 8), scopes: null }) as const

/** Checks that the fields of a key are the same in all responses and after each change (2.1, 3). */
export const keyConsistencyChecks = checks(corePlan, {
  'keys.creation-prefix-is-of-the-key': {
    rule: 'key-record.prefix',
    run: async (session) => {
      const { value, exchange } = await issuedKey(session, 'full')
      assertPrefixOf(value, exchange)
    },
    judgement: judgingReply(`POST ${lists.keys}`, (exchange) => {
      const value = findFullKey(exchange.json)?.value
      return typeof value === 'string'
        ? assertPrefixOf(value, exchange)
        : skip('the response has no key')
    }),
  },
  'keys.creation-agrees-with-the-list': {
    rule: 'keys.create',
    run: async (session) => {
      const { key, record } = await listedRecord(session, 'full')
      const shown = findKeyRecord(key.exchange.json) ?? skip('the response has no record')
      const { id, created_at, expires_at } = record
      const { key_prefix: _, ...initial } = expectedFields(key)
      const expectedRecord = { id, created_at, expires_at, is_active: true, ...initial }
      await assertRecordHas(shown, expectedRecord, key.exchange, 'at the creation')
    },
    judgement: judgingReply(`POST ${lists.keys}`, (exchange) => {
      const { name, scopes } = fieldsOf(exchange)
      const shown = findKeyRecord(exchange.json) ?? skip('the response has no record')
      const record = { ...shown, scopes: scopeNames(shown['scopes']) }
      return assertRecordHas(record, { name, scopes: scopeNames(scopes) }, exchange, 'as requested')
    }),
  },
  'keys.use-changes-no-other-field': {
    rule: 'key-record.created-at',
    run: async (session) => {
      const { before, after, exchange } = await usage(session)
      // Both records come from the same list, so their times have the same format.
      await checkEach(constantFields, (field) =>
        assert.equal(after[field] ?? null, before[field] ?? null, exchange, field),
      )
    },
    judgement: judgingKeyRecords((record, exchange, seen) => {
      const before = seen.keyBefore(record, exchange) ?? skip('the key was not seen before')
      return assertRecordHas(record, before, exchange, 'as before')
    }),
  },
  'keys.disabling-changes-no-other-field': {
    rule: 'keys.set-active',
    run: async (session) => {
      const { key, change, record } = await disabledKey(session)
      const changed = findKeyRecord(change.json)
      requireBaseline(isAccepted(change), `the key could not be disabled (${change.status})`)
      requireBaseline(changed !== undefined, 'the response has no record')
      const expectedRecord = {
        ...expectedFields(key),
        expires_at: member(findKeyRecord(key.exchange.json) ?? record, 'expires_at'),
        ...(record && { created_at: record['created_at'] }),
      }
      await assertRecordHas(changed, expectedRecord, change, 'after the key was disabled')
    },
  },
  'keys.enabled-is-listed-as-active': {
    rule: 'keys.enable',
    run: async (session) => {
      const { change, record } = await enabledKey(session)
      requireBaseline(isAccepted(change), `the key could not be enabled (${change.status})`)
      requireBaseline(record !== undefined, 'the list does not have the key')
      const { record: unchanged } = await keyRecord(session, 'full')
      requireBaseline(unchanged['is_active'] === true, 'no key is listed as active')
      assert.equal(record['is_active'], true, change, 'the listed is_active')
    },
  },
  'keys.toggling-keeps-the-scopes': {
    rule: 'keys.set-active',
    run: async (session) => {
      const { disabling, enabling, record } = await scopedToggle(session)
      requireBaseline(
        isAccepted(disabling) && isAccepted(enabling),
        `the key could not be toggled (${disabling.status}, ${enabling.status})`,
      )
      const shown = [disabling, enabling].map(({ json }) => findKeyRecord(json))
      for (const one of [...shown, record]) {
        if (one && isValid('scopes', one)) assert.equal(one['scopes'], 'kb', enabling, 'scopes')
      }
    },
  },
  'keys.toggling-widens-no-scope': {
    rule: 'scopes.refusal',
    run: async (session) => {
      const { before, enabling, after } = await scopedToggle(session)
      requireBaseline(before.status === 403, `the key was not limited before (${before.status})`)
      requireBaseline(isAccepted(enabling), `the key could not be enabled (${enabling.status})`)
      assert.status(after, 403)
    },
  },
  'keys.deleted-cannot-be-enabled': {
    rule: 'keys.delete',
    run: async (session) => {
      const { key, changedAt: since } = await requireDeletedKey(session)
      const { change: good } = await disabledKey(session)
      requireBaseline(isAccepted(good), `no key can be changed (${good.status})`)
      assert.refused(await setActive(session, key.id, true))
      const use = () => tryCredential(session, key.value)
      assert.refused((await pollUntil(session, use, isRefusal, { since })).exchange)
    },
    judgement: {
      applies: (exchange, seen) =>
        isCallOf(exchange, activation) && seen.isDeletedKey(keyIdIn(exchange), exchange),
      verify: (exchange) => assert.refused(exchange),
    },
  },
})

/**
 * Sends one more write with a key, and fails if this field shows no use for any key of the user. A
 * target may update the field late, and only for writes.
 */
async function assertUseShows(
  session: TestSession,
  field: 'total_requests' | 'last_used_at',
  isShown: (item: JsonObject) => boolean,
  expected: string,
): Promise<void> {
  const { after, uses } = await usage(session)
  if (!(field in after)) skip(`the record has no ${field}`)
  const counted = await issuedKey(session, 'counted')
  await callOperation(session, 'update conversation', counted.value)
  const find = () => findItem(session, lists.keys, isShown)
  const { item: used, exchange } = await pollItem(session, find, (item) => item !== undefined)
  if (used === undefined) {
    const { item } = await listedKey(session, { id: counted.id })
    requireBaseline(item !== undefined, 'the list does not have the key')
  }
  const expectation = `${expected} in some key, after ${uses + 1} uses of one`
  assert.holds(used !== undefined, expectation, `${formatValue(after[field])} in all`, exchange)
}

/** Checks of the usage fields of keys. They run last, when the run no longer uses its keys. */
export const keyCountChecks = checks(corePlan, {
  'keys.count-is-not-always-0': {
    rule: 'key-record.usage-visible',
    run: (session) =>
      assertUseShows(
        session,
        'total_requests',
        (item) => totalRequests(item) > 0,
        'total_requests above 0',
      ),
  },
  'keys.last-used-at-is-not-always-null': {
    rule: 'key-record.usage-visible',
    run: (session) =>
      assertUseShows(
        session,
        'last_used_at',
        (item) => (item['last_used_at'] ?? null) !== null,
        'a last_used_at',
      ),
  },
})
