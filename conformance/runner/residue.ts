import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { conversationId } from '../setup/conversations.ts'
import { findFullKey, findKeyRecord } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { isObject } from '../../contract/json.ts'

/** What a run can make on a target. */
export const residueKinds = ['key', 'conversation', 'connector', 'channel', 'mcp-server'] as const
export type ResidueKind = (typeof residueKinds)[number]

/** Something that a run made, or may have made, and has not removed. */
export type Residue = {
  /** Names it in the ledger. */
  readonly ref: string
  readonly kind: ResidueKind
  /** The marker that it was to carry; absent where its request gave it no name. */
  readonly name?: string | undefined
  /** Whether the target said that it made it; else the answer never came. */
  readonly isConfirmed: boolean
  readonly id?: string | undefined
}

/** One step in the life of a residue, noted before the request that makes it and after each answer. */
export type LedgerEntry =
  | ({ readonly step: 'making' } & Pick<Residue, 'ref' | 'kind' | 'name'>)
  | { readonly step: 'made'; readonly ref: string; readonly id?: string | undefined }
  | { readonly step: 'gone'; readonly ref: string }

/**
 * Where a run notes what it makes, so that it can be removed even after the run was killed. `write`
 * must have kept the entry when it returns; what it throws keeps the request from being sent.
 */
export type Ledger = { write(entry: LedgerEntry): void }

/** What is told of a request that makes something, once it is known. Untold, it may have made it. */
export type PendingCreation = {
  settle(exchange: Exchange): void
  /** It never reached the target. */
  cancel(): void
}

/** What a run made so far, and the ledger that is told of it. */
export type ResidueTracker = {
  /** Notes what a request is about to make, if it makes anything. */
  trackCreation(spec: RequestSpec): PendingCreation | undefined
  /** Notes that it is removed, or was never made. */
  markRemoved(residue: Residue): void
  /** What is not known to be gone, oldest first. */
  listOpen(): readonly Residue[]
}

/** A book for one run, whose refs begin with its tag; `inherited` is what other runs left open. */
export function createResidueTracker(
  tag: string,
  ledger: Ledger = { write: () => undefined },
  inherited: readonly Residue[] = [],
): ResidueTracker {
  const entries: LedgerEntry[] = []
  let expected = 0
  const note = (entry: LedgerEntry) => {
    ledger.write(entry)
    entries.push(entry)
  }
  const open = () => [...openResidue([...inherited.flatMap(entriesOf), ...entries])]
  return {
    listOpen: open,
    markRemoved: ({ ref }) => note({ step: 'gone', ref }),
    trackCreation(spec) {
      const kind = spec.method === 'POST' ? kinds[spec.path] : undefined
      if (kind === undefined) return undefined
      const ref = `${tag}-${(expected += 1)}`
      note({ step: 'making', ref, kind, name: nameIn(spec.body) })
      return {
        cancel: () => note({ step: 'gone', ref }),
        settle({ status, json }) {
          if (status >= 200 && status < 300) note({ step: 'made', ref, id: idIn(kind, json) })
          // Any other error of the server may have come after the work was done.
          else if (status < 500 || status === 503) note({ step: 'gone', ref })
        },
      }
    },
  }
}

/** What a ledger leaves open: noted, and not known to be gone; oldest first. */
export function openResidue(entries: readonly LedgerEntry[]): readonly Residue[] {
  const open = new Map<string, Residue>()
  for (const entry of entries) {
    const known = open.get(entry.ref)
    if (entry.step === 'making') {
      open.set(entry.ref, {
        ref: entry.ref,
        kind: entry.kind,
        name: entry.name,
        isConfirmed: false,
      })
    } else if (entry.step === 'gone') {
      open.delete(entry.ref)
    } else if (known) {
      open.set(entry.ref, { ...known, isConfirmed: true, id: entry.id })
    }
  }
  return [...open.values()]
}

const entriesOf = ({ ref, kind, name, isConfirmed: made, id }: Residue): readonly LedgerEntry[] => [
  { step: 'making', ref, kind, name },
  ...(made ? [{ step: 'made', ref, id } as const] : []),
]

const kinds: Readonly<Record<string, ResidueKind>> = {
  [lists.keys]: 'key',
  [lists.conversations]: 'conversation',
  '/api/connectors': 'connector',
  '/api/channels': 'channel',
  '/api/mcp-servers': 'mcp-server',
}

/** Where things of a kind are made, and removed by their id. */
export const collectionPath = (kind: ResidueKind): string =>
  Object.keys(kinds).find((path) => kinds[path] === kind) ?? ''

/** All that a run makes and can name carries this mark. */
export const namePrefix = '[conformance] '

// A field that a check breaks on purpose is no name to look for.
function nameIn(body: unknown): string | undefined {
  const name = isObject(body) ? (body['name'] ?? body['title']) : undefined
  return typeof name === 'string' && name.startsWith(namePrefix) ? name : undefined
}

// A longer one would fill the ledger, and no path takes it.
const longestId = 1000

function idIn(kind: ResidueKind, json: unknown): string | undefined {
  const id = kind === 'key' ? findKeyRecord(json)?.['id'] : conversationId(json)
  // Whose id is the key itself is found by its name instead: a ledger holds no secret.
  const isId = typeof id === 'string' && id.length <= longestId
  return isId && id !== findFullKey(json)?.value ? id : undefined
}
