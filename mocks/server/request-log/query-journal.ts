import { ownLimits } from '../../../contract/limits.ts'
import { encodeSse } from '../../../contract/sse.ts'
import type { FrameStream } from '../../world/exchange.ts'
import type { JournalEntry } from '../../world/journal-entry.ts'
import type { World } from '../../world/world.ts'
import {
  toJournalLine,
  type JournalLine,
  type JournalRecord,
  toJournalRecord,
} from './journal-record.ts'
import { toOperationPattern } from '../../../contract/operations/operation-pattern.ts'

const keepalive = encodeSse({ lines: [': keepalive'] })

/** What happened last, as all readers of that journal are told: made once for all of them. */
let last:
  | { readonly event: string; readonly entry: JournalEntry; readonly text: string }
  | undefined

/**
 * The journal of a world as it is written: an event `call` for each call that was answered, and
 * `stream-ended` for each stream. `since` gives what is there before. A slow reader loses the oldest
 * of what waits, and is told of it by `lost`. Ends with the world.
 */
export function followJournal(world: World, filter: JournalFilter): FrameStream {
  const frame = (event: string, entry: JournalEntry) =>
    encodeSse({ id: entry.number, event, data: JSON.stringify(toJournalLine(world, entry)) })
  const isWanted = matchesFilter(filter)
  const waiting: string[] = []
  let lost = 0
  let over = false
  let interrupt: (() => void) | undefined

  const add = (text: string) => {
    waiting.push(text)
    if (waiting.length <= ownLimits.journalQueue) return
    waiting.shift()
    lost++
  }
  const end = () => {
    over = true
    unwatch()
    interrupt?.()
  }
  const unwatch = world.journal.watch((happened, entry) => {
    if (!isWanted(entry)) return
    const event = happened === 'answered' ? 'call' : 'stream-ended'
    if (last?.entry !== entry || last.event !== event)
      last = { event, entry, text: frame(event, entry) }
    add(last.text)
    interrupt?.()
  }, end)
  if (filter.since !== undefined)
    for (const entry of world.journal.entries()) if (isWanted(entry)) add(frame('call', entry))

  /** All that waits, and what was lost before it. */
  const take = () => {
    const told =
      lost === 0 ? '' : encodeSse({ event: 'lost', data: JSON.stringify({ events: lost }) })
    lost = 0
    return told + waiting.splice(0).join('')
  }
  /** Waits until something happens or the silence gets long; true for silence. */
  const isSilent = () =>
    new Promise<boolean>((resolve) => {
      const settle = (silent: boolean) => {
        callOff()
        interrupt = undefined
        resolve(silent)
      }
      const callOff = world.systemClock.after(ownLimits.keepaliveMs, () => settle(true))
      interrupt = () => settle(false)
    })

  return {
    async pull() {
      for (;;) {
        const text = take()
        if (text !== '') return text
        if (over) return undefined
        if (await isSilent()) return keepalive
      }
    },
    cancel: end,
  }
}

/** Which calls of a journal are wanted: all parts together, and a part that is left out means any. */
export type JournalFilter = {
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
export function listJournal(world: World, filter: JournalFilter = {}): JournalLine[] {
  const wanted = world.journal.entries().filter(matchesFilter(filter))
  const { limit = wanted.length } = filter
  return wanted
    .slice(Math.max(0, wanted.length - limit))
    .map((entry) => toJournalLine(world, entry))
}

/** All that a world has of one call; `undefined` where it has none of this number (any more). */
export function findInJournal(world: World, number: number): JournalRecord | undefined {
  const entry = world.journal.get(number)
  return entry && toJournalRecord(world, entry)
}

/** Tells of each call whether a filter lets it through, its limit aside. */
function matchesFilter({ status, endpoint, method, since }: JournalFilter) {
  const isCalled = endpoint === undefined ? undefined : toOperationPattern(endpoint)
  return (entry: JournalEntry): boolean =>
    (status === undefined || isOf(entry.status, status)) &&
    isCalled?.({ ...entry, id: entry.endpoint }) !== false &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (since === undefined || entry.number > since)
}

const isOf = (status: number | undefined, wanted: string): boolean =>
  wanted.endsWith('xx') ? String(status).startsWith(wanted.slice(0, 1)) : String(status) === wanted
