import type { SystemClock } from './clock.ts'
import { WorldError } from './world-error.ts'

/** `push`: the value was appended to the list at its key. `set`: `null` is a value, not a deletion. */
type HowChanged = 'push' | 'set'

/** One change of a world's state: a table, a key, and the new value; `null` if it was deleted. */
export type Change = readonly [table: string, key: string, value: unknown, how?: HowChanged]

/**
 * Receives each change. `before` is the previous value, or `undefined` if only the fixture had a
 * value.
 */
export type ChangeListener = (
  table: string,
  key: string,
  value: unknown,
  before: unknown,
  how?: HowChanged,
) => void

/** Writes changes so that a crash loses none of them. */
export type ChangeLog = {
  /** Writes changes that belong together. When it returns, a crash cannot lose them. Throws on failure. */
  write(changes: readonly Change[]): void
  /** Stores the time of the last use, from which the time to live of the world counts. */
  use?(at: number): void
}

/** The log of a dropped world: its running requests can't store changes any more. */
const closedLog: ChangeLog = {
  write() {
    throw new WorldError(
      'missing',
      'The world of this request was deleted or reset before the response. Retry the request.',
    )
  },
}

/**
 * Tables that change with every random draw and every event of a turn. For them, the request that
 * changed a value is not recorded.
 */
const unattributedTables: ReadonlySet<string> = new Set([
  'draws',
  'next-cursor',
  'turns',
  'turn-events',
])

/** The events of running turns. Their bytes are counted once, when the turn is stored. */
const uncountedTable = 'turn-events'

/** The maximum number of keys per table for which the last changing request is recorded. */
const maxAttributedKeys = 10_000

/** Milliseconds between writes of counters, which may be lost in a crash. */
const counterInterval = 1000

/**
 * Records the changes of one world: the request that made each, their bytes, and pending writes.
 */
export class Changes {
  /** The number of the current request; `undefined` for changes by timers. */
  requestNumber: number | undefined
  /** The number of changes, without random draws and turn events. */
  revision = 0
  readonly #onBytes: (delta: number) => void
  /** The number of the request that last changed a value, by table and key. */
  readonly #authors = new Map<string, Map<string, number>>()
  readonly #counters = new Map<string, Change>()
  #pending: Change[] = []
  #log: ChangeLog | undefined
  /** The last stored time of use. */
  #usedAt = 0
  #systemClock: SystemClock | undefined
  #cancelWrite: (() => void) | undefined
  #onLost: (() => void) | undefined
  /** Set after the first failed write. From then on nothing is written. */
  #lost: { readonly error: unknown } | undefined

  constructor(onBytes: (delta: number) => void = () => {}) {
    this.#onBytes = onBytes
  }

  /** Records a change. This runs for every event of every stream. */
  readonly record: ChangeListener = (table, key, value, before, how) => {
    if (!unattributedTables.has(table)) {
      this.revision++
      this.#attribute(table, key)
    }
    if (table !== uncountedTable) {
      const more = estimateBytes(how === 'push' ? [value] : value) - estimateBytes(before)
      if (more !== 0) this.#onBytes(more)
    }
    if (this.#log === undefined) return
    this.#pending.push(how === undefined ? [table, key, value] : [table, key, value, how])
  }

  /** Records a counter, which is written at most once a second. */
  readonly recordCounter: ChangeListener = (table, key, value) => {
    if (this.#log === undefined || this.#log === closedLog) return
    this.#counters.set(`${table}\n${key}`, [table, key, value])
    this.#cancelWrite ??= this.#systemClock?.after(counterInterval, () => this.writeCounters())
  }

  /** The number of the request that last changed a value; `undefined` if none did. */
  requestThatChanged(table: string, key: string): number | undefined {
    return this.#authors.get(table)?.get(key)
  }

  /** Writes every commit to a log from now on. `onLost` is called once if a write fails. */
  persistTo(log: ChangeLog, systemClock: SystemClock, onLost: () => void): void {
    this.#log = log
    this.#systemClock = systemClock
    this.#onLost = onLost
  }

  /** Stores the time of the last use, unless the stored one is at most `interval` ms older. */
  storeUse(at: number, interval = 0): void {
    if (at - this.#usedAt <= interval) return
    this.#usedAt = at
    try {
      this.#log?.use?.(at)
    } catch {
      // Ignored, because no change is lost, and the storage has reported why it cannot write.
    }
  }

  /** Writes all pending changes. A failure is thrown by the next commit. */
  flush(): void {
    if (this.#pending.length === 0) return
    const changes = this.#pending
    this.#pending = []
    this.#write(changes)
  }

  /** Writes all pending changes. Throws if a write failed now or before. */
  commit(): void {
    this.flush()
    if (this.#lost !== undefined) throw this.#lost.error
  }

  /** Writes all pending changes. Later changes are lost. */
  close(): void {
    // A failure must not drop the world again.
    this.#onLost = undefined
    this.flush()
    this.writeCounters()
    if (this.#log !== undefined) this.#log = closedLog
  }

  #attribute(table: string, key: string): void {
    let authors = this.#authors.get(table)
    if (this.requestNumber === undefined) authors?.delete(key)
    else {
      if (authors === undefined) this.#authors.set(table, (authors = new Map()))
      authors.delete(key)
      authors.set(key, this.requestNumber)
      if (authors.size > maxAttributedKeys) authors.delete(authors.keys().next().value ?? '')
    }
  }

  /** Writes the counters now, for a process that may be evicted before their timer. */
  writeCounters(): void {
    this.#cancelWrite?.()
    this.#cancelWrite = undefined
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

/** The estimated bytes of a property, an element or a number, without its text. */
const slotBytes = 16

/** Estimates the bytes of a JSON value in memory; 0 for `null` and `undefined`. */
export function estimateBytes(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string') return slotBytes + value.length
  if (typeof value !== 'object') return slotBytes
  let sum = slotBytes
  if (Array.isArray(value)) for (const item of value) sum += slotBytes + estimateBytes(item)
  else
    for (const key in value)
      sum += slotBytes + estimateBytes((value as Record<string, unknown>)[key])
  return sum
}

/** The values of all tables by name and key, as JSON. */
export type TableState = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Values by key, used by one part of a world. Reports each change. */
export class Table<Value> {
  readonly #name: string
  readonly #onChange: ChangeListener
  readonly #values = new Map<string, Value>()
  #version = 0

  constructor(name: string, note: ChangeListener = () => {}) {
    this.#name = name
    this.#onChange = note
  }

  get size(): number {
    return this.#values.size
  }

  /** Increases with each `set` and `delete`, so that an index can tell whether it is up to date. */
  get version(): number {
    return this.#version
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    const before = this.#values.get(key)
    this.#values.set(key, value)
    this.#version++
    if (value === null) this.#onChange(this.#name, key, value, before, 'set')
    else this.#onChange(this.#name, key, value, before)
  }

  delete(key: string): void {
    const before = this.#values.get(key)
    if (!this.#values.delete(key)) return
    this.#version++
    this.#onChange(this.#name, key, null, before)
  }

  /** Appends to the list at a key. Only for tables of lists. */
  push(key: string, item: Value extends (infer Item)[] ? Item : never): void {
    const list = this.#values.get(key) as unknown[] | undefined
    if (list === undefined) this.#values.set(key, [item] as Value)
    else list.push(item)
    this.#onChange(this.#name, key, item, list === undefined ? undefined : noItems, 'push')
  }

  /** Stores a list. The returned function reports an item that the caller has appended. */
  adopt(key: string, list: Value): (item: Value extends (infer Item)[] ? Item : never) => void {
    this.#values.set(key, list)
    return (item) => this.#onChange(this.#name, key, item, noItems, 'push')
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries()
  }
}

/**
 * The previous value for an append: an empty list, so that only the bytes of the new item are
 * added.
 */
const noItems: readonly unknown[] = []

/** Tables whose values may be lost for up to a second if the process is killed. */
const counterTables: ReadonlySet<string> = new Set(['usage', 'fault-counts'])

/** All tables of one world. A table is created on first use. */
export class Tables {
  readonly #changes: Changes
  readonly #byName = new Map<string, Table<unknown>>()

  constructor(changes: Changes) {
    this.#changes = changes
  }

  of<Value>(name: string): Table<Value> {
    let table = this.#byName.get(name)
    if (table === undefined) {
      const { record: note, recordCounter: noteCounter } = this.#changes
      table = new Table<unknown>(name, counterTables.has(name) ? noteCounter : note)
      this.#byName.set(name, table)
    }
    return table as Table<Value>
  }

  dump(): TableState {
    const tables = [...this.#byName].filter(([, { size }]) => size > 0)
    return Object.fromEntries(
      tables.map(([name, table]) => [name, Object.fromEntries(table.entries())]),
    )
  }

  apply([name, key, value, how]: Change): void {
    const table = this.of<unknown>(name)
    if (how === 'push') table.push(key, value as never)
    else if (value === null && how !== 'set') table.delete(key)
    else table.set(key, value)
  }

  load(state: TableState): void {
    for (const [name, values] of Object.entries(state))
      for (const [key, value] of Object.entries(values)) this.of<unknown>(name).set(key, value)
  }
}
