import type { Change, ChangeLog } from '../../state/changes.ts'
import { WorldError } from '../../state/world-error.ts'
import type { WorldState } from '../../state/world-plan.ts'
import { appendToFile } from './files.ts'
import { reasonOf } from './folder-error.ts'
import { seal } from './seal.ts'
import { type End, type Head, writeWorldFile } from './world-file.ts'

/** Bytes of changes below which a file is never written anew. */
const leastChanges = 1024 * 1024

/** How a log is kept. */
export type LogOptions = {
  /** Whether each line shall outlast a loss of power, not only the end of the process. */
  readonly sync: boolean
  /** Told what somebody should know, as a sentence. */
  readonly notice: (sentence: string) => void
}

/** The file of one world as it grows, line by line; it is written anew where changes outweigh the state. */
export class WorldLog implements ChangeLog {
  readonly #path: string
  readonly #head: Head
  readonly #now: () => WorldState
  readonly #options: LogOptions
  #end: End
  /** Bytes at which it is written anew. */
  #most: number

  constructor(path: string, head: Head, end: End, now: () => WorldState, options: LogOptions) {
    this.#path = path
    this.#head = head
    this.#end = end
    this.#now = now
    this.#options = options
    this.#most = mostBeside(end.size)
  }

  write(changes: readonly Change[]): void {
    const { line, sum } = seal(changes, this.#end.sum)
    try {
      appendToFile(this.#path, this.#end.size, line, this.#options.sync)
    } catch (error) {
      const { name } = this.#head
      const why = `The world \`${name}\` can’t be kept: ${reasonOf(error)}.`
      this.#options.notice(`${why} It goes back to what ${this.#path} has of it.`)
      throw new WorldError('unkept', `${why} Nothing was changed.`)
    }
    this.#end = { sum, size: this.#end.size + Buffer.byteLength(line) }
    if (this.#end.size > this.#most) this.#compact()
  }

  /** Puts the state in the place of all changes that led to it; where that fails, they go on. */
  #compact(): void {
    const sync = { content: true, place: this.#options.sync }
    try {
      this.#end = writeWorldFile(this.#path, this.#head, this.#now(), sync)
    } catch (error) {
      this.#options.notice(`Failed to shorten ${this.#path}: ${reasonOf(error)}. It grows on.`)
    }
    this.#most = mostBeside(this.#end.size)
  }
}

/** A state of this many bytes may be followed by twice as many of changes. */
const mostBeside = (state: number) => state + Math.max(leastChanges, 2 * state)
