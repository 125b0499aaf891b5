import type { Table, Tables } from './tables.ts'

/** What was counted of one key. */
export type KeyUsage = { readonly total_requests: number; readonly last_used_at: string | null }

const unused: KeyUsage = { total_requests: 0, last_used_at: null }

/** Counters beside the key records, so that a call changes no record. */
export class Usage {
  readonly #byKey: Table<KeyUsage>

  constructor(tables: Tables) {
    this.#byKey = tables.of('usage')
  }

  of(key: string): KeyUsage {
    return this.#byKey.get(key) ?? unused
  }

  count(key: string, now: string): void {
    this.#byKey.set(key, { total_requests: this.of(key).total_requests + 1, last_used_at: now })
  }
}
