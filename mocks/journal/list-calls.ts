import { toOperationPattern } from '../../contract/operations/operation-pattern.ts'
import type { JournalEntry } from '../state/journal-entry.ts'
import type { World } from '../state/world.ts'
import { type CallRecord, recordOf } from './call-record.ts'
import { type CallLine, lineOf } from './show.ts'

/** Which calls of a journal are wanted: all parts together, and a part that is left out means any. */
export type CallFilter = {
  /** A status as `404`, or all of a hundred as `4xx`. */
  readonly status?: string | undefined
  /** `chat.react`, `chat.*`, `POST /api/react`, `/api/conversations/*`. */
  readonly endpoint?: string | undefined
  readonly method?: string | undefined
  /** Only calls with a higher number. */
  readonly since?: number | undefined
  /** Only so many, the newest of them. */
  readonly limit?: number | undefined
}

/** The calls of a world that a filter lets through, the newest last. */
export function listCalls(world: World, filter: CallFilter = {}): CallLine[] {
  const wanted = world.journal.entries().filter(wantedBy(filter))
  const { limit = wanted.length } = filter
  return wanted.slice(Math.max(0, wanted.length - limit)).map((entry) => lineOf(world, entry))
}

/** All that a world has of one call; `undefined` where it has none of this number (any more). */
export function findCall(world: World, number: number): CallRecord | undefined {
  const entry = world.journal.get(number)
  return entry && recordOf(world, entry)
}

/** Tells of each call whether a filter lets it through, its limit aside. */
export function wantedBy({ status, endpoint, method, since }: CallFilter) {
  const isCalled = endpoint === undefined ? undefined : toOperationPattern(endpoint)
  return (entry: JournalEntry): boolean =>
    (status === undefined || isOf(entry.status, status)) &&
    isCalled?.({ ...entry, id: entry.endpoint }) !== false &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (since === undefined || entry.number > since)
}

const isOf = (status: number | undefined, wanted: string): boolean =>
  wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
