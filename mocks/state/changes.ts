import type { Wall } from './clock.ts'
import { weigh } from './weigh.ts'

/**
 * One change of a world's state: the table, the key in it, and the value that stands there now;
 * `null` where it is gone. With `push`, the value was added to the list that stands there.
 */
export type Change = readonly [table: string, key: string, value: unknown, how?: 'push']

/** Where changes are written so that they outlive a process */
export type ChangeLog = {
  /** Writes changes that belong together; once it returns, a crash loses none. */
  write(changes: readonly Change[]): void
}

/** Milliseconds until counters are written, which nobody was promised. */
const flushCounters = 1000

/** What changes in one world: who made each change, how heavy all of it is, and what is still to be written. */
export class Changes {
  /** The number of the call that is being answered; `undefined` while time alone acts. */
  cause: number | undefined
  readonly #onWeight: (delta: number) => void
  readonly #authors = new Map<string, number>()
  readonly #counters = new Map<string, Change>()
  #pending: Change[] = []
  #log: ChangeLog | undefined
  #wall: Wall | undefined
  #callOff: (() => void) | undefined

  constructor(onWeight: (delta: number) => void = () => {}) {
    this.#onWeight = onWeight
  }

  /** Notes a change; `before` is what this world had put there itself. */
  note(change: Change, before?: unknown): void {
    const [table, key, value, how] = change
    if (this.cause === undefined) this.#authors.delete(`${table}\n${key}`)
    else this.#authors.set(`${table}\n${key}`, this.cause)
    this.#onWeight(weigh(how === 'push' ? [value] : value) - weigh(before))
    if (this.#log !== undefined) this.#pending.push(change)
  }

  /** Notes a counter that may be lost: it is written each second at most. */
  noteCounter(change: Change): void {
    if (this.#log === undefined) return
    this.#counters.set(`${change[0]}\n${change[1]}`, change)
    this.#callOff ??= this.#wall?.after(flushCounters, () => this.#writeCounters())
  }

  /** The number of the call that changed this last, if a call did. */
  authorOf(table: string, key: string): number | undefined {
    return this.#authors.get(`${table}\n${key}`)
  }

  /** Writes each commit to a log from now on. */
  keepIn(log: ChangeLog, wall: Wall): void {
    this.#log = log
    this.#wall = wall
  }

  /** Hands all changes since the last commit to the log. */
  commit(): void {
    if (this.#pending.length === 0) return
    const changes = this.#pending
    this.#pending = []
    this.#log?.write(changes)
  }

  /** Writes what is still to be written, and nothing from now on. */
  close(): void {
    this.commit()
    this.#writeCounters()
    this.#log = undefined
  }

  #writeCounters(): void {
    this.#callOff?.()
    this.#callOff = undefined
    if (this.#counters.size === 0) return
    const counters = [...this.#counters.values()]
    this.#counters.clear()
    this.#log?.write(counters)
  }
}
