import type { EndpointId } from '../../contract/endpoints.ts'
import { conditions, invalidCode } from '../../contract/errors.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { Profile } from '../../contract/picks.ts'
import type { Outcome, Seen } from '../../contract/relied-on.ts'
import { Coverage } from './coverage.ts'
import type { Ledger } from './ledger.ts'
import { Ring } from './ring.ts'

/** A body as far as a journal holds it, and how long it was, in characters. */
export type KeptBody = { readonly text: string; readonly length: number }

/** Who called, by what is no secret. */
export type JournalCaller = {
  readonly email: string
  readonly key: { readonly id: string; readonly prefix: string; readonly name: string } | undefined
}

/** A call as it is held: what is masked, cut or worked out is so when the entry is shown. */
export type JournalEntry = {
  /** Its place among the calls of this world, from 1. */
  readonly number: number
  /** When it came, in milliseconds of the world. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly endpoint: EndpointId | undefined
  readonly caller: JournalCaller | undefined
  /** The scenario that a turn plays. */
  readonly scenario: string | undefined
  readonly sent: KeptBody | undefined
  /** `undefined` where the connection was reset instead of an answer. */
  readonly status: number | undefined
  readonly outcome: Outcome
  /** The ids of the faults that it met. */
  readonly faults: readonly string[]
  readonly explanation: string | undefined
  readonly answered: KeptBody | undefined
  /** Milliseconds of the machine until the answer began. */
  readonly ms: number
  /** The profile under which it was answered. */
  readonly profile: Profile
  /** What the reader was handed, for a stream. */
  readonly ledger: Ledger | undefined
}

/** Told of a call when it is `answered`, and of a stream once more when it has `ended`. */
export type JournalWatcher = (happened: 'answered' | 'ended', entry: JournalEntry) => void

/** What a journal is made with. */
export type JournalOptions = {
  readonly world: string
  /** Counts with it, beyond its own end. */
  readonly coverage?: Coverage | undefined
  /** Told by how many bytes it grows or shrinks. */
  readonly onWeight?: ((delta: number) => void) | undefined
}

/** About how many characters an entry takes besides its texts, and a frame of a ledger. */
const entrySize = 500
const frameSize = 50

/** The calls that a world received, the newest of them within bounds, and what they covered. */
export class Journal {
  readonly coverage = new Coverage()
  /** Who called, by the record of the key or the user: calls of the same share it. */
  readonly callers = new WeakMap<object, JournalCaller>()
  readonly #options: JournalOptions
  /** In the order in which they were answered. */
  readonly #entries = new Ring<JournalEntry>({
    most: ownLimits.journalEntries,
    heaviest: ownLimits.journalCharacters,
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
  next(): number {
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
    return [...this.#entries].find((entry) => entry.number === number)
  }

  /** Every call that is here, in the order of their numbers. */
  entries(): JournalEntry[] {
    return [...this.#entries].toSorted((a, b) => a.number - b.number)
  }

  /** Takes a call in that was answered. */
  add(entry: JournalEntry): void {
    const before = this.#entries.weight
    const place = this.#entries.push(entry, sizeOf(entry))
    this.#options.onWeight?.(this.#entries.weight - before)
    if (entry.ledger === undefined) this.#cover(entry)
    else this.#open.set(entry, place)
    this.#tell('answered', entry)
  }

  /** Notes that the stream of a call has ended. */
  ended(entry: JournalEntry): void {
    this.#cover(entry)
    const before = this.#entries.weight
    this.#entries.grow(this.#open.get(entry) ?? -1, framesSize(entry))
    this.#options.onWeight?.(this.#entries.weight - before)
    this.#open.delete(entry)
    this.#tell('ended', entry)
  }

  /** Forgets all calls, but neither how many there were nor what they covered. */
  clear(): void {
    this.#options.onWeight?.(-this.#entries.weight)
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
export const seenIn = (entry: JournalEntry): Seen => ({
  endpoint: entry.endpoint,
  outcome: entry.outcome,
  code: contractCode(entry),
  events: entry.ledger?.events ?? [],
})

function contractCode(entry: JournalEntry): string | undefined {
  const { outcome } = entry
  if (outcome === 'success') return undefined
  if (outcome === 'invalid') return invalidCode
  return outcome === 'fault' ? codeIn(entry) : conditions[outcome]
}

/** The code in the body of an error, whichever way the deployment writes it. */
export function codeIn({ status, answered }: JournalEntry): string | undefined {
  if (status === undefined || status < 400 || answered === undefined) return undefined
  return /"(?:error|error_code)":\s*"(\w+)"/.exec(answered.text)?.[1]
}

const sizeOf = ({ path, query, sent, answered, explanation }: JournalEntry): number =>
  entrySize +
  path.length +
  query.length +
  heldOf(sent) +
  heldOf(answered) +
  (explanation?.length ?? 0)

const heldOf = (body: KeptBody | undefined) => Math.min(body?.length ?? 0, ownLimits.journalBody)

const framesSize = ({ ledger }: JournalEntry): number => (ledger?.listed ?? 0) * frameSize
