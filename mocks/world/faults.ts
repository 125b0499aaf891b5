import type { Fault, FaultCounts } from '../../contract/fault.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { Table, Tables } from './tables.ts'

/** A fault of a world, by the id that it has there. */
export type FaultWithId = Fault & { readonly id: string }

/** A fault that can't be added: its id is taken, or there are too many. */
export class FaultError extends Error {
  override readonly name = 'FaultRefused'
}

/** A fault, or as many as the longest of its lists has items. */
const partsOf = ({ match: { endpoint, caller, nth } = {} }: Fault): number =>
  Math.max(...[endpoint, caller, nth].map((list) => (Array.isArray(list) ? list.length : 1)))

/** The failures that are put into the answers of one world, in the order in which they were added. */
export class Faults {
  readonly #faults: Table<FaultWithId>
  readonly #counts: Table<FaultCounts>
  /** What each call is held against: all faults, each with what it lists. */
  #parts = 0

  constructor(tables: Tables) {
    this.#faults = tables.of('faults')
    this.#counts = tables.of('fault-counts')
    for (const [, fault] of this.#faults.entries()) this.#parts += partsOf(fault)
  }

  get size(): number {
    return this.#faults.size
  }

  /** Adds a fault; gives its id. Throws `FaultRefused`. */
  add(fault: Fault): string {
    const id = fault.id ?? this.#nextId()
    if (this.#faults.get(id) !== undefined)
      throw new FaultError(`There is a fault \`${id}\` already: delete it first.`)
    const parts = this.#parts + partsOf(fault)
    if (parts > ownLimits.faults)
      throw new FaultError(
        `A world has at most ${ownLimits.faults} faults, what one lists counted singly: delete some first.`,
      )
    this.#faults.set(id, { ...fault, id })
    this.#parts = parts
    return id
  }

  /** Every fault, and how often it was met and struck. */
  list(): (FaultWithId & FaultCounts)[] {
    return Array.from(this.#faults.entries(), ([id, one]) => ({ ...one, ...this.#countsOf(id) }))
  }

  /** Takes a fault away; false where there is none of this id. */
  remove(id: string): boolean {
    const fault = this.#faults.get(id)
    if (fault === undefined) return false
    this.#parts -= partsOf(fault)
    this.#faults.delete(id)
    this.#counts.delete(id)
    return true
  }

  clear(): void {
    for (const { id } of this.list()) this.remove(id)
  }

  /** The faults that strike a call which `fits` says they are meant for; each is counted. */
  takeMatching(
    fits: (fault: FaultWithId) => boolean,
    chance: (fault: FaultWithId) => number,
  ): FaultWithId[] {
    return Array.from(this.#faults.entries(), ([, one]) => one).filter((one) => {
      const { met, struck } = this.#countsOf(one.id)
      if (struck === one.times || !fits(one)) return false
      const { nth, every = 1, probability = 1 } = one.match ?? {}
      const strikes =
        (nth === undefined || [nth].flat().includes(met + 1)) &&
        (met + 1) % every === 0 &&
        (probability === 1 || chance(one) < probability)
      this.#counts.set(one.id, { met: met + 1, struck: struck + (strikes ? 1 : 0) })
      return strikes
    })
  }

  #countsOf(id: string): FaultCounts {
    return this.#counts.get(id) ?? { met: 0, struck: 0 }
  }

  #nextId(): string {
    let number = this.#faults.size + 1
    while (this.#faults.get(`fault-${number}`) !== undefined) number++
    return `fault-${number}`
  }
}
