import { keyConsistencyChecks } from './key-consistency.ts'
import { keyUsageChecks } from './key-records.ts'
import { keyDeletionChecks, keyExpirationChecks, keyOwnershipChecks } from './key-revocation.ts'
import { refusedEverywhere } from './refusals.ts'
import { anObject, refusesInput } from './validation.ts'
import { assert, isAccepted, isRefusal, requireBaseline, skip } from '../session/assertions.ts'
import {
  type Check,
  checks,
  corePlan,
  judgingKey,
  judgingRefusedKey,
  judgingReply,
} from '../session/check.ts'
import { type Exchange, isCallOf } from '../session/exchange.ts'
import { formatValue, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { disabledKey, enabledKey } from '../setup/key-lifecycle.ts'
import { activation, findKeyRecord, issuedKey, keyIdIn, setActive } from '../setup/keys.ts'
import { encodeId, idOf, lists, requireEnd } from '../setup/lists.ts'
import { immediateCell } from '../setup/refusal-table.ts'
import { requireRefusal } from '../setup/refusals.ts'
import { requireWellFormed, unlistedId } from '../setup/unknown-resources.ts'
import { specifiedKey } from '../../contract/records/specified.ts'

/** The value of `is_active` in another client's request. Skips the check if it is no boolean. */
function requestedState({ request }: Exchange): boolean {
  const state = member(request.body, 'is_active')
  return typeof state === 'boolean' ? state : skip('the body has no boolean `is_active`')
}

function assertRecord(exchange: Exchange, isActive: unknown): void {
  const shown = member(exchange.json, 'is_active')
  assert.equal(shown, isActive, exchange, 'a record with is_active, without an envelope')
  assert.matches(specifiedKey.shape.key_prefix, member(exchange.json, 'key_prefix'), exchange)
}

/** Sends a disabled key in a request that succeeded before the key was disabled. */
async function useDisabledKey(session: TestSession) {
  const { before, change, after, delay } = await disabledKey(session)
  requireBaseline(isAccepted(before), `the key was refused from the start (${before.status})`)
  requireBaseline(isAccepted(change), `the key could not be disabled (${change.status})`)
  return { after, delay }
}

const activationChecks = checks(corePlan, {
  'keys.disabling-answers-200': {
    rule: 'keys.set-active',
    run: async (session) => {
      const { change, record } = await disabledKey(session)
      assert.status(change, 200)
      const isShown = findKeyRecord(change.json) !== undefined || record?.['is_active'] === false
      requireBaseline(isShown, noRecord)
    },
    judgement: judgingReply(activation, (exchange) => assert.status(exchange, 200)),
  },
  'keys.disabling-shows-the-record': {
    rule: 'keys.set-active',
    run: async (session) => {
      const { change } = await disabledKey(session)
      assertRecord(change, false)
    },
    judgement: judgingReply(activation, (exchange) =>
      assertRecord(exchange, requestedState(exchange)),
    ),
  },
  'keys.disabling-shows-the-same-id': {
    rule: 'key-record.id',
    run: async (session) => {
      const { key, change } = await disabledKey(session)
      const record = findKeyRecord(change.json)
      requireBaseline(record !== undefined, noRecord)
      assert.equal(idOf(record), key.id, change, 'id')
    },
    judgement: judgingReply(activation, (exchange) => {
      const record = findKeyRecord(exchange.json) ?? skip('the response has no record')
      assert.equal(idOf(record), keyIdIn(exchange), exchange, 'id')
    }),
  },
  'keys.disabled-is-rejected': {
    rule: 'keys.disable',
    run: async (session) => {
      const { after, delay } = await useDisabledKey(session)
      assert.refused(after)
      return { delay: Math.round(delay) }
    },
    judgement: judgingKey('disabled'),
  },
  'keys.disabled-is-rejected-in-the-body': {
    rule: 'keys.disable',
    run: (session) => requireRefusal(session, immediateCell('disabled', 'react', 'body')),
  },
  'keys.disabled-is-rejected-everywhere': refusedEverywhere('disabled', 'keys.disable'),
  'keys.disabled-is-401': {
    rule: 'credentials.disabled',
    run: async (session) => assert.status((await useDisabledKey(session)).after, 401),
    judgement: judgingRefusedKey('disabled', (exchange) => assert.status(exchange, 401)),
  },
  'keys.disabled-is-unauthorized': {
    rule: 'credentials.disabled',
    detects: ['auth.disabled-key-code'],
    run: async (session) => assert.code((await useDisabledKey(session)).after, 'unauthorized'),
    judgement: judgingRefusedKey('disabled', (exchange) => assert.code(exchange, 'unauthorized')),
  },
  'keys.disabled-record-is-kept': {
    rule: 'keys.disable',
    run: async (session) => {
      const { listing, change } = await disabledKey(session)
      requireBaseline(isAccepted(change), `the key could not be disabled (${change.status})`)
      assert.equal(requireEnd(listing).item?.['is_active'], false, change, 'the listed is_active')
    },
  },
  'keys.disabling-twice-is-accepted': {
    level: 'should',
    rule: 'keys.set-active',
    run: async (session) => assert.status((await disabledKey(session)).again, 200),
  },
  'keys.enabling-answers-200': {
    rule: 'keys.set-active',
    run: async (session) => {
      const { change } = await enabledKey(session)
      assert.status(change, 200)
      assert.equal(findKeyRecord(change.json)?.['is_active'], true, change, 'is_active')
    },
  },
  'keys.enabled-authenticates-again': {
    rule: 'keys.enable',
    run: async (session) => {
      const { before, change, after } = await enabledKey(session)
      requireBaseline(!isAccepted(before), 'the key still worked after it was disabled')
      requireBaseline(isAccepted(change), `the key could not be enabled (${change.status})`)
      assert.accepted(after)
    },
  },
})

const noRecord = 'the response has no record'

const activationInput = {
  rule: 'keys.set-active-body',
  validRequest: async (session: TestSession) => (await disabledKey(session)).change,
  // Another key, because other checks need the disabled key to stay disabled.
  pathFor: async (session: TestSession) =>
    `${lists.keys}/${encodeId((await issuedKey(session, 'second')).id)}/active`,
} as const

async function unknownPatch(session: TestSession) {
  const { key, change } = await disabledKey(session)
  requireBaseline(isAccepted(change), 'no key can be disabled')
  return session.once('disabling an unknown key', async () => {
    const unknown = await unlistedId(session, lists.keys, key.id)
    return requireWellFormed(await setActive(session, unknown, false))
  })
}

const inputs = checks(corePlan, {
  'keys.is-active-is-required': {
    ...refusesInput(activationInput, 'is_active'),
    judgement: {
      // The target may first refuse the credential (401, 403) or the key id (404).
      applies: (exchange) =>
        isCallOf(exchange, activation) &&
        isRefusal(exchange) &&
        ![401, 403, 404].includes(exchange.status) &&
        typeof member(exchange.request.body, 'is_active') !== 'boolean',
      verify: (exchange) => assert.status(exchange, 422),
    },
  },
  'keys.is-active-is-not-an-object': refusesInput(activationInput, 'is_active', anObject),
  'keys.is-active-coercion': {
    level: 'observe',
    rule: 'keys.set-active-body',
    detects: ['errors.coercion'],
    run: async (session) => {
      const { id } = await issuedKey(session, 'second')
      const answers: Record<string, unknown> = {}
      for (const near of ['true', 1, 'yes']) {
        const { status, json } = await setActive(session, id, near)
        answers[formatValue(near)] = { status, is_active: findKeyRecord(json)?.['is_active'] }
      }
      await setActive(session, id, true)
      return answers
    },
  },
  'keys.unknown-key-is-404': {
    rule: 'errors.not-found',
    run: async (session) => assert.status(await unknownPatch(session), 404),
  },
  'keys.unknown-key-is-not-found': {
    level: 'should',
    rule: 'errors.not-found',
    detects: ['errors.missing-resource-code'],
    run: async (session) => assert.code(await unknownPatch(session), 'not_found'),
  },
})

/** Checks of existing keys: state, ownership, usage, deletion and expiry (3, 4.1, 5.R7). */
export const keyLifecycleChecks: readonly Check[] = [
  ...activationChecks,
  ...inputs,
  ...keyOwnershipChecks,
  ...keyUsageChecks,
  ...keyConsistencyChecks,
  ...keyDeletionChecks,
  ...keyExpirationChecks,
]
