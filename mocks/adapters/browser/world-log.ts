import { isObject, parseJson } from '../../../contract/json.ts'
import type { Change, ChangeLog } from '../../world/changes.ts'
import { WorldError } from '../../world/world-error.ts'
import { reasonOf, type PrefixedStorage } from './page-storage.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'

/** Characters of changes below which a world is never written anew. */
const leastChanges = 256 * 1024

/** Changes that belong together, and the line that they were made on. */
type Line = {
  readonly id: string
  readonly after: string
  readonly at: number
  readonly changes: readonly Change[]
}

/** The lines of a log, as far as each was made on the one before it. */
export type ReadLog = {
  readonly changes: readonly Change[]
  readonly end: LogEnd
  /** Whether a line was left out, and all behind it: two pages wrote at once, or it is damaged. */
  readonly torn: boolean
}

/** Where a log ends: how many lines it has, the last of them, and when that was written. */
export type LogEnd = {
  readonly count: number
  readonly id: string
  readonly at: number
  readonly size: number
}

export const lineKey = (log: string, number: number) => `log/${log}/${number}`

/** Reads the log that goes on from a head. */
export function readLog(shelf: PrefixedStorage, log: string, at: number): ReadLog {
  const changes: Change[] = []
  let end: LogEnd = { count: 0, id: log, at, size: 0 }
  for (;;) {
    const text = shelf.get(lineKey(log, end.count + 1))
    if (text === null) return { changes, end, torn: false }
    const line = parseObject<Line>(text)
    if (line?.after !== end.id || line.id === undefined || !Array.isArray(line.changes))
      return { changes, end, torn: true }
    changes.push(...line.changes)
    const size = end.size + text.length
    end = { count: end.count + 1, id: line.id, at: line.at ?? at, size }
  }
}

/** Removes the lines of a log, from one on. */
export function removeLines(shelf: PrefixedStorage, log: string, from = 1): void {
  for (let number = from; shelf.get(lineKey(log, number)) !== null; number += 1)
    shelf.remove(lineKey(log, number))
}

/** What a page is told that was too late; its next call has the world as the other left it. */
export const conflictError = (world: string) =>
  new WorldError(
    'unkept',
    `Another page changed the world \`${world}\` at the same time, so nothing was changed: call again.`,
  )

/** How a log is kept. */
export type BrowserWorldLogOptions = {
  readonly world: string
  readonly log: string
  readonly now: () => number
  readonly drawId: () => string
  /** Writes the world anew with another log, in the place of this one. */
  readonly compact: () => { readonly log: string; readonly size: number }
  readonly onNotice: (sentence: string) => void
}

/** The changes of one world, a line for each commit; it refuses a line that another page was before with. */
export class BrowserWorldLog implements ChangeLog {
  readonly #shelf: PrefixedStorage
  readonly #options: BrowserWorldLogOptions
  #log: string
  #end: LogEnd
  /** Characters at which it is written anew. */
  #most: number

  constructor(shelf: PrefixedStorage, end: LogEnd, state: number, options: BrowserWorldLogOptions) {
    this.#shelf = shelf
    this.#options = options
    this.#log = options.log
    this.#end = end
    this.#most = Math.max(leastChanges, state)
  }

  write(changes: readonly Change[]): void {
    const { world, now, drawId } = this.#options
    if (!this.#isLast()) throw conflictError(world)
    const line: Line = { id: drawId(), after: this.#end.id, at: now(), changes }
    const text = JSON.stringify(line)
    const count = this.#end.count + 1
    try {
      this.#shelf.set(lineKey(this.#log, count), text)
    } catch (error) {
      const why = `The world \`${world}\` can’t be kept: ${reasonOf(error)}.`
      this.#options.onNotice(`${why} It goes back to what the browser has of it.`)
      throw new WorldError('unkept', `${why} Nothing was changed.`)
    }
    this.#end = { count, id: line.id, at: line.at, size: this.#end.size + text.length }
    if (this.#end.size > this.#most) this.#compact()
  }

  /** Whether nobody wrote since we did. */
  #isLast(): boolean {
    const { count, id } = this.#end
    if (this.#shelf.get(lineKey(this.#log, count + 1)) !== null) return false
    if (count === 0)
      return peekHead(this.#shelf.get(`world/${this.#options.world}`))?.log === this.#log
    return this.#shelf.get(lineKey(this.#log, count))?.startsWith(`{"id":"${id}"`) === true
  }

  /** Puts the state in the place of all changes that led to it; where that fails, they go on. */
  #compact(): void {
    const { world, now, compact, onNotice: notice } = this.#options
    try {
      const { log, size } = compact()
      this.#log = log
      this.#end = { count: 0, id: log, at: now(), size: 0 }
      this.#most = Math.max(leastChanges, size)
    } catch (error) {
      this.#most += leastChanges
      notice(`Failed to shorten the world \`${world}\`: ${reasonOf(error)}. It grows on.`)
    }
  }
}

/** What a world was when its log began: written at once, so it is whole or the one before. */
export type WorldHead = {
  /** The id of the log that goes on from here. */
  readonly log: string
  /** The hash of what it began with. */
  readonly fixture: string
  /** Whether it was ordered to begin with that, or began with what the fake had. */
  readonly chosen: boolean
  readonly order: Omit<WorldOptions, 'fixture'>
  /** Milliseconds of the machine. */
  readonly at: number
  readonly state: WorldState
}

/** A head as text; what it leads to stands first. */
export function serializeHead({ log, fixture, order, ...rest }: WorldHead): string {
  // JSON has no word for infinity.
  const speed = order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed
  return JSON.stringify({ log, fixture, ...rest, order: { ...order, speed } })
}

/** A head from its text; `undefined` where it is damaged, or not ours. */
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

/** What a head leads to, without reading all of it. */
export function peekHead(text: string | null): Pick<WorldHead, 'log' | 'fixture'> | undefined {
  const [, log, fixture] = /^\{"log":"([^"]+)","fixture":"([^"]+)"/.exec(text ?? '') ?? []
  return log === undefined || fixture === undefined ? undefined : { log, fixture }
}

/** A JSON object from its text; `undefined` where it is none. */
export function parseObject<Value>(text: string): Partial<Value> | undefined {
  const value = parseJson(text)
  return isObject(value) ? (value as Partial<Value>) : undefined
}
