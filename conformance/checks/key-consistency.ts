import type { ActiveCheck } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue } from '../session/json.ts'
import {
  assert,
  each,
  isAccepted,
  isRefusal,
  pollUntil,
  requireBaseline,
  skip,
} from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  count,
  deletedKey,
  disabledKey,
  enabledKey,
  listedRecord,
  usage,
} from '../setup/key-lifecycle.ts'
import { findKeyRecord, issuedKey, setActive, tryCredential } from '../setup/keys.ts'
import { findItem, lists } from '../setup/lists.ts'
import { callOperation, probeTurn } from '../setup/operations.ts'
import { scopedToggle } from '../setup/scoped-toggle.ts'
import type { JsonObject } from '../../contract/json.ts'

const core = { plan: 'core', needs: ['user'] } as const

// A use or a change of the state leaves these as they are.
const constant = ['id', 'name', 'key_prefix', 'scopes', 'expires_at', 'created_at'] as const
// Nothing has changed a new key; another check compares its prefix with the key.
const initial = ['id', 'name', 'scopes', 'is_active', 'expires_at', 'created_at'] as const
type Field = (typeof constant | typeof initial)[number]

/** Fails if a field that both records have differs; `place` names where the second one is. */
async function mustAgree(
  one: JsonObject,
  other: JsonObject,
  exchange: Exchange,
  place: string,
  fields: readonly Field[] = constant,
): Promise<void> {
  await each(fields, (field) => {
    const [wanted, got] = [one[field] ?? null, other[field] ?? null]
    if (!(field in one) || !(field in other)) return
    const isSame = isSameMoment(field, wanted, got) || formatValue(wanted) === formatValue(got)
    assert.holds(isSame, `${field} ${formatValue(wanted)} ${place}`, formatValue(got), exchange)
  })
}

// An operation may write a moment with fewer digits than another.
const isSameMoment = (field: Field, wanted: unknown, got: unknown): boolean =>
  field.endsWith('_at') && Math.abs(Date.parse(String(wanted)) - Date.parse(String(got))) < 1000

/** A field of a key has the same value wherever it is shown, and after each change (2.1, 3). */
export const keyConsistencyChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.creation-prefix-is-of-the-key',
    level: 'must',
    rule: 'key-record.prefix',
    run: async (session) => {
      const { value, exchange } = await issuedKey(session, 'full')
      const shown = findKeyRecord(exchange.json) ?? skip('the response has no record')
      const wanted = 'key_prefix of the new key'
      assert.equal(shown['key_prefix'], value.slice(0, 8), exchange, wanted)
    },
  },
  {
    ...core,
    id: 'keys.creation-agrees-with-the-list',
    level: 'must',
    rule: 'keys.create',
    run: async (session) => {
      const { key, record, exchange } = await listedRecord(session, 'full')
      const shown = findKeyRecord(key.exchange.json) ?? skip('the response has no record')
      await mustAgree(shown, record, exchange, 'in the list, as at the creation', initial)
    },
  },
  {
    ...core,
    id: 'keys.use-changes-no-other-field',
    level: 'must',
    rule: 'key-record.created-at',
    run: async (session) => {
      const { before, after, exchange } = await usage(session)
      // The same operation shows both, so that a moment is written in the same way.
      await mustAgree(before, after, exchange, 'after a use of the key')
      const [created, later] = [before['created_at'], after['created_at']]
      assert.equal(later, created, exchange, 'created_at')
    },
  },
  {
    ...core,
    id: 'keys.disabling-changes-no-other-field',
    level: 'must',
    rule: 'keys.set-active',
    run: async (session) => {
      const { key, change, record } = await disabledKey(session)
      const changed = findKeyRecord(change.json)
      requireBaseline(isAccepted(change), `the key could not be disabled (${change.status})`)
      if (changed && record) await mustAgree(changed, record, change, 'in the list')
      assert.equal((changed ?? record)?.['name'], key.name, change, 'name')
    },
  },
  {
    ...core,
    id: 'keys.enabled-is-listed-as-active',
    level: 'must',
    rule: 'keys.enable',
    run: async (session) => {
      const { change, record } = await enabledKey(session)
      requireBaseline(isAccepted(change), `the key could not be enabled (${change.status})`)
      assert.equal(record?.['is_active'], true, change, 'the listed is_active')
    },
  },
  {
    ...core,
    id: 'keys.toggling-keeps-the-scopes',
    level: 'must',
    rule: 'keys.set-active',
    run: async (session) => {
      const { disabling, enabling, record } = await scopedToggle(session)
      requireBaseline(
        isAccepted(disabling) && isAccepted(enabling),
        `the key could not be toggled (${disabling.status}, ${enabling.status})`,
      )
      const shown = [disabling, enabling].map(({ json }) => findKeyRecord(json))
      for (const one of [...shown, record]) {
        if (one && 'scopes' in one) assert.equal(one['scopes'], 'kb', enabling, 'scopes')
      }
    },
  },
  {
    ...core,
    id: 'keys.toggling-widens-no-scope',
    level: 'must',
    rule: 'scopes.refusal',
    run: async (session) => {
      const { before, enabling, after } = await scopedToggle(session)
      requireBaseline(before?.status === 403, `the key was not limited before (${before?.status})`)
      requireBaseline(isAccepted(enabling), `the key could not be enabled (${enabling.status})`)
      assert.holds(after?.status === 403, 'status 403', `status ${after?.status}`, after)
    },
  },
  {
    ...core,
    id: 'keys.disabled-is-rejected-in-the-body',
    level: 'must',
    rule: 'keys.disable',
    run: async (session) => {
      const { bodyToken, disabling } = await scopedToggle(session)
      requireBaseline(isAccepted(disabling), `the key could not be disabled (${disabling.status})`)
      await mustBeRefused(session, bodyToken)
    },
  },
  {
    ...core,
    id: 'keys.deleted-is-rejected-in-the-body',
    level: 'must',
    rule: 'keys.delete',
    run: async (session) => {
      const { key, change } = await deletedKey(session)
      if (change === undefined) skip('no route that deletes a key was found')
      await mustBeRefused(session, await probeTurn(session, 'react', { token: key.value }))
    },
  },
  {
    ...core,
    id: 'keys.deleted-cannot-be-enabled',
    level: 'must',
    rule: 'keys.delete',
    run: async (session) => {
      const { key, before, change } = await deletedKey(session)
      if (change === undefined) skip('no route that deletes a key was found')
      requireBaseline(isAccepted(before), `the key did not work before (${before.status})`)
      const { change: good } = await disabledKey(session)
      requireBaseline(isAccepted(good), `no key can be changed (${good.status})`)
      assert.status(await setActive(session, key.id, true), 404)
      assert.refused(await tryCredential(session, key.value))
    },
  },
]

/**
 * Requires that a turn with a refused key in the body is refused for that key. Its `q` is invalid, so
 * no turn starts; a target that validates the body first cannot show it.
 */
async function mustBeRefused(session: TestSession, exchange: Exchange): Promise<void> {
  const without = await session.once('a probe of react without a credential', () =>
    probeTurn(session, 'react', {}),
  )
  requireBaseline(without.status === 401, 'react validates the body before the credential')
  assert.holds(
    isRefusal(exchange) && exchange.status !== 422,
    'a refusal of the key',
    `status ${exchange.status}`,
    exchange,
  )
}

const isCounted = (item: JsonObject): boolean => count(item) > 0

/** The check of the counters comes last: the run has used its keys for as long as it can. */
export const keyCountChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.count-is-not-always-0',
    level: 'must',
    rule: 'key-record.usage-visible',
    run: async (session) => {
      const { after, uses } = await usage(session)
      if (!('total_requests' in after)) skip('the record has no total_requests')
      // A target may count only requests that write.
      const { value } = await issuedKey(session, 'counted')
      await callOperation(session, 'update conversation', value)
      let found = false
      const { exchange } = await pollUntil(
        session,
        async () => {
          const { item, exchange: page } = await findItem(session, lists.keys, isCounted)
          found = item !== undefined
          return page
        },
        () => found,
      )
      const expected = `total_requests above 0 in some key, after ${uses + 1} uses of one`
      assert.holds(found, expected, '0 in all', exchange)
    },
  },
]
