import { conditions, invalidCode } from '../contract/errors.ts'
import { ownLimits } from '../contract/limits.ts'
import type { ObservedCall } from '../contract/choices/shown-choices.ts'
import { CoverageCounter } from './coverage-counter.ts'
import {
  blankEntry,
  type JournalCaller,
  type JournalEntry,
  type RecordedBody,
  bodyText,
  writeEntry,
} from './journal-entry.ts'
import { RingBuffer } from './ring-buffer.ts'

/** Told of a call when it is `answered`, and of a stream once more when it has `ended`. */
export type JournalWatcher = (happened: 'answered' | 'ended', entry: JournalEntry) => void

/** What a journal is made with. */
export type JournalOptions = {
  readonly world: string
  /** Counts with it, beyond its own end. */
  readonly coverage?: CoverageCounter | undefined
  /** Told by how many bytes it grows or shrinks. */
  readonly onBytes?: ((delta: number) => void) | undefined
}

/** About how many characters an entry takes besides its texts, and a frame of a ledger. */
const entrySize = 500
const frameSize = 50

/** The calls that a world received, the newest of them within bounds, and what they covered. */
export class Journal {
  readonly coverage = new CoverageCounter()
  /** Who called, by the record of the key or the user: calls of the same share it. */
  readonly callers = new WeakMap<object, JournalCaller>()
  readonly #options: JournalOptions
  /** In the order in which they were answered. */
  readonly #entries = new RingBuffer<JournalEntry>({
    maxLength: ownLimits.journalEntries,
    maxBytes: ownLimits.journalCharacters,
    blank: blankEntry,
    write: writeEntry,
  })
  /** Where the calls stand whose streams are still open. */
  readonly #open = new Map<JournalEntry, number>()
  readonly #watchers = new Set<JournalWatcher>()
  readonly #closers = new Set<() => void>()
  #count = 0

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /** The number of a new call. */
  nextNumber(): number {
    return ++this.#count
  }

  /** How many calls the world received, also those that are no longer here. */
  get count(): number {
    return this.#count
  }

  /** How many are told of each call. */
  get watchers(): number {
    return this.#watchers.size
  }

  get(number: number): JournalEntry | undefined {
    for (const slot of this.#entries) if (slot.number === number) return { ...slot }
    return undefined
  }

  /** Every call that is here, in the order of their numbers. */
  entries(): JournalEntry[] {
    return Array.from(this.#entries, (slot) => ({ ...slot })).toSorted(
      (a, b) => a.number - b.number,
    )
  }

  /** Takes a call in that was answered. */
  add(entry: JournalEntry): void {
    const before = this.#entries.bytes
    const place = this.#entries.push(entry, sizeOf(entry))
    this.#options.onBytes?.(this.#entries.bytes - before)
    if (entry.deliveries === undefined) this.#cover(entry)
    else this.#open.set(entry, place)
    this.#tell('answered', entry)
  }

  /** Notes that the stream of a call has ended. */
  ended(entry: JournalEntry): void {
    this.#cover(entry)
    const before = this.#entries.bytes
    this.#entries.addBytes(this.#open.get(entry) ?? -1, framesSize(entry))
    this.#options.onBytes?.(this.#entries.bytes - before)
    this.#open.delete(entry)
    this.#tell('ended', entry)
  }

  /** Forgets all calls, but neither how many there were nor what they covered. */
  clear(): void {
    this.#options.onBytes?.(-this.#entries.bytes)
    this.#entries.clear()
  }

  /** Tells of each call until the returned function is called; `onClose` says that no more come. */
  watch(watcher: JournalWatcher, onClose: () => void): () => void {
    this.#watchers.add(watcher)
    this.#closers.add(onClose)
    return () => {
      this.#watchers.delete(watcher)
      this.#closers.delete(onClose)
    }
  }

  close(): void {
    for (const close of this.#closers) close()
  }

  #cover(entry: JournalEntry): void {
    const place = { world: this.#options.world, number: entry.number }
    const seen = seenIn(entry)
    this.coverage.count(seen, entry.profile, place)
    this.#options.coverage?.count(seen, entry.profile, place)
  }

  #tell(happened: 'answered' | 'ended', entry: JournalEntry): void {
    for (const watcher of this.#watchers) watcher(happened, entry)
  }
}

/** What a call showed of the deployment. */
export const seenIn = (entry: JournalEntry): ObservedCall => ({
  endpoint: entry.endpoint,
  outcome: entry.outcome,
  code: contractCode(entry),
  events: entry.deliveries?.events ?? [],
})

function contractCode(entry: JournalEntry): string | undefined {
  const { outcome } = entry
  if (outcome === 'success') return undefined
  if (outcome === 'invalid') return invalidCode
  return outcome === 'fault' ? errorCodeOf(entry) : conditions[outcome]
}

/** The code in the body of an error, whichever way the deployment writes it. */
export function errorCodeOf({ status, responseBody: answered }: JournalEntry): string | undefined {
  if (status === undefined || status < 400 || answered === undefined) return undefined
  return /"(?:error|error_code)":\s*"(\w+)"/.exec(bodyText(answered))?.[1]
}

const sizeOf = ({
  path,
  query,
  requestBody: sent,
  responseBody: answered,
  explanation,
}: JournalEntry): number =>
  entrySize +
  path.length +
  query.length +
  heldOf(sent) +
  heldOf(answered) +
  (explanation?.length ?? 0)

const heldOf = (body: RecordedBody | undefined) =>
  Math.min(body?.length ?? 0, ownLimits.journalBody)

const framesSize = ({ deliveries: ledger }: JournalEntry): number =>
  (ledger?.listedCount ?? 0) * frameSize
