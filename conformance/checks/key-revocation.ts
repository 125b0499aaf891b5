import type { ActiveCheck } from '../session/check.ts'
import {
  pollUntil,
  requireBaseline,
  isAccepted,
  assert,
  skip,
  isRefusal,
} from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { otherUserCredential } from '../setup/credentials.ts'
import {
  deleteKey,
  deletedKey,
  keyRecord,
  type Expiring,
  expiringKey,
} from '../setup/key-lifecycle.ts'
import { issuedKey, tryCredential, listedKey, setActive, fullKey } from '../setup/keys.ts'
import { formatValue } from '../session/json.ts'

const shared = { plan: 'core', needs: ['user'], level: 'must' } as const

/** A deleted key in use, once it has been shown that the key worked before. */
async function deleted(session: TestSession) {
  const passage = await deletedKey(session)
  if (passage.change === undefined) skip('no route that deletes a key was found')
  requireBaseline(
    isAccepted(passage.before),
    `the key did not work before (${passage.before.status})`,
  )
  return passage
}

/** The permanent deletion of keys (3, 4.1, 5.R7). */
export const keyDeletionChecks: readonly ActiveCheck[] = [
  {
    ...shared,
    id: 'keys.deletion-route',
    level: 'observe',
    rule: 'keys.deletion-exists',
    detects: ['keys.delete-operation'],
    run: async (session) => {
      const { change } = await deletedKey(session)
      return change ? { route: change.route, status: change.exchange.status } : { route: null }
    },
  },
  {
    ...shared,
    id: 'keys.deleted-is-rejected',
    rule: 'keys.delete',
    run: async (session) => assert.refused((await deleted(session)).after),
  },
  {
    ...shared,
    id: 'keys.deleted-is-an-invalid-token',
    rule: 'credentials.deleted',
    detects: ['auth.deleted-key-code'],
    run: async (session) => assert.code((await deleted(session)).after, 'invalid_token'),
  },
  {
    ...shared,
    id: 'keys.other-user-cannot-delete',
    rule: 'keys.delete',
    needs: ['user', 'other-user'],
    detects: ['keys.ownership'],
    run: async (session) => {
      await deleted(session)
      // Of no more use to anyone: where it is deleted all the same, no other check needs it.
      const { id, value } = await issuedKey(session, 'counted')
      const other = await otherUserCredential(session)
      const before = await pollUntil(session, () => tryCredential(session, value), isAccepted)
      requireBaseline(before.settled, 'the key did not work before')
      requireBaseline(
        isAccepted(await tryCredential(session, other)),
        'the other user is refused everywhere',
      )
      await deleteKey(session, id, other)
      // How a deletion is answered is not shown, so its effect alone counts.
      assert.accepted(await tryCredential(session, value))
    },
  },
  {
    ...shared,
    id: 'keys.deleted-is-not-listed',
    rule: 'keys.delete',
    run: async (session) => {
      const { record, change } = await deleted(session)
      assert.holds(record === undefined, 'no such key in the list', 'its record', change?.exchange)
    },
  },
]

const withOtherUser = { level: 'must', plan: 'core', needs: ['user', 'other-user'] } as const

/** Keys belong to one user (3, 4.1). */
export const keyOwnershipChecks: readonly ActiveCheck[] = [
  {
    ...withOtherUser,
    id: 'keys.other-user-cannot-disable',
    rule: 'keys.owner-alone',
    detects: ['keys.ownership'],
    run: async (session) => {
      const { id, value } = await issuedKey(session, 'second')
      const other = await otherUserCredential(session)
      const before = await pollUntil(session, () => tryCredential(session, value), isAccepted)
      requireBaseline(before.settled, 'the key did not work before')
      requireBaseline(
        isAccepted(await tryCredential(session, other)),
        'the other user is refused everywhere',
      )
      const attempt = await setActive(session, id, false, other)
      const after = await tryCredential(session, value)
      if (isAccepted(attempt)) await setActive(session, id, true)
      assert.refused(attempt)
      assert.accepted(after)
    },
  },
  {
    ...withOtherUser,
    id: 'keys.other-user-cannot-enable',
    rule: 'keys.owner-alone',
    detects: ['keys.ownership'],
    run: async (session) => {
      const { id, value } = await issuedKey(session, 'second')
      const other = await otherUserCredential(session)
      requireBaseline(
        isAccepted(await tryCredential(session, other)),
        'the other user is refused everywhere',
      )
      await setActive(session, id, false)
      const before = await pollUntil(session, () => tryCredential(session, value), isRefusal)
      const attempt = await setActive(session, id, true, other)
      const after = await tryCredential(session, value)
      await setActive(session, id, true)
      requireBaseline(before.settled, 'the key was never out of use')
      assert.refused(attempt)
      assert.refused(after)
    },
  },
  {
    ...withOtherUser,
    id: 'keys.other-user-does-not-see-it',
    rule: 'keys.list',
    run: async (session) => {
      const { key } = await keyRecord(session, 'full')
      const { item, exchange } = await listedKey(
        session,
        { id: key.id },
        await otherUserCredential(session),
      )
      assert.holds(item === undefined, "only the other user's own keys", `key ${key.id}`, exchange)
    },
  },
]

async function expiring(session: TestSession): Promise<Expiring> {
  return (await expiringKey(session)) ?? skip('no field that sets an expiry was found')
}

const core = { plan: 'core', needs: ['user'] } as const

/** How a key is given an expiry (4.1). */
export const keyExpirationChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.expiration-field',
    level: 'observe',
    rule: 'keys.expiration',
    run: async (session) => ({ field: (await expiringKey(session))?.field ?? null }),
  },
  {
    ...core,
    id: 'keys.expiry-shows-in-the-record',
    level: 'should',
    rule: 'key-record.moments',
    detects: ['records.timestamps'],
    run: async (session) => {
      const { shown, expiresAt, key } = await expiring(session)
      const isNaive = !/(?:Z|[+-]\d\d:?\d\d)$/.test(String(shown))
      const moment = Date.parse(isNaive ? `${shown}Z` : String(shown))
      const wanted = new Date(expiresAt).toISOString()
      const isRight = Math.abs(moment - expiresAt) <= 1000
      assert.holds(isRight, `expires_at ${wanted}`, formatValue(shown), key.exchange)
    },
  },
]

/** The expiry of keys (3, 5); it takes a second, which other checks may fill. */
export const keyExpiryChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.expired-is-rejected',
    level: 'must',
    rule: 'credentials.expiry',
    detects: ['auth.expired-key'],
    run: async (session) => {
      const { key, expiresAt, overAt } = await expiring(session)
      requireBaseline(
        isAccepted(await tryCredential(session, await fullKey(session))),
        'no key works here',
      )
      await session.sleep(Math.max(0, overAt - session.now()))
      const use = () => tryCredential(session, key.value)
      const { exchange } = await pollUntil(session, use, isRefusal)
      const time = Date.parse(exchange.headers.get('date') ?? '')
      // A target whose clock stands still has not seen the moment pass.
      if (isAccepted(exchange)) requireBaseline(time > expiresAt, 'its clock is not there yet')
      assert.refused(exchange)
    },
  },
]
