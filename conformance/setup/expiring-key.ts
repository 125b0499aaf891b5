import { isAccepted, isRefusal, pollUntil, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  findKeyRecord,
  fullKey,
  type IssuedKey,
  listedKey,
  postKey,
  readKey,
  tryCredential,
} from './keys.ts'
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
      const expiring = await issueExpiring(session, field)
      if (expiring) return expiring
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

/** Returns the key that expires; skips the check if the target has no field for it. */
export async function requireExpiringKey(session: TestSession): Promise<Expiring> {
  return (await expiringKey(session)) ?? skip('no field that sets an expiry was found')
}

/** Waits for the expiry of the key and uses it. Other checks may run during the wait. */
export const useExpiredKey = (
  session: TestSession,
): Promise<Expiring & { readonly exchange: Exchange }> =>
  session.once('using an expired key', async () => {
    const expiring = await requireExpiringKey(session)
    const { key, expiresAt, overAt } = expiring
    const control = await tryCredential(session, await fullKey(session))
    requireBaseline(isAccepted(control), 'no key is accepted')
    await session.sleep(Math.max(0, overAt - session.now()))
    const use = () => tryCredential(session, key.value)
    const { exchange } = await pollUntil(session, use, isRefusal, { since: overAt })
    const time = Date.parse(exchange.headers.get('date') ?? '')
    // On a target with a frozen clock, the key has not expired yet.
    if (isAccepted(exchange))
      requireBaseline(time > expiresAt, 'the clock of the target has not reached the expiry')
    return { ...expiring, exchange }
  })
