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

/** The suffix of a file that is still being written. After a crash it may be removed. */
export const draftSuffix = '.new'

/** The parts of a replacement that are synced to disk, so that they survive a power loss. */
type Replacing = {
  readonly content: boolean
  /** Whether the folder of the file is synced. */
  readonly place: boolean
}

/** Replaces a file atomically: after a crash, either the old or the new content is there. */
export function replaceFile(path: string, text: string, sync: Replacing): void {
  const draft = path + draftSuffix
  try {
    // The file is readable by its owner only, because it may contain a secret or the records of
    // worlds.
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

/** Appends to an existing file of `size` bytes. If that fails, the file is cut back to `size`. */
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

/** Cuts off a partial write. If that fails too, the reader skips the incomplete line. */
function cutAt(file: number, size: number): void {
  try {
    ftruncateSync(file, size)
  } catch {
    return
  }
}

/** Syncs a folder to disk, so that added and removed files survive a power loss. */
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

/** Writes all bytes: on a nearly full disk, one `write` may take only some of them. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** Thrown for a folder that can't be used. The message has the reason and the solution. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** The message of an error, such as `ENOSPC: no space left on device, write`. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Whether an error has this code, such as `ENOENT`. */
export const isCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException).code === code

/** Creates a folder and its parents. `mkdirSync` with `recursive` never returns under /proc. */
export function makeFolder(path: string, mode = 0o777): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
