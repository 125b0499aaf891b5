import { toMoment } from '../../contract/canonical-date.ts'
import { checks, corePlan, judgingKey, judgingRefusedKey, judgingReply } from '../session/check.ts'
import {
  assert,
  checkEach,
  isAccepted,
  isRefusal,
  pollUntil,
  requireBaseline,
} from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import { expiringKey, requireExpiringKey, useExpiredKey } from '../setup/expiring-key.ts'
import { deleteKey, deletedKey, keyRecord, requireDeletedKey } from '../setup/key-lifecycle.ts'
import { idOf, itemsOf, lists, requireEnd } from '../setup/lists.ts'
import {
  issuedKey,
  keyRefused,
  tryCredential,
  tryNewKey,
  listedKey,
  setActive,
} from '../setup/keys.ts'
import { formatValue } from '../session/json.ts'
import { refusedEverywhere } from './refusals.ts'
import { immediateCell } from '../setup/refusal-table.ts'
import { requireRefusal } from '../setup/refusals.ts'

/** Checks of the permanent deletion of keys (specification, 3, 4.1 and 5.R7). */
export const keyDeletionChecks = checks(corePlan, {
  'keys.deletion-route': {
    level: 'observe',
    rule: 'keys.deletion-exists',
    detects: ['keys.delete-operation'],
    run: async (session) => {
      const { change } = await deletedKey(session)
      return change ? { route: change.route, status: change.exchange.status } : { route: null }
    },
  },
  'keys.deleted-is-rejected': {
    rule: 'keys.delete',
    run: async (session) => assert.refused((await requireDeletedKey(session)).after),
    judgement: judgingKey('deleted'),
  },
  'keys.deleted-is-rejected-in-the-body': {
    rule: 'keys.delete',
    run: (session) => requireRefusal(session, immediateCell('deleted', 'react', 'body')),
  },
  'keys.deleted-is-rejected-everywhere': refusedEverywhere('deleted', 'keys.delete'),
  'keys.deleted-is-an-invalid-token': {
    rule: 'credentials.deleted',
    detects: ['auth.deleted-key-code'],
    run: async (session) => assert.code((await requireDeletedKey(session)).after, 'invalid_token'),
    judgement: judgingRefusedKey('deleted', (exchange) => assert.code(exchange, 'invalid_token')),
  },
  'keys.other-user-cannot-delete': {
    rule: 'keys.delete',
    needs: ['user', 'other-user'],
    detects: ['keys.ownership'],
    run: async (session) => {
      await requireDeletedKey(session)
      // No later check needs this key, so it does no harm if the target deletes it.
      const key = await issuedKey(session, 'counted')
      const { id, value } = key
      const other = await otherUser(session)
      const before = await tryNewKey(session, key)
      requireBaseline(before.settled, 'the key was refused from the start')
      await deleteKey(session, id, other)
      // The response to a deletion is not specified, so the check tests if the key still works.
      assert.accepted(await tryCredential(session, value))
    },
  },
  'keys.deleted-is-not-listed': {
    rule: 'keys.delete',
    run: async (session) => {
      const { listing, change } = await requireDeletedKey(session)
      const { item } = requireEnd(listing)
      assert.holds(item === undefined, 'no such key in the list', 'its record', change?.exchange)
    },
    judgement: judgingReply(`GET ${lists.keys}`, (exchange, seen) =>
      checkEach(itemsOf(exchange) ?? [], (item) => {
        const isDeleted = seen.isDeletedKey(idOf(item) ?? '', exchange)
        assert.holds(!isDeleted, 'no deleted key in the list', `key ${idOf(item)}`, exchange)
      }),
    ),
  },
})

/** Proves that the credential of the second user is accepted, and returns the credential. */
async function otherUser(session: TestSession): Promise<string> {
  const credential = await otherUserCredential(session)
  const isKnown = isAccepted(await tryCredential(session, credential))
  requireBaseline(isKnown, 'every request of the other user is refused')
  return credential
}

const withOtherUser = { plan: 'core', needs: ['user', 'other-user'] } as const

/** Checks that a user cannot use or change the keys of another user (3, 4.1). */
export const keyOwnershipChecks = checks(withOtherUser, {
  'keys.other-user-cannot-disable': {
    rule: 'keys.owner-alone',
    detects: ['keys.ownership'],
    run: async (session) => {
      const key = await issuedKey(session, 'second')
      const { id, value } = key
      const other = await otherUser(session)
      const before = await tryNewKey(session, key)
      requireBaseline(before.settled, 'the key was refused from the start')
      const use = () => tryCredential(session, value)
      const attempt = await setActive(session, id, false, other)
      // Another check may have enabled the key just now.
      const { exchange: after } = await pollUntil(session, use, isAccepted)
      if (isAccepted(attempt)) await setActive(session, id, true)
      assert.refused(attempt)
      assert.accepted(after)
    },
  },
  'keys.other-user-cannot-enable': {
    rule: 'keys.owner-alone',
    detects: ['keys.ownership'],
    run: async (session) => {
      const { id, value } = await issuedKey(session, 'second')
      const other = await otherUser(session)
      const use = () => tryCredential(session, value)
      await setActive(session, id, false)
      const since = session.now()
      const before = await pollUntil(session, use, isRefusal, { effect: keyRefused })
      const attempt = await setActive(session, id, true, other)
      const { exchange: after } = await pollUntil(session, use, isRefusal, { since })
      await setActive(session, id, true)
      requireBaseline(before.settled, 'the key still worked after it was disabled')
      assert.refused(attempt)
      assert.refused(after)
    },
  },
  'keys.other-user-does-not-see-it': {
    rule: 'keys.list',
    run: async (session) => {
      const { key } = await keyRecord(session, 'full')
      const other = await otherUserCredential(session)
      const { item, exchange } = requireEnd(await listedKey(session, { id: key.id }, other))
      assert.holds(item === undefined, "only the other user's own keys", `key ${key.id}`, exchange)
    },
  },
})

/** Checks of the creation of keys with an expiry (specification, 4.1). */
export const keyExpirationChecks = checks(corePlan, {
  'keys.expiration-field': {
    level: 'observe',
    rule: 'keys.expiration',
    run: async (session) => ({ field: (await expiringKey(session))?.field ?? null }),
  },
  'keys.expiry-shows-in-the-record': {
    level: 'should',
    rule: 'key-record.moments',
    detects: ['records.timestamps'],
    run: async (session) => {
      const { shown, expiresAt, key } = await requireExpiringKey(session)
      const expectedExpiry = new Date(expiresAt).toISOString()
      const isRight = Math.abs(toMoment(String(shown)) - expiresAt) <= 1000
      assert.holds(isRight, `expires_at ${expectedExpiry}`, formatValue(shown), key.exchange)
    },
  },
})

/** Checks that expired keys are refused (3, 5). A key expires one second after its creation. */
export const keyExpiryChecks = checks(corePlan, {
  'keys.expired-is-rejected': {
    rule: 'credentials.expiry',
    detects: ['auth.expired-key'],
    run: async (session) => assert.refused((await useExpiredKey(session)).exchange),
    judgement: judgingKey('expired'),
  },
  'keys.expired-is-rejected-everywhere': {
    ...refusedEverywhere('expired', 'credentials.expiry'),
    detects: ['auth.expired-key'],
  },
})
