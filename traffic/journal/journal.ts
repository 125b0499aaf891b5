import { pathInWorld } from '../../contract/operations/path-table.ts'
import type { ObservedCall } from '../../contract/choices/shown-choices.ts'
import type { RequestRef } from '../../contract/control/journal.ts'
import { conditions, invalidCode } from '../../contract/errors.ts'
import { ownLimits } from '../../contract/limits.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import {
  bodyText,
  type JournalCaller,
  type JournalEntry,
  type RecordedBody,
} from './journal-entry.ts'

/** Called for each request when it is `answered`, and for a stream also when it has `ended`. */
export type JournalWatcher = (happened: 'answered' | 'ended', entry: JournalEntry) => void

export type JournalOptions = {
  readonly world: string
  /** A second coverage counter, which stays when this journal is dropped. */
  readonly coverage?: CoverageCounter | undefined
  /** Called with the growth of the journal in bytes; it may be negative. */
  readonly onBytes?: ((delta: number) => void) | undefined
}

/** The estimated bytes of an entry without its texts. */
const entryBytes = 500
/** The estimated bytes of a recorded frame. */
const frameBytes = 50

/** The newest requests of a world, limited in number and size, and the coverage by all requests. */
export class Journal {
  readonly coverage = new CoverageCounter()
  /** The callers by key or user record, so that entries of the same caller share one object. */
  readonly callers = new WeakMap<object, JournalCaller>()
  readonly #options: JournalOptions
  /** The stored entries, in the order in which their responses were sent. */
  readonly #entries = new EntryBuffer(ownLimits.journalEntries, ownLimits.journalCharacters)
  /** The positions in the buffer of entries whose stream is still open. */
  readonly #open = new Map<JournalEntry, number>()
  readonly #watchers = new Map<JournalWatcher, () => void>()
  #count = 0

  constructor(options: JournalOptions) {
    this.#options = options
  }

  /** Returns the number of a new request. */
  nextNumber(): number {
    return ++this.#count
  }

  /** Continues the numbers of a restored snapshot: the next request gets the next number. */
  continueAfter(number: number): void {
    this.#count = number
  }

  /** The number of all requests, including dropped ones. */
  get count(): number {
    return this.#count
  }

  get watchers(): number {
    return this.#watchers.size
  }

  get(number: number): JournalEntry | undefined {
    return this.#entries.list().find((entry) => entry.number === number)
  }

  /** All recorded requests, in the order of their numbers. */
  entries(): JournalEntry[] {
    return this.#entries.list().toSorted((a, b) => a.number - b.number)
  }

  /** Records a request after its response. */
  add(entry: JournalEntry): void {
    const before = this.#entries.bytes
    const place = this.#entries.push(entry, estimatedEntryBytes(entry))
    this.#options.onBytes?.(this.#entries.bytes - before)
    if (entry.deliveries === undefined) this.#countCoverage(entry)
    else this.#open.set(entry, place)
    this.#notify('answered', entry)
  }

  /** Records that the stream of a request has ended. */
  ended(entry: JournalEntry): void {
    this.#countCoverage(entry)
    const before = this.#entries.bytes
    const frames = entry.deliveries?.listedCount ?? 0
    this.#entries.addBytes(this.#open.get(entry) ?? -1, frames * frameBytes)
    this.#options.onBytes?.(this.#entries.bytes - before)
    this.#open.delete(entry)
    this.#notify('ended', entry)
  }

  /** Removes all entries. The count and the coverage stay. */
  clear(): void {
    this.#options.onBytes?.(-this.#entries.bytes)
    this.#entries.clear()
  }

  /** Calls `watcher` for each request, and `onClose` at the end. The returned function stops it. */
  watch(watcher: JournalWatcher, onClose: () => void): () => void {
    this.#watchers.set(watcher, onClose)
    return () => void this.#watchers.delete(watcher)
  }

  close(): void {
    for (const onClose of this.#watchers.values()) onClose()
  }

  #countCoverage(entry: JournalEntry): void {
    // Preflights do not count as coverage: the browser sends them, not the client.
    if (entry.method === 'OPTIONS') return
    const place = { world: this.#options.world, number: entry.number }
    const observed = observationOf(entry)
    const unknown = entry.outcome === 'route-unknown' ? unknownRouteName(entry) : undefined
    for (const coverage of [this.coverage, this.#options.coverage]) {
      coverage?.count(observed, entry.profile, place)
      if (entry.own !== undefined) coverage?.countOwn(entry.own)
      if (unknown !== undefined) coverage?.countUnknown(unknown)
    }
  }

  #notify(happened: 'answered' | 'ended', entry: JournalEntry): void {
    for (const watcher of this.#watchers.keys()) watcher(happened, entry)
  }
}

const estimatedEntryBytes = ({
  path,
  query,
  requestBody,
  responseBody,
  explanation,
}: JournalEntry): number =>
  entryBytes +
  path.length +
  query.length +
  recordedLength(requestBody) +
  recordedLength(responseBody) +
  (explanation?.length ?? 0)

const recordedLength = (body: RecordedBody | undefined) =>
  Math.min(body?.length ?? 0, ownLimits.journalBody)

type WritableEntry = { -readonly [Field in keyof JournalEntry]: JournalEntry[Field] }

/**
 * Keeps the newest entries, limited in number and size. A new entry reuses the object of a dropped
 * entry: new objects that live this long make V8 grow its heap. After 600,000 requests a server
 * takes 193 MB; with new objects it takes 344 MB.
 */
export class EntryBuffer {
  readonly #maxLength: number
  readonly #maxBytes: number
  readonly #slots: WritableEntry[] = []
  readonly #sizes: number[] = []
  #pushed = 0
  #length = 0
  /** The estimated bytes of all entries. */
  bytes = 0

  constructor(maxLength: number, maxBytes: number) {
    this.#maxLength = maxLength
    this.#maxBytes = maxBytes
  }

  /** Copies of all entries, the oldest first. */
  list(): JournalEntry[] {
    const places = Array.from({ length: this.#length }, (_, index) => this.#oldest + index)
    return places.map((place) => ({ ...(this.#slots[place % this.#maxLength] ?? blankEntry) }))
  }

  /** Copies an entry into the buffer, drops the oldest ones, and returns its position. */
  push(entry: JournalEntry, bytes: number): number {
    if (this.#length === this.#maxLength) this.#dropOldest()
    const place = this.#pushed++
    const slot = (this.#slots[place % this.#maxLength] ??= { ...blankEntry })
    writeEntry(slot, entry)
    this.#sizes[place % this.#maxLength] = 0
    this.#length++
    this.addBytes(place, bytes)
    return place
  }

  /** Increases the estimated bytes of an entry, if it is still in the buffer. */
  addBytes(place: number, bytes: number): void {
    if (place < this.#oldest) return
    this.#sizes[place % this.#maxLength]! += bytes
    this.bytes += bytes
    while (this.bytes > this.#maxBytes) this.#dropOldest()
  }

  clear(): void {
    while (this.#length > 0) this.#dropOldest()
    this.#slots.length = 0
  }

  get #oldest(): number {
    return this.#pushed - this.#length
  }

  #dropOldest(): void {
    const index = this.#oldest % this.#maxLength
    const slot = this.#slots[index]
    if (slot !== undefined) writeEntry(slot, blankEntry)
    this.bytes -= this.#sizes[index] ?? 0
    this.#length--
  }
}

const blankEntry: JournalEntry = {
  number: 0,
  at: 0,
  method: '',
  path: '',
  query: '',
  headers: [],
  endpoint: undefined,
  own: undefined,
  caller: undefined,
  fields: [],
  scenario: undefined,
  turn: undefined,
  requestBody: undefined,
  status: undefined,
  outcome: 'success',
  faults: [],
  explanation: undefined,
  note: undefined,
  responseBody: undefined,
  ms: 0,
  profile: documented,
  deliveries: undefined,
}

/** Assigns the fields of an entry to a slot one by one, so that V8 writes its numbers in place. */
function writeEntry(slot: WritableEntry, entry: JournalEntry): void {
  slot.number = entry.number
  slot.at = entry.at
  slot.method = entry.method
  slot.path = entry.path
  slot.query = entry.query
  slot.headers = entry.headers
  slot.endpoint = entry.endpoint
  slot.own = entry.own
  slot.caller = entry.caller
  slot.fields = entry.fields
  slot.scenario = entry.scenario
  slot.turn = entry.turn
  slot.requestBody = entry.requestBody
  slot.status = entry.status
  slot.outcome = entry.outcome
  slot.faults = entry.faults
  slot.explanation = entry.explanation
  slot.note = entry.note
  slot.responseBody = entry.responseBody
  slot.ms = entry.ms
  slot.profile = entry.profile
  slot.deliveries = entry.deliveries
}

/**
 * The requests with the same observable outcome under a profile: their number, and the first ones.
 */
export type Tally = {
  readonly profile: Profile
  readonly seen: ObservedCall
  calls: number
  readonly first: RequestRef[]
}

/** The maximum number of requests that a tally keeps as examples. */
const maxExamples = 5

/** The key of an outcome. The most frequent outcomes need no concatenation. */
function observedCallKey({ endpoint, outcome, code, events, fields }: ObservedCall): string {
  const isPlain = events.length === 0 && fields.length === 0
  if (outcome === 'success' && endpoint !== undefined && isPlain) return endpoint
  return `${endpoint ?? ''}\n${outcome} ${code ?? ''}\n${events.join()}\n${fields.join()}`
}

/** Counts requests by the properties that they reveal. Requests that a journal drops also count. */
export class CoverageCounter {
  readonly #byProfile = new WeakMap<Profile, Map<string, Tally>>()
  /** Counts by the content of profiles, because a restored world has a new profile object. */
  readonly #byContent = new Map<string, Map<string, Tally>>()
  /** The calls of operations that only profiles have, by their method and path. */
  readonly own = new Map<string, { calls: number; readonly isTemplate: boolean }>()
  /** The number of requests that no operation matches, by their method and path. */
  readonly unknownRoutes = new Map<string, number>()
  #tallyCount = 0
  #uncounted = 0

  count(seen: ObservedCall, profile: Profile, request: RequestRef): void {
    const tallies = this.#byProfile.get(profile) ?? this.#register(profile)
    const key = observedCallKey(seen)
    let tally = tallies.get(key)
    if (tally === undefined) {
      if (this.#tallyCount >= ownLimits.coverageWays) {
        this.#uncounted++
        return
      }
      this.#tallyCount++
      tally = { profile, seen, calls: 0, first: [] }
      tallies.set(key, tally)
    }
    tally.calls++
    if (tally.first.length < maxExamples) tally.first.push(request)
  }

  /** Counts a call of an operation that only a profile has. */
  countOwn({ name, isTemplate }: NonNullable<JournalEntry['own']>): void {
    const known = this.own.get(name)
    if (known !== undefined) known.calls++
    else if (this.own.size < ownLimits.coverageWays) this.own.set(name, { calls: 1, isTemplate })
  }

  /** Counts a request that no operation matches. */
  countUnknown(route: string): void {
    const calls = this.unknownRoutes.get(route)
    const isFull = this.unknownRoutes.size >= ownLimits.unknownRoutes
    if (calls !== undefined || !isFull) this.unknownRoutes.set(route, (calls ?? 0) + 1)
  }

  #register(profile: Profile): Map<string, Tally> {
    const content = JSON.stringify([profile.name, profile.picks, profile.at])
    const tallies = this.#byContent.get(content) ?? new Map<string, Tally>()
    this.#byProfile.set(profile, tallies)
    // Beyond the limit nothing is counted, so profiles do not stay in memory.
    if (this.#tallyCount < ownLimits.coverageWays) this.#byContent.set(content, tallies)
    return tallies
  }

  /** The number of requests with a new outcome after the limit was reached. */
  get uncounted(): number {
    return this.#uncounted
  }

  *tallies(): Generator<Tally> {
    for (const tallies of this.#byContent.values()) yield* tallies.values()
  }
}

/** Returns the properties of the deployment that a request reveals. */
export const observationOf = (entry: JournalEntry): ObservedCall => ({
  endpoint: entry.endpoint,
  outcome: entry.outcome,
  code: contractErrorCode(entry),
  events: entry.deliveries?.events ?? [],
  fields: entry.fields,
})

/** The path of an unknown operation, with `{id}` for each segment that looks like an id. */
function unknownRouteName({ method, path }: JournalEntry): string {
  const parts = pathInWorld(path).split('/')
  const shape = parts.map((part) =>
    /\d/.test(part) || part.length > maxPartLength ? '{id}' : part,
  )
  return `${method} ${shape.join('/').slice(0, maxPathLength)}`
}

const maxPartLength = 40
const maxPathLength = 120

function contractErrorCode(entry: JournalEntry): string | undefined {
  const { outcome } = entry
  if (outcome === 'success') return undefined
  if (outcome === 'invalid') return invalidCode
  return outcome === 'fault' ? errorCodeOf(entry) : conditions[outcome]
}

/** Finds the error code in a response body, in any form that deployments use. */
export function errorCodeOf({ status, responseBody }: JournalEntry): string | undefined {
  if (status === undefined || status < 400 || responseBody === undefined) return undefined
  return /"(?:error|error_code)":\s*"(\w+)"/.exec(bodyText(responseBody))?.[1]
}
