import type { SystemClock } from './clock.ts'
import { WorldError } from './world-error.ts'

/**
 * One change of a world's state: the table, the key in it, and the value that stands there now;
 * `null` where it is gone. With `push`, the value was added to the list that stands there.
 */
export type Change = readonly [table: string, key: string, value: unknown, how?: 'push']

/** Told of a change as it happens; `before` is what this world had put there itself. */
export type ChangeListener = (
  table: string,
  key: string,
  value: unknown,
  before: unknown,
  how?: 'push',
) => void

/** Where changes are written so that a crash loses none of them. */
export type ChangeLog = {
  /** Writes changes that belong together; once it returns, a crash loses none. What fails throws. */
  write(changes: readonly Change[]): void
}

/** The log of a world that is no longer there: what a call still does to it is lost. */
const closed: ChangeLog = {
  write() {
    throw new WorldError('missing', 'The world of this call went away before it was answered.')
  },
}

/** Tables that go on with every draw and event: nobody asks which call changed them last. */
const unsigned: ReadonlySet<string> = new Set(['draws', 'next-cursor', 'turns', 'turn-events'])

/** The table of what turns have said that still run; it is weighed once, as what they leave. */
const unweighed = 'turn-events'

/** So many keys of a table are remembered by who changed them last; of more, the oldest go. */
const mostSigned = 10_000

/** Milliseconds until counters are written, which nobody was promised. */
const flushCounters = 1000

/** What changes in one world: who made each change, how heavy all of it is, and what is still to be written. */
export class Changes {
  /** The number of the call that is being answered; `undefined` while time alone acts. */
  requestNumber: number | undefined
  readonly #onWeight: (delta: number) => void
  /** The number of the call that made each change, by table and key. */
  readonly #authors = new Map<string, Map<string, number>>()
  readonly #counters = new Map<string, Change>()
  #pending: Change[] = []
  #log: ChangeLog | undefined
  #wall: SystemClock | undefined
  #callOff: (() => void) | undefined
  #onLost: (() => void) | undefined
  /** Why something could not be written; from then on nothing is. */
  #lost: { readonly error: unknown } | undefined

  constructor(onWeight: (delta: number) => void = () => {}) {
    this.#onWeight = onWeight
  }

  /** Notes a change, of which there are some with every event of every stream. */
  readonly record: ChangeListener = (table, key, value, before, how) => {
    if (!unsigned.has(table)) this.#sign(table, key)
    if (table !== unweighed) {
      const more = estimateBytes(how === 'push' ? [value] : value) - estimateBytes(before)
      if (more !== 0) this.#onWeight(more)
    }
    if (this.#log === undefined) return
    this.#pending.push(how === undefined ? [table, key, value] : [table, key, value, how])
  }

  /** Notes a counter that may be lost: it is written each second at most. */
  readonly recordCounter: ChangeListener = (table, key, value) => {
    if (this.#log === undefined || this.#log === closed) return
    this.#counters.set(`${table}\n${key}`, [table, key, value])
    this.#callOff ??= this.#wall?.after(flushCounters, () => this.#writeCounters())
  }

  /** The number of the call that changed this last, if a call did. */
  requestThatChanged(table: string, key: string): number | undefined {
    return this.#authors.get(table)?.get(key)
  }

  /** Writes each commit to a log from now on; `onLost` is told once when that fails. */
  persistTo(log: ChangeLog, wall: SystemClock, onLost: () => void): void {
    this.#log = log
    this.#wall = wall
    this.#onLost = onLost
  }

  /** Hands all changes since the last time to the log; that this fails shows at the next commit. */
  flush(): void {
    if (this.#pending.length === 0) return
    const changes = this.#pending
    this.#pending = []
    this.#write(changes)
  }

  /** Flushes; throws where this failed now or before: then nothing may be promised. */
  commit(): void {
    this.flush()
    if (this.#lost !== undefined) throw this.#lost.error
  }

  /** Writes what is still to be written; whatever changes from now on is lost. */
  close(): void {
    this.flush()
    this.#writeCounters()
    if (this.#log !== undefined) this.#log = closed
    this.#onLost = undefined
  }

  #sign(table: string, key: string): void {
    let authors = this.#authors.get(table)
    if (this.requestNumber === undefined) authors?.delete(key)
    else {
      if (authors === undefined) this.#authors.set(table, (authors = new Map()))
      authors.delete(key)
      authors.set(key, this.requestNumber)
      if (authors.size > mostSigned) authors.delete(authors.keys().next().value ?? '')
    }
  }

  #writeCounters(): void {
    this.#callOff?.()
    this.#callOff = undefined
    if (this.#counters.size === 0) return
    const counters = [...this.#counters.values()]
    this.#counters.clear()
    this.#write(counters)
  }

  #write(changes: readonly Change[]): void {
    if (this.#lost !== undefined) return
    try {
      this.#log?.write(changes)
    } catch (error) {
      this.#lost = { error }
      this.#onLost?.()
    }
  }
}

/** Bytes that a property, an element or a number takes beside the text in it, roughly. */
const slot = 16

/** About how many bytes a value of JSON takes in memory; nothing takes none. */
export function estimateBytes(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string') return slot + value.length
  if (typeof value !== 'object') return slot
  let sum = slot
  if (Array.isArray(value)) for (const item of value) sum += slot + estimateBytes(item)
  else for (const key in value) sum += slot + estimateBytes((value as Record<string, unknown>)[key])
  return sum
}
