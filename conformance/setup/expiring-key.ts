import { toMoment } from '../../contract/canonical-date.ts'
import { isAccepted, isRefusal, pollUntil, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { dateOf, noReadableDate } from './dates.ts'
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

export type ExpiringKey = {
  readonly field: string
  readonly key: IssuedKey
  /** The value of `expires_at` in the record of the key. */
  readonly shown: unknown
  /**
   * The expiry by the target's clock, in ms since 1970. `overAt` is the `session.now()` shortly
   * after the expiry.
   */
  readonly expiresAt: number
  readonly overAt: number
}

/**
 * Creates a key that expires soon. Undefined if no known field sets an expiry.
 */
export const expiringKey = sharedSetUp('a key that expires', async (session) => {
  for (const field of expiryFields) {
    const expiring = await issueExpiring(session, field)
    if (expiring) return expiring
  }
  return undefined
})

async function issueExpiring(
  session: TestSession,
  field: string,
): Promise<ExpiringKey | undefined> {
  const now = await readList(session, lists.keys, '?size=1')
  const soon = await postExpiring(session, field, now, keyLifetime)
  // `Date` has whole seconds, so a target may refuse the expiry as past. Then sets a later expiry.
  const { exchange, expiresAt, overAt } = [400, 422].includes(soon.exchange.status)
    ? await postExpiring(session, field, soon.exchange, 3 * keyLifetime + 2 * soon.exchange.ms)
    : soon
  if (!isAccepted(exchange)) return undefined
  const key = await readKey(session, exchange)
  const record = findKeyRecord(exchange.json)
  const stored =
    record && 'expires_at' in record ? record : (await listedKey(session, { name: key.name })).item
  // If `expires_at` is null or absent, the target ignored the field. Any other value is accepted.
  if (!stored?.['expires_at']) return undefined
  return { field, key, shown: stored['expires_at'], expiresAt, overAt }
}

/** Creates a key that expires `lifetime` milliseconds after the `Date` of an earlier response. */
async function postExpiring(
  session: TestSession,
  field: string,
  earlier: Exchange,
  lifetime: number,
) {
  const now = dateOf(earlier)
  requireBaseline(now !== undefined, noReadableDate)
  const expiresAt = now + lifetime
  const name = session.uniqueName('key')
  const exchange = await postKey(session, { name, [field]: new Date(expiresAt).toISOString() })
  return { exchange, expiresAt, overAt: session.now() + lifetime + 100 }
}

// Milliseconds until the key expires. The run waits for the expiry.
const keyLifetime = 1000

/** Returns the key that expires. Skips the check if no known field sets an expiry. */
export async function requireExpiringKey(session: TestSession): Promise<ExpiringKey> {
  return (await expiringKey(session)) ?? skip('no field that sets an expiry was found')
}

/** Waits until the key has expired. Inconclusive if the target stored another, later expiry. */
export async function waitForExpiry(
  session: TestSession,
  { shown, expiresAt, overAt }: ExpiringKey,
): Promise<void> {
  // A target may round an expiry up, for example to the end of its day.
  const isLater = toMoment(String(shown)) > expiresAt + 1000
  requireBaseline(!isLater, 'the target stores a later expiry than it was given')
  await session.sleep(Math.max(0, overAt - session.now()))
}

/** Waits until the key has expired, then sends a request with it. */
export const useExpiredKey = sharedSetUp('using an expired key', async (session) => {
  const expiring = await requireExpiringKey(session)
  const { key, expiresAt, overAt } = expiring
  const control = await tryCredential(session, await fullKey(session))
  requireBaseline(isAccepted(control), 'no key is accepted')
  await waitForExpiry(session, expiring)
  const use = () => tryCredential(session, key.value)
  const { exchange } = await pollUntil(session, use, isRefusal, { since: overAt })
  // If the clock of the target does not advance, the key has not expired.
  if (isAccepted(exchange)) {
    const time = dateOf(exchange)
    requireBaseline(time !== undefined, noReadableDate)
    requireBaseline(time > expiresAt, 'the clock of the target has not reached the expiry')
  }
  return { ...expiring, exchange }
})
