import { closeSync, openSync, readFileSync, readSync, truncateSync } from 'node:fs'
import type { Change, ChangeLog } from '../../world/changes.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'
import { replaceFile, FolderError, appendToFile, reasonOf } from './files.ts'
import { folderFormat, requireFormat } from './marker.ts'
import { DamagedLine, sealLine, unsealLines, type UnsealedLines } from './seal.ts'
import { WorldError } from '../../world/world-error.ts'

/** What a world is: the first line of its file. The second is its state, each further one changes. */
export type WorldHead = {
  readonly name: string
  /** The hash of what it began with. */
  readonly fixture: string
  /** Whether it was ordered to begin with that, or began with what the fake had. */
  readonly chosen: boolean
  readonly order: Omit<WorldOptions, 'fixture'>
}

/** Where a file ends: what its next line is sealed with. */
type FileEnd = { readonly sum: number; readonly size: number }

/** A world as its file has it. */
export type WorldFile = {
  readonly head: WorldHead
  readonly state: WorldState
  readonly changes: readonly Change[]
  readonly end: FileEnd
  /** Whether a line that was cut while it was written was left out. */
  readonly torn: boolean
}

/** Writes the file of a world anew, in the place of an older one. */
export function writeWorldFile(
  path: string,
  head: WorldHead,
  state: WorldState,
  sync: { readonly content: boolean; readonly place: boolean },
): FileEnd {
  const first = sealLine(toLine(head), 0)
  const second = sealLine(state, first.sum)
  const text = first.line + second.line
  replaceFile(path, text, sync)
  return { sum: second.sum, size: Buffer.byteLength(text) }
}

/** Reads a world, and cuts off a torn last line. Throws `FolderError` where it is damaged. */
export function readWorldFile(path: string): WorldFile {
  const bytes = readFileSync(path)
  const { values, sum, whole } = unsealFile(path, bytes)
  const [head, state, ...changes] = values
  if (state === undefined) throw damaged(path, values.length + 1)
  const torn = whole < bytes.length
  if (torn) truncateSync(path, whole)
  return {
    head: fromLine(path, head),
    state: state as WorldState,
    changes: (changes as Change[][]).flat(),
    end: { sum, size: whole },
    torn,
  }
}

/** Reads what a file is. Throws `FolderError` where it is damaged, or of another release. */
export function readHead(path: string): WorldHead {
  const { values } = unsealFile(path, firstLine(path))
  return fromLine(path, values[0])
}

function unsealFile(path: string, bytes: Buffer): UnsealedLines {
  try {
    return unsealLines(bytes)
  } catch (error) {
    throw error instanceof DamagedLine ? damaged(path, error.line) : error
  }
}

const damaged = (path: string, line: number) =>
  new FolderError(
    `${path} is damaged at line ${line}. Put back a copy of it, or delete it to let the world begin anew` +
      (line > 2
        ? '; without that line and all after it, the world is as it was before them.'
        : '.'),
  )

/** JSON has no word for infinity. */
const toLine = ({ order, ...head }: WorldHead) => ({
  understudy: 'world',
  format: folderFormat,
  ...head,
  order: { ...order, speed: order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed },
})

function fromLine(path: string, line: unknown): WorldHead {
  if (line === undefined) throw damaged(path, 1)
  const { name, fixture, chosen, order, format: written } = line as ReturnType<typeof toLine>
  requireFormat(path, written)
  const speed = order.speed === 'max' ? Number.POSITIVE_INFINITY : (order.speed as number)
  return { name, fixture, chosen, order: { ...order, speed } }
}

function firstLine(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (;;) {
      const piece = Buffer.alloc(4096)
      const length = readSync(file, piece)
      const end = piece.indexOf('\n')
      if (length === 0 || end >= 0) return Buffer.concat([...pieces, piece.subarray(0, end + 1)])
      pieces.push(piece.subarray(0, length))
    }
  } finally {
    closeSync(file)
  }
}

/** Bytes of changes below which a file is never written anew. */
const leastChanges = 1024 * 1024

/** How a log is kept. */
export type FileLogOptions = {
  /** Whether each line shall outlast a loss of power, not only the end of the process. */
  readonly sync: boolean
  /** Told what somebody should know, as a sentence. */
  readonly onNotice: (sentence: string) => void
}

/** The file of one world as it grows, line by line; it is written anew where changes outweigh the state. */
export class WorldLog implements ChangeLog {
  readonly #path: string
  readonly #head: WorldHead
  readonly #now: () => WorldState
  readonly #options: FileLogOptions
  #end: FileEnd
  /** Bytes at which it is written anew. */
  #most: number

  constructor(
    path: string,
    head: WorldHead,
    end: FileEnd,
    now: () => WorldState,
    options: FileLogOptions,
  ) {
    this.#path = path
    this.#head = head
    this.#end = end
    this.#now = now
    this.#options = options
    this.#most = mostBeside(end.size)
  }

  write(changes: readonly Change[]): void {
    const { line, sum } = sealLine(changes, this.#end.sum)
    try {
      appendToFile(this.#path, this.#end.size, line, this.#options.sync)
    } catch (error) {
      const { name } = this.#head
      const why = `The world \`${name}\` can’t be kept: ${reasonOf(error)}.`
      this.#options.onNotice(`${why} It goes back to what ${this.#path} has of it.`)
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
      this.#options.onNotice(`Failed to shorten ${this.#path}: ${reasonOf(error)}. It grows on.`)
    }
    this.#most = mostBeside(this.#end.size)
  }
}

/** A state of this many bytes may be followed by twice as many of changes. */
const mostBeside = (state: number) => state + Math.max(leastChanges, 2 * state)
