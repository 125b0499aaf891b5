import { isAccepted, requireBaseline } from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { findKeyRecord, listedKey, postKey, readKey, type IssuedKey } from './keys.ts'
import { lists, readList } from './lists.ts'

const expiryFields = ['expires_at', 'expires', 'expiration', 'expiration_date']

export type Expiring = {
  readonly field: string
  readonly key: IssuedKey
  /** The `expires_at` of the key, as in its record. */
  readonly shown: unknown
  /**
   * The expiry by the target's clock, and the time by our clock when it has surely expired (ms).
   */
  readonly expiresAt: number
  readonly overAt: number
}

/**
 * Creates a key that expires one second later by the target's clock. Undefined if no field sets it.
 */
export const expiringKey = (session: TestSession): Promise<Expiring | undefined> =>
  session.once('a key that expires', async () => {
    for (const field of expiryFields) {
      const found = await issueExpiring(session, field)
      if (found) return found
    }
    return undefined
  })

async function issueExpiring(session: TestSession, field: string): Promise<Expiring | undefined> {
  const date = (await readList(session, lists.keys, '?size=1')).headers.get('date')
  requireBaseline(date !== null, 'the target sends no Date header')
  const expiresAt = Date.parse(date) + keyLifetime
  const name = session.uniqueName('key')
  const exchange = await postKey(session, { name, [field]: new Date(expiresAt).toISOString() })
  if (!isAccepted(exchange)) return undefined
  const key = await readKey(session, exchange)
  const record = findKeyRecord(exchange.json)
  const stored =
    record && 'expires_at' in record ? record : (await listedKey(session, { name })).item
  // The value may have any form; null and absent mean that the field was not recognised.
  if (!stored?.['expires_at']) return undefined
  return {
    field,
    key,
    shown: stored['expires_at'],
    expiresAt,
    overAt: session.now() + keyLifetime + 100,
  }
}

// The Date header has whole seconds, so a shorter lifetime could be over before it begins.
const keyLifetime = 1000
