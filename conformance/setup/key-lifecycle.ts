import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { pollUntil, isAccepted, isRefusal, requireBaseline } from '../session/assertions.ts'
import type { JsonObject } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from './credentials.ts'
import {
  issuedKey,
  listedKey,
  setActive,
  tryCredential,
  type IssuedKey,
  type KeyPurpose,
  postKey,
  readKey,
  findKeyRecord,
} from './keys.ts'
import { lists, readList, itemsOf } from './lists.ts'
import { Finding } from '../session/outcomes.ts'

/** A key on its way into a state: used before, changed, used after, and looked up. */
export type KeyTransition<Change> = {
  readonly key: IssuedKey
  /** The key in use before: the positive control of every later refusal. */
  readonly before: Exchange
  readonly change: Change
  /** The key in use after, polled until the change shows or the grace is over. */
  readonly after: Exchange
  /** How long (ms) the change took to show. */
  readonly delay: number
  readonly record: JsonObject | undefined
}

/** A throwaway key, disabled; `again` is what a second disabling answers. */
export const disabledKey = (
  lab: TestSession,
): Promise<KeyTransition<Exchange> & { readonly again: Exchange }> =>
  lab.once('the disabling of a key', async () => {
    const passage = await changeKey(lab, 'toggled', isRefusal, ({ id }) =>
      setActive(lab, id, false),
    )
    return { ...passage, again: await setActive(lab, passage.key.id, false) }
  })

/** The disabled key, enabled again. */
export const enabledKey = (lab: TestSession): Promise<KeyTransition<Exchange>> =>
  lab.once('the enabling of a key', async () => {
    await disabledKey(lab)
    return changeKey(lab, 'toggled', isAccepted, ({ id }) => setActive(lab, id, true))
  })

/** A throwaway key, deleted; its `change` is undefined where no route for it was found. */
export const deletedKey = (lab: TestSession): Promise<KeyTransition<Deletion | undefined>> =>
  lab.once('the deletion of a key', () =>
    changeKey(lab, 'deleted', isRefusal, ({ id }) => deleteKey(lab, id)),
  )

async function changeKey<Change>(
  lab: TestSession,
  purpose: KeyPurpose,
  shows: (exchange: Exchange) => boolean,
  act: (key: IssuedKey) => Promise<Change>,
): Promise<KeyTransition<Change>> {
  const key = await issuedKey(lab, purpose)
  const use = () => tryCredential(lab, key.value)
  const before =
    shows === isRefusal ? (await pollUntil(lab, use, isAccepted)).exchange : await use()
  const change = await act(key)
  const { exchange: after, delay } = await pollUntil(lab, use, shows)
  const { item } = await listedKey(lab, { id: key.id }, await userCredential(lab))
  return { key, before, change, after, delay, record: item }
}

const expiryFields = ['expires_at', 'expires', 'expiration', 'expiration_date']

export type Expiring = {
  readonly field: string
  readonly key: IssuedKey
  /** Its `expires_at`, as its record shows it. */
  readonly shown: unknown
  /** When it expires by the clock of the target, and when that is over by our own. */
  readonly expiresAt: number
  readonly overAt: number
}

/** A key that expires a second after its creation, by the clock of the target. */
export const expiringKey = (lab: TestSession): Promise<Expiring | undefined> =>
  lab.once('a key that expires', async () => {
    for (const field of expiryFields) {
      const found = await issueExpiring(lab, field)
      if (found) return found
    }
    return undefined
  })

async function issueExpiring(lab: TestSession, field: string): Promise<Expiring | undefined> {
  const date = (await readList(lab, lists.keys, '?size=1')).headers.get('date')
  requireBaseline(date !== null, 'the target tells no time in a Date header')
  const expiresAt = Date.parse(date) + keyLifetime
  const name = lab.name('key')
  const exchange = await postKey(lab, { name, [field]: new Date(expiresAt).toISOString() })
  if (!isAccepted(exchange)) return undefined
  const key = await readKey(lab, exchange)
  const record = findKeyRecord(exchange.json)
  const stored = record && 'expires_at' in record ? record : (await listedKey(lab, { name })).item
  // In whichever form it is written, null and absent say that the field was not known.
  if (!stored?.['expires_at']) return undefined
  return {
    field,
    key,
    shown: stored['expires_at'],
    expiresAt,
    overAt: lab.now() + keyLifetime + 100,
  }
}

// The Date header counts whole seconds, so a shorter life could be over before it began.
const keyLifetime = 1000

type Usage = {
  readonly before: JsonObject
  readonly after: JsonObject
  /** How many requests were made with the key in between. */
  readonly uses: number
  readonly exchange: Exchange
}

export const count = (record: JsonObject | undefined): number =>
  Number(record?.['total_requests'] ?? 0)

/** A key as the list shows it before its first use. */
export const unusedKey = (lab: TestSession) => keyRecord(lab, 'counted')

/** The record of a key before and after three uses; counters may lag, so it is polled. */
export const usage = (lab: TestSession): Promise<Usage> =>
  lab.once('the usage of a key', async () => {
    const { key, record: before } = await unusedKey(lab)
    for (const _ of [1, 2, 3]) {
      const use = await tryCredential(lab, key.value)
      requireBaseline(isAccepted(use), `the key does not work (${use.status})`)
    }
    const find = (exchange: Exchange) =>
      itemsOf(exchange)?.find((item) => item['id'] === before['id'])
    const { exchange } = await pollUntil(
      lab,
      () => readList(lab, lists.keys, '?size=100'),
      (reply) => count(find(reply)) > count(before) && Boolean(find(reply)?.['last_used_at']),
    )
    const uses = lab.exchanges.filter(({ ask }) => ask.bearer === key.value).length
    return { before, after: find(exchange) ?? before, uses, exchange }
  })

type Route = { readonly says: string; readonly ask: (id: string) => RequestSpec }

// Never `DELETE /api/me/api-keys?id=…`: who ignores the query might delete every key.
const deletionRoutes: readonly Route[] = [
  {
    says: `DELETE ${lists.keys}/{key_id}`,
    ask: (id) => ({ method: 'DELETE', path: `${lists.keys}/${id}` }),
  },
  {
    says: `POST ${lists.keys}/{key_id}/delete`,
    ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/delete` }),
  },
  {
    says: `POST ${lists.keys}/{key_id}/revoke`,
    ask: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/revoke` }),
  },
]

type Deletion = { readonly route: string; readonly exchange: Exchange }

/**
 * Deletes a key of this run, as the user unless told otherwise. The specification names no route
 * for it, so the first key finds out which candidate is accepted; undefined where none is.
 */
export async function deleteKey(
  lab: TestSession,
  id: string,
  other?: string,
): Promise<Deletion | undefined> {
  const credential = other ?? (await userCredential(lab))
  const attempt = (route: Route) => lab.send({ ...route.ask(id), bearer: credential })
  let first: Exchange | undefined
  const route = await lab.once('the route of key deletion', async () => {
    for (const candidate of deletionRoutes) {
      const exchange = await attempt(candidate)
      if (!isAccepted(exchange)) continue
      first = exchange
      return candidate
    }
    return undefined
  })
  return route && { route: route.says, exchange: first ?? (await attempt(route)) }
}

type ListedKey = {
  readonly key: IssuedKey
  readonly record: JsonObject
  /** The page that holds the record. */
  readonly exchange: Exchange
}

/** A throwaway key with its record in the list, which may lag behind its creation. */
export const keyRecord = (lab: TestSession, purpose: KeyPurpose): Promise<ListedKey> =>
  lab.once(`the record of the ${purpose} key`, async () => {
    const key = await issuedKey(lab, purpose)
    const start = lab.now()
    for (let pause = 25; ; pause *= 2) {
      const { item, exchange } = await listedKey(lab, { name: key.name })
      if (item) return { key, record: item, exchange }
      if (lab.now() - start + pause > lab.grace) {
        throw new Finding(`a key named ${key.name} in the list`, 'none', exchange)
      }
      await lab.sleep(pause)
    }
  })
