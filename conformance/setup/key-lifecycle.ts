import type { Exchange } from '../session/exchange.ts'
import { pollUntil, isAccepted, isRefusal, requireBaseline, skip } from '../session/assertions.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { sendAsUser } from './credentials.ts'
import {
  issuedKey,
  keyAccepted,
  keyRefused,
  listedKey,
  setActive,
  tryCredential,
  tryNewKey,
  type IssuedKey,
  type KeyPurpose,
  findKeyRecord,
} from './keys.ts'
import { encodeId, type FoundItem, lists, pollItem, requireEnd } from './lists.ts'
import { unknownRoute } from './unknown-resources.ts'
import { Finding, SetUpFailed } from '../session/outcomes.ts'
import type { JsonObject } from '../../contract/json.ts'

/** The responses to requests with a key, before and after a change such as disabling the key. */
export type KeyTransition<Change> = {
  readonly key: IssuedKey
  /** A request with the key before the change: the positive control of every later refusal. */
  readonly before: Exchange
  readonly change: Change
  /** The `session.now()` after the change. The change may show up to `session.grace` later. */
  readonly changedAt: number
  /** The last request with the key, when the change had an effect or `session.grace` was over. */
  readonly after: Exchange
  /** Milliseconds until the change had an effect on requests. */
  readonly delay: number
  readonly record: JsonObject | undefined
  /** The search for `record` in the list. */
  readonly listing: FoundItem
}

/** Disables a key of this run; `again` is the response to disabling the key a second time. */
export const disabledKey = sharedSetUp('disabling a key', async (session) => {
  const transition = await changeKey(
    session,
    'toggled',
    isRefusal,
    ({ id }) => setActive(session, id, false),
    isAccepted,
    keyRefused,
  )
  return { ...transition, again: await setActive(session, transition.key.id, false) }
})

/** Enables the disabled key again. */
export const enabledKey = sharedSetUp('enabling a key', async (session) => {
  await disabledKey(session)
  return changeKey(
    session,
    'toggled',
    isAccepted,
    ({ id }) => setActive(session, id, true),
    isAccepted,
    keyAccepted,
  )
})

/** Deletes a key of this run; `change` is undefined if no route that deletes keys exists. */
export const deletedKey = sharedSetUp('deleting a key', (session) =>
  changeKey(
    session,
    'deleted',
    isRefusal,
    ({ id }) => deleteKey(session, id),
    (deletion) => deletion !== undefined && isAccepted(deletion.exchange),
  ),
)

/** Returns a deleted key that worked before. Skips the check if no route deletes keys. */
export async function requireDeletedKey(session: TestSession) {
  const transition = await deletedKey(session)
  const { before, change } = transition
  if (change === undefined) skip('no route that deletes a key was found')
  const { route, exchange } = change
  requireBaseline(isAccepted(exchange), `${route} failed with status ${exchange.status}`)
  requireBaseline(isAccepted(before), `the key was refused from the start (${before.status})`)
  return transition
}

async function changeKey<Change>(
  session: TestSession,
  purpose: KeyPurpose,
  shows: (exchange: Exchange) => boolean,
  act: (key: IssuedKey) => Promise<Change>,
  isDone: (change: Change) => boolean,
  effect?: string,
): Promise<KeyTransition<Change>> {
  const key = await issuedKey(session, purpose)
  const use = () => tryCredential(session, key.value)
  const { exchange: before } =
    shows === isRefusal
      ? await tryNewKey(session, key)
      : await pollUntil(session, use, isRefusal, { effect: keyRefused })
  const change = await act(key)
  const changedAt = session.now()
  // Does not wait for a change that was refused.
  const ms = isDone(change) ? session.grace : 0
  const { exchange: after, delay } = await pollUntil(session, use, shows, { ms, effect })
  const isShown = (record: JsonObject | undefined) =>
    purpose === 'deleted'
      ? record?.['is_active'] !== true
      : record !== undefined && record['is_active'] !== (shows !== isAccepted)
  const find = () => listedKey(session, { id: key.id })
  const patience = { ms, effect: 'a changed key is listed' }
  const listing = await pollItem(session, find, isShown, patience)
  return { key, before, change, changedAt, after, delay, record: listing.item, listing }
}

type Usage = {
  readonly before: JsonObject
  readonly after: JsonObject
  /** Number of all requests with the key so far. */
  readonly uses: number
  readonly exchange: Exchange
}

export const totalRequests = (record: JsonObject | undefined): number =>
  Number(record?.['total_requests'] ?? 0)

/** Returns the record of a key in the list before its first use. */
export const unusedKey = (session: TestSession) => keyRecord(session, 'counted')

/** Returns the record of a key before and after three requests. Polls, as counters may be late. */
export const usage = sharedSetUp<Usage>('using a key', async (session) => {
  const { key, record: before } = await unusedKey(session)
  for (const _ of [1, 2, 3]) {
    const use = await tryCredential(session, key.value)
    requireBaseline(isAccepted(use), `the key is not accepted (${use.status})`)
  }
  const find = () => listedKey(session, { id: key.id })
  const { item, exchange } = await pollItem(
    session,
    find,
    (record) => totalRequests(record) > totalRequests(before) && Boolean(record?.['last_used_at']),
  )
  const uses = session.exchanges.filter(({ request }) => request.bearer === key.value).length
  return { before, after: item ?? before, uses, exchange }
})

/** A route that may delete a key; `end` is the end of its path, after the id. */
type Route = { readonly method: string; readonly end: string }

// Never tries `DELETE /api/me/api-keys?id=…`: a target that ignores the query might delete all.
const deletionRoutes: readonly Route[] = [
  { method: 'DELETE', end: '' },
  { method: 'POST', end: '/delete' },
  { method: 'POST', end: '/revoke' },
]

type Deletion = { readonly route: string; readonly exchange: Exchange }

/**
 * Deletes a key of this run, by default as the user. The specification names no route for this, so
 * the first call tries several routes. Returns undefined if the target has none of them.
 */
export async function deleteKey(
  session: TestSession,
  id: string,
  other?: string,
): Promise<Deletion | undefined> {
  let first: Exchange | undefined
  const route = await session.once('finding the operation that deletes a key', async () => {
    const found = await deleteByAnyRoute(session, id, other)
    first = found?.exchange
    return found?.route
  })
  if (route === undefined) return undefined
  const exchange = first ?? (await sendDeletion(session, route, id, other))
  return { route: `${route.method} ${lists.keys}/{key_id}${route.end}`, exchange }
}

/** Tries each route, even if the search for a route failed earlier in this run. */
export async function deleteByAnyRoute(session: TestSession, id: string, other?: string) {
  let failed: { readonly route: Route; readonly exchange: Exchange } | undefined
  for (const route of deletionRoutes) {
    const exchange = await sendDeletion(session, route, id, other)
    if (isAccepted(exchange)) return { route, exchange }
    const isAbsent = exchange.status === 404 || (await unknownRoute(session)).matches(exchange)
    if (!isAbsent) failed ??= { route, exchange }
  }
  return failed
}

const sendDeletion = (
  session: TestSession,
  { method, end }: Route,
  id: string,
  credential?: string,
): Promise<Exchange> =>
  sendAsUser(session, { method, path: `${lists.keys}/${encodeId(id)}${end}` }, credential)

type ListedKey = {
  readonly key: IssuedKey
  readonly record: JsonObject
  /** The response with the page of the list that contains the record. */
  readonly exchange: Exchange
}

/** Returns a key of this run with its record in the list. Polls, as a list may be updated late. */
export const listedRecord = (session: TestSession, purpose: KeyPurpose): Promise<ListedKey> =>
  session.once(`the listed record of the ${purpose} key`, async () => {
    const key = await issuedKey(session, purpose)
    const found = await pollItem(
      session,
      () => listedKey(session, { name: key.name }),
      (item) => item !== undefined,
      { since: key.issuedAt, effect: 'a new key is listed' },
    )
    const { item: record, exchange } = requireEnd(found)
    if (record !== undefined) return { key, record, exchange }
    throw new Finding(`a key named ${key.name} in the list`, 'none', exchange)
  })

/**
 * Returns a key of this run with its record, from the list or else from the creation response.
 * Another check reports a record that is not in the list.
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
