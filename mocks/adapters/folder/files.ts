import {
  closeSync,
  constants,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
  existsSync,
  mkdirSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** What a file is called while it is written; whoever finds one may remove it. */
export const draftSuffix = '.new'

/** How a file is replaced. */
type Replacing = {
  /** Whether its content shall outlast a loss of power. */
  readonly content: boolean
  /** Whether its new place shall. */
  readonly place: boolean
}

/** Puts a text in the place of a file at once: a crash leaves the old one or the new one. */
export function replaceFile(path: string, text: string, sync: Replacing): void {
  const draft = path + draftSuffix
  try {
    // Only for its owner: it may hold a secret, or what worlds hold.
    withFile(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, (file) => {
      writeAll(file, Buffer.from(text))
      if (sync.content) fsyncSync(file)
    })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  if (sync.place) syncFolder(dirname(path))
}

/** Adds to the end of a file that is there, `size` bytes long; what fails leaves it as it was. */
export function appendToFile(path: string, size: number, text: string, sync: boolean): void {
  withFile(path, constants.O_WRONLY | constants.O_APPEND, (file) => {
    try {
      writeAll(file, Buffer.from(text))
      if (sync) fdatasyncSync(file)
    } catch (error) {
      cutAt(file, size)
      throw error
    }
  })
}

/** Takes back a part that was written; where even that fails, the torn line is left out when it is read. */
function cutAt(file: number, size: number): void {
  try {
    ftruncateSync(file, size)
  } catch {
    return
  }
}

/** Makes what was put into a folder, or taken out of it, outlast a loss of power. */
export function syncFolder(path: string): void {
  withFile(path, constants.O_RDONLY, fsyncSync)
}

function withFile(path: string, flags: number, act: (file: number) => void): void {
  const file = openSync(path, flags, 0o600)
  try {
    act(file)
  } finally {
    closeSync(file)
  }
}

/** Writes all of it: on a disk that is nearly full, one write may take only a part. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** A folder of worlds that can't be used: says which, why, and what would help. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** What the system says of a failure, such as `ENOSPC: no space left on device, write`. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether a failure is of one kind, such as `ENOENT`. */
export const isCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code

/**
 * Makes a folder, and those above it. Node does both at once, but goes round for ever where the
 * system takes no folder, such as under /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
