import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { pollUntil, isAccepted, isRefusal, requireBaseline } from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from './credentials.ts'
import {
  issuedKey,
  keyAccepted,
  listedKey,
  setActive,
  tryCredential,
  tryNewKey,
  type IssuedKey,
  type KeyPurpose,
  findKeyRecord,
} from './keys.ts'
import { idOf, lists, readLargestPage, itemsOf } from './lists.ts'
import { Finding, SetUpFailed } from '../session/outcomes.ts'
import type { JsonObject } from '../../contract/json.ts'

/** A key before and after a change of its state. */
export type KeyTransition<Change> = {
  readonly key: IssuedKey
  /** A use of the key before the change: the positive control of every later refusal. */
  readonly before: Exchange
  readonly change: Change
  /** Uses the key after the change, until the change shows or the grace period ends. */
  readonly after: Exchange
  /** Milliseconds until the change showed. */
  readonly delay: number
  readonly record: JsonObject | undefined
}

/** Disables a throwaway key; `again` is the response to disabling it a second time. */
export const disabledKey = (
  session: TestSession,
): Promise<KeyTransition<Exchange> & { readonly again: Exchange }> =>
  session.once('disabling a key', async () => {
    const transition = await changeKey(
      session,
      'toggled',
      isRefusal,
      isAccepted,
      ({ id }) => setActive(session, id, false),
      'a disabled key is refused',
    )
    return { ...transition, again: await setActive(session, transition.key.id, false) }
  })

/** Enables the disabled key again. */
export const enabledKey = (session: TestSession): Promise<KeyTransition<Exchange>> =>
  session.once('enabling a key', async () => {
    await disabledKey(session)
    return changeKey(
      session,
      'toggled',
      isAccepted,
      isAccepted,
      ({ id }) => setActive(session, id, true),
      keyAccepted,
    )
  })

/** Deletes a throwaway key; `change` is undefined if no route of the deletion was found. */
export const deletedKey = (session: TestSession): Promise<KeyTransition<Deletion | undefined>> =>
  session.once('deleting a key', () =>
    changeKey(
      session,
      'deleted',
      isRefusal,
      (deletion) => deletion !== undefined,
      ({ id }) => deleteKey(session, id),
    ),
  )

async function changeKey<Change>(
  session: TestSession,
  purpose: KeyPurpose,
  shows: (exchange: Exchange) => boolean,
  isDone: (change: Change) => boolean,
  act: (key: IssuedKey) => Promise<Change>,
  effect?: string,
): Promise<KeyTransition<Change>> {
  const key = await issuedKey(session, purpose)
  const use = () => tryCredential(session, key.value)
  const before = shows === isRefusal ? (await tryNewKey(session, key)).exchange : await use()
  const change = await act(key)
  // A change that was refused never shows.
  const ms = isDone(change) ? session.grace : 0
  const { exchange: after, delay } = await pollUntil(session, use, shows, {
    ms,
    ...(effect !== undefined && { effect }),
  })
  const isShown = (record: JsonObject | undefined) =>
    purpose === 'deleted'
      ? record?.['is_active'] !== true
      : record !== undefined && record['is_active'] !== (shows !== isAccepted)
  const record = await listedWith(session, key, isShown, ms)
  return { key, before, change, after, delay, record }
}

/** The listed record of a key, once it shows the change: a list may lag behind. */
async function listedWith(
  session: TestSession,
  { id }: IssuedKey,
  isShown: (record: JsonObject | undefined) => boolean,
  ms: number,
): Promise<JsonObject | undefined> {
  const user = await userCredential(session)
  let record: JsonObject | undefined
  const read = async () => {
    const { item, exchange } = await listedKey(session, { id }, user)
    record = item
    return exchange
  }
  await pollUntil(session, read, () => isShown(record), { ms, effect: 'a changed key is listed' })
  return record
}

type Usage = {
  readonly before: JsonObject
  readonly after: JsonObject
  /** Number of requests with the key in between. */
  readonly uses: number
  readonly exchange: Exchange
}

export const count = (record: JsonObject | undefined): number =>
  Number(record?.['total_requests'] ?? 0)

/** Returns the record of a key in the list before its first use. */
export const unusedKey = (session: TestSession) => keyRecord(session, 'counted')

/** Returns the record of a key before and after three uses. Counters may lag, so it is polled. */
export const usage = (session: TestSession): Promise<Usage> =>
  session.once('using a key', async () => {
    const { key, record: before } = await unusedKey(session)
    for (const _ of [1, 2, 3]) {
      const use = await tryCredential(session, key.value)
      requireBaseline(isAccepted(use), `the key is not accepted (${use.status})`)
    }
    const find = (exchange: Exchange) => itemsOf(exchange)?.find((item) => idOf(item) === key.id)
    const { exchange } = await pollUntil(
      session,
      () => readLargestPage(session, lists.keys),
      (response) =>
        count(find(response)) > count(before) && Boolean(find(response)?.['last_used_at']),
    )
    const uses = session.exchanges.filter(({ request }) => request.bearer === key.value).length
    return { before, after: find(exchange) ?? before, uses, exchange }
  })

type Route = { readonly title: string; readonly createRequest: (id: string) => RequestSpec }

// Never `DELETE /api/me/api-keys?id=…`: a target that ignores the query might delete every key.
const deletionRoutes: readonly Route[] = [
  {
    title: `DELETE ${lists.keys}/{key_id}`,
    createRequest: (id) => ({ method: 'DELETE', path: `${lists.keys}/${id}` }),
  },
  {
    title: `POST ${lists.keys}/{key_id}/delete`,
    createRequest: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/delete` }),
  },
  {
    title: `POST ${lists.keys}/{key_id}/revoke`,
    createRequest: (id) => ({ method: 'POST', path: `${lists.keys}/${id}/revoke` }),
  },
]

type Deletion = { readonly route: string; readonly exchange: Exchange }

/**
 * Deletes a key of this run, by default as the user. The specification names no route for it, so
 * the first call tries the candidates; the result is undefined if none of them is accepted.
 */
export async function deleteKey(
  session: TestSession,
  id: string,
  other?: string,
): Promise<Deletion | undefined> {
  const credential = other ?? (await userCredential(session))
  const attempt = (route: Route) => session.send({ ...route.createRequest(id), bearer: credential })
  let first: Exchange | undefined
  const route = await session.once('finding the operation that deletes a key', async () => {
    for (const candidate of deletionRoutes) {
      const exchange = await attempt(candidate)
      if (!isAccepted(exchange)) continue
      first = exchange
      return candidate
    }
    return undefined
  })
  return route && { route: route.title, exchange: first ?? (await attempt(route)) }
}

type ListedKey = {
  readonly key: IssuedKey
  readonly record: JsonObject
  /** The page with the record. */
  readonly exchange: Exchange
}

/** Returns a throwaway key with its record in the list, which may lag behind its creation. */
export const listedRecord = (session: TestSession, purpose: KeyPurpose): Promise<ListedKey> =>
  session.once(`the listed record of the ${purpose} key`, async () => {
    const key = await issuedKey(session, purpose)
    let record: JsonObject | undefined
    const { exchange } = await pollUntil(
      session,
      async () => {
        const listed = await listedKey(session, { name: key.name })
        record = listed.item
        return listed.exchange
      },
      () => record !== undefined,
      { since: key.issuedAt, effect: 'a new key is listed' },
    )
    if (record !== undefined) return { key, record, exchange }
    throw new Finding(`a key named ${key.name} in the list`, 'none', exchange)
  })

/**
 * Returns a throwaway key with its record, from the list or else from the response to its creation.
 * Another check reports that the list does not have the record.
 */
export const keyRecord = (session: TestSession, purpose: KeyPurpose): Promise<ListedKey> =>
  session.once(`the record of the ${purpose} key`, async () => {
    try {
      return await listedRecord(session, purpose)
    } catch (error) {
      const key = await issuedKey(session, purpose)
      const record = findKeyRecord(key.exchange.json)
      if (record === undefined || !(error instanceof SetUpFailed)) throw error
      return { key, record, exchange: key.exchange }
    }
  })
