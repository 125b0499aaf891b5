import { messageOf } from '../../contract/realm-safe.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted, type Patience } from '../session/assertions.ts'
import type { Recorder } from './recorder.ts'
import {
  collectionPath,
  namePrefix,
  ownerOn,
  type Residue,
  type ResidueTracker,
  type ResidueKind,
} from './residue.ts'
import { otherUserCredential, renewLogin, sendAsUser } from '../setup/credentials.ts'
import { deleteByAnyRoute, deleteKey } from '../setup/key-lifecycle.ts'
import { setActive } from '../setup/keys.ts'
import { nameOf } from '../setup/conversations.ts'
import { findItem, idOf, encodeId, pollItem } from '../setup/lists.ts'

/** A record that stays on the target, and why it was not removed. */
export type Leftover = { readonly residue: Residue; readonly why: string }

/**
 * Ends the checks and removes all records of the run. Returns a line for each remaining record.
 */
export async function cleanUp(session: Recorder): Promise<readonly string[]> {
  session.startCleanUp()
  const lines = (await removeResidue(session, session.residue)).map(
    ({ residue: { kind, id }, why }) =>
      `${id === undefined ? `a ${kind}` : `${kind} ${id}`} (${why})`,
  )
  return [...Map.groupBy(lines, (line) => line)].map(([line, same]) =>
    same.length > 1 ? `${same.length} × ${line}` : line,
  )
}

export type RemovalOptions = {
  /** Removes a record only if it is still listed with a name of the suite or without a name. */
  readonly verify?: boolean
}

/** Removes all tracked records, newest first. Returns the records that stay. */
export async function removeResidue(
  session: Recorder,
  tracker: ResidueTracker,
  { verify = false }: RemovalOptions = {},
): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = []
  // Records without id and name come last, when all other records of the run are removed. Before
  // them come records that may not exist, because a search for them reads the whole list.
  const open = tracker.listOpen().toReversed()
  const searchKind = (residue: Residue) =>
    (residue.id ?? residue.name) === undefined
      ? 'nameless'
      : tracker.isUncertain(residue)
        ? 'unclear'
        : 'known'
  const { known = [], unclear = [], nameless = [] } = Object.groupBy(open, searchKind)
  const attempt = createRenewingAttempt(session)
  const since = session.now()
  for (const residue of [...known, ...unclear, ...nameless]) {
    const reason = await reasonOnError(async () => {
      const why = await attempt(() => reasonOnError(() => remove(session, residue, verify, since)))
      // This writes to the ledger, whose disk may be full.
      if (why === undefined) tracker.markRemoved(residue)
      return why
    })
    if (reason !== undefined) leftovers.push({ residue, why: reason })
  }
  return leftovers
}

/**
 * Creates a function that repeats an attempt after a new login if the target refused the token. If
 * the new token is refused, too, the token is not the reason, so no later attempt is repeated.
 */
function createRenewingAttempt(session: Recorder) {
  let canRenew = true
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const since = session.exchanges.length
    const result = await act()
    if (!canRenew || !isRefused(session, since)) return result
    const isRenewed = await renewLogin(session).then(
      () => true,
      () => false,
    )
    const again = session.exchanges.length
    const repeated = isRenewed ? await act() : result
    canRenew = isRenewed && !isRefused(session, again)
    return repeated
  }
}

const isRefused = ({ exchanges }: TestSession, since: number): boolean =>
  exchanges.slice(since).some(({ status }) => status === 401)

const isSameAddress = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase()

/**
 * Returns why a record stays that its list does not show, or undefined. A target that works on an
 * aborted turn has made the conversation of the turn at its start, so the list would show it.
 */
const whyUnlisted = ({ residue: tracker }: Recorder, residue: Residue) =>
  tracker.isUncertain(residue) && !tracker.isAborted(residue)
    ? 'the record may exist, but the list does not show it'
    : undefined

/**
 * Removes a record. Returns undefined, or the reason why the record stays. A target that did not
 * answer a creation may finish it later, so its list is read until the grace time after `since`.
 */
async function remove(
  session: Recorder,
  residue: Residue,
  verify: boolean,
  since: number,
): Promise<string | undefined> {
  const { kind, name, owner } = residue
  // The lists of another user do not show the record, which would then count as removed.
  if (owner !== undefined && !isSameAddress(owner, ownerOn(session.target, residue)))
    return `it belongs to ${owner}: use the credentials of this user`
  const path = collectionPath(residue)
  const isListed = path !== ''
  const isUncertain = session.residue.isUncertain(residue)
  const credential = residue.isOfOther === true ? await otherUserCredential(session) : undefined
  const removeById = (id: string) =>
    (removers[kind] ?? deleteListed)(session, { ...residue, id }, credential)
  if (residue.id !== undefined && !(verify && isListed)) return removeById(residue.id)
  if (residue.id === undefined && name === undefined) {
    if (residue.isConfirmed) return 'its id was not found'
    const { item } = await findItem(session, path, isNameless, credential, maxPages)
    if (item) return 'the record may exist: the list has records without a name'
    return whyUnlisted(session, residue)
  }
  const ms = isUncertain ? session.grace : 0
  const item = await findListed(session, residue, credential, { since, ms })
  if (item === undefined) {
    if (!residue.isConfirmed || isUncertain) return whyUnlisted(session, residue)
    return residue.id === undefined ? 'its id was not found' : undefined
  }
  if (typeof item.id !== 'string') return 'its id was not found'
  const isOurs =
    item.name === name || item.name?.startsWith(namePrefix) || isUntitled(residue, item)
  return isOurs ? removeById(item.id) : 'it was renamed, so the suite no longer recognizes it'
}

// Maximum number of pages to search. A record on none of these pages counts as removed.
const maxPages = 200

type Listed = { readonly id: unknown; readonly name: string | undefined }

async function findListed(
  session: TestSession,
  { id, name, ...residue }: Residue,
  credential?: string,
  patience: Patience = { ms: 0 },
): Promise<Listed | undefined> {
  // A title that the target made of the question of a turn may have more than its name.
  const isNamed = (item: Listed) => item.name === name || item.name?.startsWith(`${name}: `)
  const matches = (item: Listed) => (id === undefined ? isNamed(item) === true : item.id === id)
  const path = collectionPath(residue)
  const readItem = (item: unknown) => read(item, residue.key)
  const find = () =>
    findItem(session, path, (each) => matches(readItem(each)), credential, maxPages)
  const { item } = await pollItem(session, find, (found) => found !== undefined, patience)
  return item && readItem(item)
}

function read(item: unknown, key?: string): Listed {
  const name = nameOf(item)
  const id = idOf(item, key) ?? member(item, 'conversation_id')
  return { id, name: typeof name === 'string' ? name : undefined }
}

const isNameless = (item: unknown): boolean => (read(item).name ?? '') === ''

const isUntitled = ({ kind }: Residue, { name = '' }: Listed): boolean =>
  kind === 'conversation' && name === ''

type Remover = (
  session: TestSession,
  residue: Residue & { readonly id: string },
  credential?: string,
) => Promise<string | undefined>

const removeKey: Remover = async (session, { id, ...residue }) => {
  const failure = await reasonOnError(async () => {
    // A gateway may have answered instead of the target, so the deletion is tried once more.
    const deletion = await deleteKey(session, id).catch(() => deleteByAnyRoute(session, id))
    // A 404 means that a check has already deleted the key.
    const status = deletion?.exchange.status
    if (status === undefined) return 'no way to delete it was found'
    return [200, 202, 204, 404].includes(status)
      ? undefined
      : `its deletion failed with status ${status}`
  })
  if (failure === undefined) return undefined
  const refusal = await reasonOnError(async () => {
    const disabled = await setActive(session, id, false)
    return isAccepted(disabled) ? undefined : 'it could not be deleted or disabled'
  })
  if (refusal === undefined) return `disabled: ${failure}`
  // A gateway may have answered although the target changed the key, so the list decides.
  const isTheKey = (item: unknown) => idOf(item) === id
  const search = findItem(session, collectionPath(residue), isTheKey, undefined, maxPages)
  const listed = await search.catch(() => undefined)
  if (listed === undefined) return `it may still be active: ${refusal}`
  if (listed.item === undefined) return undefined
  return listed.item['is_active'] === false ? `disabled: ${failure}` : `still active: ${refusal}`
}

const deleteListed: Remover = async (session, residue, credential) => {
  const path = `${collectionPath(residue)}/${encodeId(residue.id)}`
  const exchange = await sendAsUser(session, { method: 'DELETE', path }, credential)
  if (isAccepted(exchange)) return undefined
  if (exchange.status !== 404) return `its deletion failed with status ${exchange.status}`
  // A 404 may mean that the record or the operation does not exist, so the list is read. If
  // a record has the right name and another id, the run created this record.
  const item =
    (await findListed(session, residue, credential)) ??
    (residue.name && (await findListed(session, { ...residue, id: undefined }, credential)))
  if (!item) return undefined
  if (typeof item.id !== 'string' || item.id === residue.id) return 'no way to delete it was found'
  return deleteListed(session, { ...residue, id: item.id }, credential)
}

/** Clears the credentials of an MCP server: a deployment deletes credentials without values. */
const clearCredentials: Remover = async (session, { id }) => {
  const path = `/api/mcp-servers/${encodeId(id)}/my-credentials`
  await sendAsUser(session, { method: 'PUT', path, body: { env: {}, headers: {} } })
  const { status, json } = await sendAsUser(session, { method: 'GET', path })
  if (status === 404) return undefined
  const isCleared = member(member(json, 'data') ?? json, 'has_credentials') === false
  return isCleared ? undefined : `the credentials may still be stored (status ${status})`
}

/** Explains why a confirmation stays. It cannot be deleted, so its state is read. */
const readDecision: Remover = async (session, { id }) => {
  const path = `/api/confirmations/${encodeId(id)}`
  const { status, json } = await sendAsUser(session, { method: 'GET', path })
  if (status === 404) return undefined
  const state = member(member(json, 'data') ?? json, 'status')
  if (typeof state !== 'string') return `it cannot be read (status ${status})`
  return state === 'pending'
    ? 'it is still pending, and expires by itself'
    : `${state}, and the specification names no operation that deletes it`
}

/** Removers of the kinds of records that a `DELETE` at their path does not remove. */
const removers: Readonly<Partial<Record<ResidueKind, Remover>>> = {
  key: removeKey,
  'mcp-credentials': clearCredentials,
  confirmation: readDecision,
}

async function reasonOnError(act: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await act()
  } catch (error) {
    // Returns every error as a reason, so that the run still writes its report.
    return messageOf(error)
  }
}
