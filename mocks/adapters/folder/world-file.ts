import { closeSync, openSync, readFileSync, readSync, truncateSync } from 'node:fs'
import type { Change } from '../../state/changes.ts'
import type { WorldOrder, WorldState } from '../../state/world-plan.ts'
import { replaceFile } from './files.ts'
import { FolderError } from './folder-error.ts'
import { format, refuseOtherFormat } from './format.ts'
import { DamagedLine, seal, unseal, type Unsealed } from './seal.ts'

/** What a world is: the first line of its file. The second is its state, each further one changes. */
export type Head = {
  readonly name: string
  /** The hash of what it began with. */
  readonly fixture: string
  /** Whether it was ordered to begin with that, or began with what the fake had. */
  readonly chosen: boolean
  readonly order: Omit<WorldOrder, 'fixture'>
}

/** Where a file ends: what its next line is sealed with. */
export type End = { readonly sum: number; readonly size: number }

/** A world as its file has it. */
export type WorldFile = {
  readonly head: Head
  readonly state: WorldState
  readonly changes: readonly Change[]
  readonly end: End
  /** Whether a line that was cut while it was written was left out. */
  readonly torn: boolean
}

/** Writes the file of a world anew, in the place of an older one. */
export function writeWorldFile(
  path: string,
  head: Head,
  state: WorldState,
  sync: { readonly content: boolean; readonly place: boolean },
): End {
  const first = seal(toLine(head), 0)
  const second = seal(state, first.sum)
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
export function readHead(path: string): Head {
  const { values } = unsealFile(path, firstLine(path))
  return fromLine(path, values[0])
}

function unsealFile(path: string, bytes: Buffer): Unsealed {
  try {
    return unseal(bytes)
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
const toLine = ({ order, ...head }: Head) => ({
  understudy: 'world',
  format,
  ...head,
  order: { ...order, speed: order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed },
})

function fromLine(path: string, line: unknown): Head {
  if (line === undefined) throw damaged(path, 1)
  const { name, fixture, chosen, order, format: written } = line as ReturnType<typeof toLine>
  refuseOtherFormat(path, written)
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
