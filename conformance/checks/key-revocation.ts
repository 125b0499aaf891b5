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
async function deleted(lab: TestSession) {
  const passage = await deletedKey(lab)
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
    sees: ['keys.delete-operation'],
    run: async (lab) => {
      const { change } = await deletedKey(lab)
      return change ? { route: change.route, status: change.exchange.status } : { route: null }
    },
  },
  {
    ...shared,
    id: 'keys.deleted-is-rejected',
    rule: 'keys.delete',
    run: async (lab) => assert.refuse((await deleted(lab)).after),
  },
  {
    ...shared,
    id: 'keys.deleted-is-an-invalid-token',
    rule: 'credentials.deleted',
    sees: ['auth.deleted-key-code'],
    run: async (lab) => assert.code((await deleted(lab)).after, 'invalid_token'),
  },
  {
    ...shared,
    id: 'keys.other-user-cannot-delete',
    rule: 'keys.delete',
    needs: ['user', 'other-user'],
    sees: ['keys.ownership'],
    run: async (lab) => {
      await deleted(lab)
      // Of no more use to anyone: where it is deleted all the same, no other check needs it.
      const { id, value } = await issuedKey(lab, 'counted')
      const other = await otherUserCredential(lab)
      const before = await pollUntil(lab, () => tryCredential(lab, value), isAccepted)
      requireBaseline(before.settled, 'the key did not work before')
      requireBaseline(
        isAccepted(await tryCredential(lab, other)),
        'the other user is refused everywhere',
      )
      await deleteKey(lab, id, other)
      // How a deletion is answered is not shown, so its effect alone counts.
      assert.accept(await tryCredential(lab, value))
    },
  },
  {
    ...shared,
    id: 'keys.deleted-is-not-listed',
    rule: 'keys.delete',
    run: async (lab) => {
      const { record, change } = await deleted(lab)
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
    sees: ['keys.ownership'],
    run: async (lab) => {
      const { id, value } = await issuedKey(lab, 'second')
      const other = await otherUserCredential(lab)
      const before = await pollUntil(lab, () => tryCredential(lab, value), isAccepted)
      requireBaseline(before.settled, 'the key did not work before')
      requireBaseline(
        isAccepted(await tryCredential(lab, other)),
        'the other user is refused everywhere',
      )
      const attempt = await setActive(lab, id, false, other)
      const after = await tryCredential(lab, value)
      if (isAccepted(attempt)) await setActive(lab, id, true)
      assert.refuse(attempt)
      assert.accept(after)
    },
  },
  {
    ...withOtherUser,
    id: 'keys.other-user-cannot-enable',
    rule: 'keys.owner-alone',
    sees: ['keys.ownership'],
    run: async (lab) => {
      const { id, value } = await issuedKey(lab, 'second')
      const other = await otherUserCredential(lab)
      requireBaseline(
        isAccepted(await tryCredential(lab, other)),
        'the other user is refused everywhere',
      )
      await setActive(lab, id, false)
      const before = await pollUntil(lab, () => tryCredential(lab, value), isRefusal)
      const attempt = await setActive(lab, id, true, other)
      const after = await tryCredential(lab, value)
      await setActive(lab, id, true)
      requireBaseline(before.settled, 'the key was never out of use')
      assert.refuse(attempt)
      assert.refuse(after)
    },
  },
  {
    ...withOtherUser,
    id: 'keys.other-user-does-not-see-it',
    rule: 'keys.list',
    run: async (lab) => {
      const { key } = await keyRecord(lab, 'full')
      const { item, exchange } = await listedKey(
        lab,
        { id: key.id },
        await otherUserCredential(lab),
      )
      assert.holds(item === undefined, "only the other user's own keys", `key ${key.id}`, exchange)
    },
  },
]

async function expiring(lab: TestSession): Promise<Expiring> {
  return (await expiringKey(lab)) ?? skip('no field that sets an expiry was found')
}

const core = { plan: 'core', needs: ['user'] } as const

/** How a key is given an expiry (4.1). */
export const keyExpirationChecks: readonly ActiveCheck[] = [
  {
    ...core,
    id: 'keys.expiration-field',
    level: 'observe',
    rule: 'keys.expiration',
    run: async (lab) => ({ field: (await expiringKey(lab))?.field ?? null }),
  },
  {
    ...core,
    id: 'keys.expiry-shows-in-the-record',
    level: 'should',
    rule: 'key-record.moments',
    sees: ['records.timestamps'],
    run: async (lab) => {
      const { shown, expiresAt, key } = await expiring(lab)
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
    sees: ['auth.expired-key'],
    run: async (lab) => {
      const { key, expiresAt, overAt } = await expiring(lab)
      requireBaseline(isAccepted(await tryCredential(lab, await fullKey(lab))), 'no key works here')
      await lab.sleep(Math.max(0, overAt - lab.now()))
      const use = () => tryCredential(lab, key.value)
      const { exchange } = await pollUntil(lab, use, isRefusal)
      const time = Date.parse(exchange.headers.get('date') ?? '')
      // A target whose clock stands still has not seen the moment pass.
      if (isAccepted(exchange)) requireBaseline(time > expiresAt, 'its clock is not there yet')
      assert.refuse(exchange)
    },
  },
]
