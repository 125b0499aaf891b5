import type { Table, Tables } from './tables.ts'

/** What somebody wants of the next turn: that it plays a script, or that it says a text. */
export type Direction = { readonly next: string } | { readonly say: string }

/** What waits for the next turn of a world, besides its scripts. */
export class Director {
  readonly #table: Table<Direction>

  constructor(tables: Tables) {
    this.#table = tables.of('director')
  }

  /** What the next turn is to do; `undefined` leaves it to the scripts. */
  get waiting(): Direction | undefined {
    return this.#table.get('waiting')
  }

  set waiting(direction: Direction | undefined) {
    if (direction === undefined) this.#table.delete('waiting')
    else this.#table.set('waiting', direction)
  }
}
