import { isObject, parseJson } from '../../../contract/json.ts'
import type { Change, ChangeLog } from '../../world/changes.ts'
import { WorldError } from '../../world/world-error.ts'
import { reasonOf, type PrefixedStorage } from './page-storage.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'

/** A log with fewer characters is never compacted. */
const minCompactedSize = 256 * 1024

/** A line of a log: changes that are stored together. `after` is the id of the previous line. */
type LogLine = {
  readonly id: string
  readonly after: string
  readonly at: number
  readonly changes: readonly Change[]
}

/** The changes in the valid lines of a log. A valid line has the id of the line before it. */
export type ReadLog = {
  readonly changes: readonly Change[]
  readonly end: LogEnd
  /** Whether invalid lines were ignored: two pages wrote at once, or a line is damaged. */
  readonly isTorn: boolean
}

/** The end of a log: the number of lines, and the id and the time of the last line. */
export type LogEnd = {
  readonly count: number
  readonly id: string
  readonly at: number
  readonly size: number
}

const lineKey = (log: string, number: number) => `log/${log}/${number}`

/** Reads the log with this id. `at` is the time of the world's head. */
export function readLog(storage: PrefixedStorage, log: string, at: number): ReadLog {
  const changes: Change[] = []
  let end: LogEnd = { count: 0, id: log, at, size: 0 }
  for (;;) {
    const text = storage.get(lineKey(log, end.count + 1))
    if (text === null) return { changes, end, isTorn: false }
    const line = parseObject<LogLine>(text)
    if (line?.after !== end.id || line.id === undefined || !Array.isArray(line.changes))
      return { changes, end, isTorn: true }
    changes.push(...line.changes)
    const size = end.size + text.length
    end = { count: end.count + 1, id: line.id, at: line.at ?? at, size }
  }
}

/** Removes the lines of a log from a line number on. */
export function removeLines(storage: PrefixedStorage, log: string, from = 1): void {
  for (let number = from; storage.get(lineKey(log, number)) !== null; number += 1)
    storage.remove(lineKey(log, number))
}

/**
 * Creates the error for a world that another page has changed. The next request reloads the world.
 */
export const conflictError = (world: string) =>
  new WorldError(
    'unkept',
    `Another page changed the world \`${world}\` at the same time, so nothing was changed: send the request again.`,
  )

export type BrowserWorldLogOptions = {
  readonly world: string
  readonly log: string
  readonly now: () => number
  readonly drawId: () => string
  /** Stores a new head with the current state in place of the old head and its log. */
  readonly compact: () => { readonly log: string; readonly size: number }
  readonly onNotice: (sentence: string) => void
}

/** Writes the changes of one world, one line per commit, unless another page wrote first. */
export class BrowserWorldLog implements ChangeLog {
  readonly #storage: PrefixedStorage
  readonly #options: BrowserWorldLogOptions
  #log: string
  #end: LogEnd
  /** The number of characters at which the log is compacted. */
  #compactAt: number

  constructor(
    storage: PrefixedStorage,
    end: LogEnd,
    state: number,
    options: BrowserWorldLogOptions,
  ) {
    this.#storage = storage
    this.#options = options
    this.#log = options.log
    this.#end = end
    this.#compactAt = Math.max(minCompactedSize, state)
  }

  write(changes: readonly Change[]): void {
    const { world, now, drawId } = this.#options
    if (!this.#isLast()) throw conflictError(world)
    const line: LogLine = { id: drawId(), after: this.#end.id, at: now(), changes }
    const text = JSON.stringify(line)
    const count = this.#end.count + 1
    try {
      this.#storage.set(lineKey(this.#log, count), text)
    } catch (error) {
      const problem = `Failed to store the world \`${world}\`: ${reasonOf(error)}.`
      this.#options.onNotice(`${problem} The world is reset to its last stored state.`)
      throw new WorldError('unkept', `${problem} Nothing was changed.`)
    }
    this.#end = { count, id: line.id, at: line.at, size: this.#end.size + text.length }
    if (this.#end.size > this.#compactAt) this.#compact()
  }

  /** Stores the time under its own key, because a line in the log would make other pages reload. */
  use(at: number): void {
    const { world } = this.#options
    if (this.#isLast()) this.#storage.set(`used/${world}`, String(at))
  }

  /** Whether the last line that this page knows is still the end of the log. */
  #isLast(): boolean {
    const { count, id } = this.#end
    if (this.#storage.get(lineKey(this.#log, count + 1)) !== null) return false
    if (count === 0)
      return peekHead(this.#storage.get(`world/${this.#options.world}`))?.log === this.#log
    return this.#storage.get(lineKey(this.#log, count))?.startsWith(`{"id":"${id}"`) === true
  }

  /** Replaces the log by a head with the current state. If that fails, the log keeps growing. */
  #compact(): void {
    const { world, now, compact, onNotice } = this.#options
    try {
      const { log, size } = compact()
      this.#log = log
      this.#end = { count: 0, id: log, at: now(), size: 0 }
      this.#compactAt = Math.max(minCompactedSize, size)
    } catch (error) {
      this.#compactAt += minCompactedSize
      onNotice(
        `Failed to compact the world \`${world}\`: ${reasonOf(error)}. Its data keeps growing.`,
      )
    }
  }
}

/** The state of a world before the changes in its log. It is written in one step. */
export type WorldHead = {
  /** The id of the log with all changes after this state. */
  readonly log: string
  /** The hash of the world's fixture. */
  readonly fixture: string
  /** Whether the fixture was chosen for this world; false for the default fixture of the fake. */
  readonly chosen: boolean
  readonly order: Omit<WorldOptions, 'fixture'>
  /** The time of this state, in milliseconds since 1970 by the clock of the machine. */
  readonly at: number
  readonly state: WorldState
}

/** Serializes a head. The ids of the log and of the fixture come first, for `peekHead`. */
export function serializeHead({ log, fixture, order, ...rest }: WorldHead): string {
  // JSON can't express infinity.
  const speed = order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed
  return JSON.stringify({ log, fixture, ...rest, order: { ...order, speed } })
}

/** Parses a head; `undefined` if the text is damaged or is no head. */
export function parseHead(text: string): WorldHead | undefined {
  const head = parseObject<Record<keyof WorldHead, unknown>>(text)
  const { log, fixture, at, order, state } = head ?? {}
  const isWhole =
    typeof log === 'string' &&
    typeof fixture === 'string' &&
    typeof at === 'number' &&
    isObject(order) &&
    isObject(state) &&
    isObject(state['records']) &&
    isObject(state['tables'])
  if (!isWhole) return undefined
  const speed = order['speed'] === 'max' ? Number.POSITIVE_INFINITY : order['speed']
  return { ...head, order: { ...order, speed } } as unknown as WorldHead
}

/** Reads the ids at the start of a head without parsing all of it. */
export function peekHead(text: string | null): Pick<WorldHead, 'log' | 'fixture'> | undefined {
  const [, log, fixture] = /^\{"log":"([^"]+)","fixture":"([^"]+)"/.exec(text ?? '') ?? []
  return log === undefined || fixture === undefined ? undefined : { log, fixture }
}

/** Parses a JSON object; `undefined` for anything else. */
export function parseObject<Value>(text: string): Partial<Value> | undefined {
  const value = parseJson(text)
  return isObject(value) ? (value as Partial<Value>) : undefined
}
