import type { Change, Changes, ChangeListener } from './changes.ts'

/** The values of all tables by name and key, as JSON. */
export type TableState = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Values by key, used by one part of a world. Reports each change. */
export class Table<Value> {
  readonly #name: string
  readonly #note: ChangeListener
  readonly #values = new Map<string, Value>()
  #version = 0

  constructor(name: string, note: ChangeListener = () => {}) {
    this.#name = name
    this.#note = note
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
    this.#note(this.#name, key, value, before)
  }

  delete(key: string): void {
    const before = this.#values.get(key)
    if (!this.#values.delete(key)) return
    this.#version++
    this.#note(this.#name, key, null, before)
  }

  /** Appends to the list at a key, for tables of lists. */
  push(key: string, item: Value extends (infer Item)[] ? Item : never): void {
    const list = this.#values.get(key) as unknown[] | undefined
    if (list === undefined) this.#values.set(key, [item] as Value)
    else list.push(item)
    this.#note(this.#name, key, item, list === undefined ? undefined : noItems, 'push')
  }

  /** Stores a list. The returned function appends an item. */
  adopt(key: string, list: Value): (item: Value extends (infer Item)[] ? Item : never) => void {
    this.#values.set(key, list)
    return (item) => this.#note(this.#name, key, item, noItems, 'push')
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#values.entries()
  }
}

/** Stands for the previous value of an append: only the new item is compared. */
const noItems: readonly unknown[] = []

/** Tables whose values may be lost for up to a second if the process is killed. */
const counters: ReadonlySet<string> = new Set(['usage', 'fault-counts'])

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
      table = new Table<unknown>(name, counters.has(name) ? noteCounter : note)
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
    else if (value === null) table.delete(key)
    else table.set(key, value)
  }

  load(state: TableState): void {
    for (const [name, values] of Object.entries(state))
      for (const [key, value] of Object.entries(values)) this.apply([name, key, value])
  }
}
