import { messageOf } from '../../contract/realm-safe.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import type { Recorder } from './recorder.ts'
import {
  collectionPath,
  namePrefix,
  type Residue,
  type ResidueTracker,
  type ResidueKind,
} from './residue.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { deleteKey } from '../setup/key-lifecycle.ts'
import { setActive } from '../setup/keys.ts'
import { findItem, idOf, inPath } from '../setup/lists.ts'

/** The records that stay on the target, with the reason. */
export type Leftover = { readonly residue: Residue; readonly why: string }

/**
 * Ends the checks and removes everything the run created. Returns the remaining records as text.
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
  /** Removes only records that the target still lists with a name of the suite, or without one. */
  readonly verify?: boolean
}

/** Removes open records, newest first; returns the rest. Never throws because of the target. */
export async function removeResidue(
  session: TestSession,
  book: ResidueTracker,
  { verify = false }: RemovalOptions = {},
): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = []
  // Records without a name come last: by then the list shows no other record of the run.
  const open = book.listOpen().toReversed()
  const { findable = [], nameless = [] } = Object.groupBy(open, searchKind)
  for (const residue of [...findable, ...nameless]) {
    const reason = await attempt(() => remove(session, residue, verify))
    if (reason === undefined) book.markRemoved(residue)
    else leftovers.push({ residue, why: reason })
  }
  return leftovers
}

const searchKind = ({ id, name }: Residue) => ((id ?? name) === undefined ? 'nameless' : 'findable')

/** Returns the reason why the record stays; undefined once it is removed. */
async function remove(
  session: TestSession,
  residue: Residue,
  verify: boolean,
): Promise<string | undefined> {
  const { kind, name } = residue
  const path = collectionPath(residue)
  const isListed = path !== ''
  if (residue.id !== undefined && !(verify && isListed)) {
    return removers[kind](session, residue.id, path, residue.key)
  }
  if (residue.id === undefined && name === undefined) {
    if (residue.isConfirmed) return 'its id was not found'
    const { item } = await findItem(session, path, isNameless, undefined, maxPages)
    return (
      item && 'the response was lost, so the record may exist; the list has records without a name'
    )
  }
  const item = await findListed(session, residue)
  if (item === undefined) {
    return residue.isConfirmed && residue.id === undefined ? 'its id was not found' : undefined
  }
  if (typeof item.id !== 'string') return 'its id was not found'
  const isOurs =
    item.name === name || item.name?.startsWith(namePrefix) || isUntitled(residue, item)
  return isOurs
    ? removers[kind](session, item.id, path, residue.key)
    : 'it was renamed, so the suite no longer recognizes it'
}

// Records beyond these pages count as removed. A test user has far fewer records.
const maxPages = 200

type Listed = { readonly id: unknown; readonly name: string | undefined }

async function findListed(
  session: TestSession,
  { id, name, ...residue }: Residue,
): Promise<Listed | undefined> {
  const matches = (item: Listed) => (id === undefined ? item.name === name : item.id === id)
  const path = collectionPath(residue)
  const readItem = (item: unknown) => read(item, residue.key)
  const { item } = await findItem(
    session,
    path,
    (each) => matches(readItem(each)),
    undefined,
    maxPages,
  )
  return item && readItem(item)
}

function read(item: unknown, key?: string): Listed {
  const name = member(item, 'name') ?? member(item, 'title')
  const id = idOf(item, key) ?? member(item, 'conversation_id')
  return { id, name: typeof name === 'string' ? name : undefined }
}

const isNameless = (item: unknown): boolean => (read(item).name ?? '') === ''

const isUntitled = ({ kind }: Residue, { name = '' }: Listed): boolean =>
  kind === 'conversation' && name === ''

type Remover = (
  session: TestSession,
  id: string,
  collection: string,
  key?: string,
) => Promise<string | undefined>

async function removeKey(session: TestSession, id: string): Promise<string | undefined> {
  const deletion = await deleteKey(session, id)
  // A key that a check has already deleted responds with 404.
  if (deletion && [200, 202, 204, 404].includes(deletion.exchange.status)) return undefined
  const disabled = await setActive(session, id, false)
  return isAccepted(disabled) ? 'disabled: no way to delete it was found' : 'still active'
}

const deleteListed =
  (kind: ResidueKind): Remover =>
  async (session, id, collection, key) => {
    const path = `${collection}/${inPath(id)}`
    const exchange = await sendAsUser(session, { method: 'DELETE', path })
    if (isAccepted(exchange)) return undefined
    if (exchange.status !== 404) return `its deletion failed with ${exchange.status}`
    // Either the record no longer exists, or the operation does not exist.
    const left = { ref: id, kind, id, path: collection, key, isConfirmed: true }
    const item = await findListed(session, left)
    return item && 'no way to delete it was found'
  }

/** Clears stored credentials: with no values at all, a deployment deletes them. */
const clearCredentials: Remover = async (session, id) => {
  const path = `/api/mcp-servers/${inPath(id)}/my-credentials`
  await sendAsUser(session, { method: 'PUT', path, body: { env: {}, headers: {} } })
  const { status, json } = await sendAsUser(session, { method: 'GET', path })
  if (status === 404) return undefined
  const isCleared = member(member(json, 'data') ?? json, 'has_credentials') === false
  return isCleared ? undefined : `it is not known whether they were cleared (status ${status})`
}

/** A confirmation stays in the history of its user, once it is decided. */
const readDecision: Remover = async (session, id) => {
  const path = `/api/confirmations/${inPath(id)}`
  const { status, json } = await sendAsUser(session, { method: 'GET', path })
  if (status === 404) return undefined
  const state = member(member(json, 'data') ?? json, 'status')
  if (typeof state !== 'string') return `it cannot be read (status ${status})`
  return state === 'pending'
    ? 'it is still pending, and expires by itself'
    : `${state}, and the specification names no operation that deletes it`
}

const removers: Readonly<Record<ResidueKind, Remover>> = {
  key: removeKey,
  conversation: deleteListed('conversation'),
  connector: deleteListed('connector'),
  channel: deleteListed('channel'),
  'mcp-server': deleteListed('mcp-server'),
  'mcp-credentials': clearCredentials,
  confirmation: readDecision,
  record: deleteListed('record'),
}

async function attempt(act: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await act()
  } catch (error) {
    // An unexpected error must not prevent the report.
    return messageOf(error)
  }
}
