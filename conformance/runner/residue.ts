import { type RequestSpec, type Exchange, startsTurn } from '../session/exchange.ts'
import { conversationId } from '../setup/conversations.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import { idOf, encodeId, lists } from '../setup/lists.ts'
import { isObject } from '../../contract/json.ts'
import type { Target } from '../session/test-session.ts'

/** The kinds of records that a run can create on a target. */
export const residueKinds = [
  'key',
  'conversation',
  'connector',
  'channel',
  'mcp-server',
  'mcp-credentials',
  'confirmation',
  'record',
] as const
export type ResidueKind = (typeof residueKinds)[number]

/** A record that a run created, or may have created, and did not remove yet. */
export type Residue = {
  /** Identifies the record in the ledger. */
  readonly ref: string
  readonly kind: ResidueKind
  /** The name of the record; absent if the creation request had no name. */
  readonly name?: string | undefined
  /** Whether a response confirmed the creation. If not, the record may not exist. */
  readonly isConfirmed: boolean
  readonly id?: string | undefined
  /** For a record of a profile: the path of its collection, such as `/api/skills`. */
  readonly path?: string | undefined
  /** The field of the record whose value is its id in paths; `id` by default. */
  readonly key?: string | undefined
  /** Whether the record belongs to the second user. */
  readonly isOfOther?: boolean | undefined
  /** The email address of the user who owns the record, if the run logged in with one. */
  readonly owner?: string | undefined
}

/** An entry of the ledger, written before and after each request that creates a record. */
export type LedgerEntry =
  | ({ readonly step: 'making' } & Omit<Residue, 'isConfirmed'>)
  | { readonly step: 'made'; readonly ref: string; readonly id?: string | undefined }
  | { readonly step: 'gone'; readonly ref: string }

/**
 * Stores what a run creates, so that a later run can remove the records if this run is killed.
 * `write` must store the entry before it returns. If `write` throws, the request is not sent.
 */
export type Ledger = { write(entry: LedgerEntry): void }

/** A creation whose result is not known yet. Until a method is called, the record may exist. */
export type PendingCreation = {
  settle(exchange: Exchange): void
  /** Called if the request did not reach the target. */
  cancel(): void
  /** Called if the run has aborted the request, without a response. */
  abort(): void
}

/** Tracks the records that a run has created, and writes them to the ledger. */
export type ResidueTracker = {
  /**
   * Writes an entry before a request that creates a record, or a turn that names no conversation,
   * for which the target may create one. Undefined for any other request.
   */
  trackCreation(spec: RequestSpec): PendingCreation | undefined
  /** Stores whether turns whose question has this name made a conversation, and its id. */
  settleTurn(name: string, made: Pick<Residue, 'id'> | undefined): void
  /** Marks a record as removed or never created. */
  markRemoved(residue: Residue): void
  /** Marks a record of a collection of a profile as removed if this request deleted it. */
  trackDeletion(spec: RequestSpec, exchange: Pick<Exchange, 'status'>): void
  /** Returns records that may still exist on the target, oldest first. */
  listOpen(): readonly Residue[]
  /** Whether no response of this run shows if the record was created. */
  isUncertain(residue: Residue): boolean
  /** Whether the run has aborted the request for the record. */
  isAborted(residue: Residue): boolean
}

/** Returns the email address of the user of a target who owns a record. */
export const ownerOn = (
  target: Pick<Target, 'email' | 'otherEmail'>,
  { isOfOther }: Pick<Residue, 'isOfOther'>,
): string | undefined => (isOfOther === true ? target.otherEmail : target.email)

/** Creates a tracker for one run; `inherited` has the records that earlier runs left behind. */
export function createResidueTracker(
  tag: string,
  target: Pick<Target, 'email' | 'otherEmail'>,
  ledger: Ledger = { write: () => undefined },
  inherited: readonly Residue[] = [],
): ResidueTracker {
  const entries: LedgerEntry[] = []
  const uncertain = new Set<string>()
  const aborted = new Set<string>()
  let count = 0
  const note = (entry: LedgerEntry) => {
    ledger.write(entry)
    entries.push(entry)
  }
  const noteMaking = (record: Omit<Residue, 'ref' | 'isConfirmed' | 'owner'>) => {
    const ref = `${tag}-${(count += 1)}`
    note({ step: 'making', ref, ...record, owner: ownerOn(target, record) })
    uncertain.add(ref)
    return ref
  }
  const open = () => [...openResidue([...inherited.flatMap(entriesOf), ...entries])]
  return {
    listOpen: open,
    isUncertain: ({ ref }) => uncertain.has(ref),
    isAborted: ({ ref }) => aborted.has(ref),
    settleTurn(name, made) {
      for (const { ref } of open().filter((residue) => residue.name === name)) {
        uncertain.delete(ref)
        note(made === undefined ? { step: 'gone', ref } : { step: 'made', ref, id: made.id })
      }
    },
    markRemoved: ({ ref }) => note({ step: 'gone', ref }),
    trackDeletion({ method, path }, { status }) {
      if (method !== 'DELETE' || status < 200 || status >= 300) return
      const isDeleted = ({ kind, id, path: list }: Residue) =>
        kind === 'record' && id !== undefined && path === `${list}/${encodeId(id)}`
      for (const { ref } of open().filter(isDeleted)) note({ step: 'gone', ref })
    },
    trackCreation(spec) {
      const part = partOf(spec)
      const { createsIn: path, createsKey: key, createsForOther: isOfOther } = spec
      const isTurn = startsTurn(spec)
      if (isTurn && isObject(spec.body) && typeof spec.body['conversation_id'] === 'string')
        return undefined
      const made = path !== undefined ? 'record' : isTurn ? 'conversation' : kinds[spec.path]
      const kind = part?.kind ?? (spec.method === 'POST' ? made : undefined)
      if (kind === undefined) return undefined
      const name = nameIn(spec.body)
      const ref = noteMaking({ kind, name, id: part?.id, path, key, isOfOther })
      // After a server error or a refusal of valid input, the record may exist anyway. After a
      // refusal, only a record with a name is tracked, because it can be searched for. A refused turn
      // creates none.
      const isInvalid = spec.createsNothing ?? (spec.text ?? spec.invalidField) !== undefined
      const isSearched = name !== undefined && !isTurn
      return {
        cancel: () => note({ step: 'gone', ref }),
        abort: () => void aborted.add(ref),
        settle({ status, json }) {
          const isAccepted = status >= 200 && status < 300
          // The response to a turn does not show whether the target created a conversation.
          if (isTurn && isAccepted) return
          // After a 504 of a gateway, the target may still be working on the request.
          if (status !== 504) uncertain.delete(ref)
          if (isAccepted) note({ step: 'made', ref, id: part?.id ?? idIn(kind, json, key, name) })
          else if (
            isInvalid ||
            !(mayHaveCreated(status) || (isSearched && isInvalidStatus(status)))
          )
            note({ step: 'gone', ref })
        },
      }
    },
  }
}

const mayHaveCreated = (status: number): boolean => status >= 500 && status !== 503

const isInvalidStatus = (status: number): boolean => [400, 409, 422].includes(status)

/** Returns the records of a ledger that were created and may still exist, oldest first. */
export function openResidue(entries: readonly LedgerEntry[]): readonly Residue[] {
  const open = new Map<string, Residue>()
  for (const entry of entries) {
    const openEntry = open.get(entry.ref)
    if (entry.step === 'making') {
      const { step: _, ...made } = entry
      open.set(entry.ref, { ...made, isConfirmed: false })
    } else if (entry.step === 'gone') {
      open.delete(entry.ref)
    } else if (openEntry) {
      open.set(entry.ref, { ...openEntry, isConfirmed: true, id: entry.id })
    }
  }
  return [...open.values()]
}

const entriesOf = ({ isConfirmed, ...residue }: Residue): readonly LedgerEntry[] => [
  { step: 'making', ...residue },
  ...(isConfirmed ? [{ step: 'made', ref: residue.ref, id: residue.id } as const] : []),
]

const kinds: Readonly<Record<string, ResidueKind>> = {
  [lists.keys]: 'key',
  [lists.conversations]: 'conversation',
  '/api/connectors': 'connector',
  '/api/channels': 'channel',
  '/api/mcp-servers': 'mcp-server',
}

/** Finds the credentials that a request stores on an MCP server, or the confirmation it decides. */
function partOf({ method, path, body }: RequestSpec) {
  const [, server] = /^\/api\/mcp-servers\/([^/]+)\/my-credentials$/.exec(path) ?? []
  const isFilled = isObject(body) && Object.values(body).some(hasMembers)
  if (method === 'PUT' && server !== undefined && isFilled)
    return { kind: 'mcp-credentials', id: decodeURIComponent(server) } as const
  const [, confirmation] = /^\/api\/confirmations\/([^/]+)\/respond$/.exec(path) ?? []
  return method === 'POST' && confirmation !== undefined
    ? ({ kind: 'confirmation', id: decodeURIComponent(confirmation) } as const)
    : undefined
}

const hasMembers = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

/** Returns the path of the collection of a record; empty for kinds without a collection. */
export const collectionPath = ({ kind, path }: Pick<Residue, 'kind' | 'path'>): string =>
  path ?? Object.keys(kinds).find((known) => kinds[known] === kind) ?? ''

/** The prefix of all names that a run creates. */
export const namePrefix = '[conformance] '

// Returns only names of the suite, because a name that is invalid on purpose cannot be found again.
// The question of a turn begins with its name, because many targets use it as the title.
function nameIn(body: unknown): string | undefined {
  const { name, title, q } = isObject(body) ? body : {}
  const text = name ?? title ?? (typeof q === 'string' ? q.split(': ')[0] : undefined)
  return typeof text === 'string' && text.startsWith(namePrefix) ? text : undefined
}

// Maximum characters of an id. A longer id would fill the ledger, and no server accepts it.
const maxId = 1000

function idIn(kind: ResidueKind, json: unknown, key?: string, name?: string): string | undefined {
  const id = kind === 'key' ? idOf(findKeyRecord(json)) : conversationId(json, key, name)
  // A ledger must not contain secrets. If the id is the full key, the record is later found by its
  // name.
  const isId = typeof id === 'string' && id.length <= maxId
  return isId && id !== findFullKey(json)?.value ? id : undefined
}
