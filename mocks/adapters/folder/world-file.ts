import { closeSync, openSync, readFileSync, readSync, truncateSync } from 'node:fs'
import type { Change, ChangeLog } from '../../world/changes.ts'
import type { WorldOptions, WorldState } from '../../world/world-config.ts'
import { replaceFile, FolderError, appendToFile, reasonOf } from './files.ts'
import { folderFormat, requireFormat } from './marker.ts'
import { DamagedLine, sealLine, unsealLines, type UnsealedLines } from './seal.ts'
import { WorldError } from '../../world/world-error.ts'

/** The first line of a world's file. The second line is its state; each further line, a commit of changes. */
export type WorldHead = {
  readonly name: string
  /** The hash of its fixture. */
  readonly fixture: string
  /** Whether the fixture was chosen for this world, or is the default of the fake. */
  readonly chosen: boolean
  readonly order: Omit<WorldOptions, 'fixture'>
}

/** The end of a file: the checksum that its next line continues, and its size in bytes. */
type FileEnd = { readonly sum: number; readonly size: number }

export type WorldFile = {
  readonly head: WorldHead
  readonly state: WorldState
  readonly changes: readonly Change[]
  readonly end: FileEnd
  /** Whether an incomplete last line was cut off. */
  readonly torn: boolean
}

/** Writes the file of a world, and replaces an older one. */
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

/** Reads a world and cuts off an incomplete last line. Throws `FolderError` if it is damaged. */
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

/** Reads the first line of a file. Throws `FolderError` if it is damaged or has another format. */
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
    `${path} is damaged at line ${line}. Restore it from a backup, or delete it so that the world starts fresh` +
      (line > 2
        ? '. To go back to the state before that line, delete it and all lines after it.'
        : '.'),
  )

/** JSON can't express infinity. */
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

/** Below this many bytes of changes, a file is never compacted. */
const leastChanges = 1024 * 1024

/** Options for writing changes. */
export type FileLogOptions = {
  /** Whether each line is synced to disk, so that it survives a power loss. */
  readonly sync: boolean
  /** Receives notices for the operator, each one sentence. */
  readonly onNotice: (sentence: string) => void
}

/** Appends changes to the file of a world; compacts it once they are larger than the state. */
export class WorldLog implements ChangeLog {
  readonly #path: string
  readonly #head: WorldHead
  readonly #now: () => WorldState
  readonly #options: FileLogOptions
  #end: FileEnd
  /** The size in bytes at which it is compacted. */
  #compactAt: number

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
    this.#compactAt = compactionSize(end.size)
  }

  write(changes: readonly Change[]): void {
    const { line, sum } = sealLine(changes, this.#end.sum)
    try {
      appendToFile(this.#path, this.#end.size, line, this.#options.sync)
    } catch (error) {
      const { name } = this.#head
      const why = `Failed to store the world \`${name}\`: ${reasonOf(error)}.`
      this.#options.onNotice(`${why} The world is reset to the state in ${this.#path}.`)
      throw new WorldError('unkept', `${why} Nothing was changed.`)
    }
    this.#end = { sum, size: this.#end.size + Buffer.byteLength(line) }
    if (this.#end.size > this.#compactAt) this.#compact()
  }

  /** Replaces all changes by the resulting state. If that fails, the file keeps growing. */
  #compact(): void {
    const sync = { content: true, place: this.#options.sync }
    try {
      this.#end = writeWorldFile(this.#path, this.#head, this.#now(), sync)
    } catch (error) {
      this.#options.onNotice(
        `Failed to compact ${this.#path}: ${reasonOf(error)}. The file keeps growing.`,
      )
    }
    this.#compactAt = compactionSize(this.#end.size)
  }
}

/** Changes may take twice as many bytes as the state before the file is compacted. */
const compactionSize = (state: number) => state + Math.max(leastChanges, 2 * state)
