import type { Exchange } from '../session/exchange.ts'

/**
 * An index of the history, for one kind of entry. It is defined next to the observers that read it.
 *
 * @example
 * const runs: HistoryIndex<number> = {
 *   changes: (exchange, before) => (isRun(exchange) ? [['', (before.get(runs) ?? 0) + 1]] : []),
 * }
 */
export type HistoryIndex<Entry> = {
  /**
   * Returns the entries that an exchange changes, by key. A key without an entry deletes the entry.
   * Each change is stored before the next is computed. An index with one entry uses the key `''`.
   */
  changes(exchange: Exchange, before: History): Iterable<readonly [key: string, entry?: Entry]>
  /** Estimates the bytes of an entry. Only needed if an entry can have more than a few fields. */
  bytesOf?(entry: Entry): number
}

/** The entries of an index, the least recently changed first, and their size in bytes. */
type IndexEntries = {
  readonly entries: Map<string, { readonly entry: unknown; readonly bytes: number }>
  bytes: number
}

/**
 * The maximum size of the history in bytes, which are estimated. About 20,000 small entries fit.
 */
const maxBytes = 20 * 1024 * 1024

/** The estimated size of a small entry in bytes, with its key and the overhead of the map. */
const smallBytes = 1024

/**
 * Stores the data of past traffic that readings need. Its size is bounded: when it is full, the
 * largest index drops its least recently changed entries. So one kind of entry cannot displace the
 * others.
 */
export class History {
  readonly #kept: ReadonlyMap<HistoryIndex<unknown>, IndexEntries>

  /** The indices are updated in this order, so each reads the old entries of those after it. */
  constructor(indices: readonly HistoryIndex<unknown>[]) {
    this.#kept = new Map(indices.map((index) => [index, { entries: new Map(), bytes: 0 }]))
  }

  get<Entry>(index: HistoryIndex<Entry>, key = ''): Entry | undefined {
    return this.#of(index).entries.get(key)?.entry as Entry | undefined
  }

  /** Returns the current entries of an index, the least recently changed first. */
  all<Entry>(index: HistoryIndex<Entry>): readonly Entry[] {
    return [...this.#of(index).entries.values()].map(({ entry }) => entry as Entry)
  }

  add(exchange: Exchange): void {
    for (const index of this.#kept.keys())
      for (const [key, entry] of index.changes(exchange, this)) this.#change(index, key, entry)
    this.#shrink()
  }

  #of(index: HistoryIndex<unknown>): IndexEntries {
    const storedIndex = this.#kept.get(index)
    if (storedIndex === undefined)
      throw new Error('This index is not in the list that its `History` was created with.')
    return storedIndex
  }

  #change(index: HistoryIndex<unknown>, key: string, entry: unknown): void {
    const storedIndex = this.#of(index)
    storedIndex.bytes -= storedIndex.entries.get(key)?.bytes ?? 0
    storedIndex.entries.delete(key)
    if (entry === undefined) return
    const bytes = smallBytes + key.length + (index.bytesOf?.(entry) ?? 0)
    storedIndex.entries.set(key, { entry, bytes })
    storedIndex.bytes += bytes
  }

  #shrink(): void {
    const all = [...this.#kept.values()]
    while (all.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) {
      const largest = all.reduce((one, other) => (other.bytes > one.bytes ? other : one))
      const [oldest] = largest.entries
      if (oldest === undefined) return
      largest.bytes -= oldest[1].bytes
      largest.entries.delete(oldest[0])
    }
  }
}
