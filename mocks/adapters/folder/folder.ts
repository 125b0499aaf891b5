import fs from 'node:fs'
import { join } from 'node:path'
import { SqlStorage, type SqlStorageOptions } from '../sql/sql-storage.ts'
import { makeFolder } from './make-folder.ts'
import { openDatabase } from './node-database.ts'

/** Thrown for a folder that can't be used. The message has the reason and the solution. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/**
 * Stores worlds in a SQLite database in a folder. A change is handed to the operating system before
 * its response is sent, so it survives the end of the process; with `fsync`, also a power loss.
 */
export type Folder = SqlStorage & {
  readonly path: string
  /** Unlocks the folder for other processes. Call it after the fake is closed. */
  close(): void
}

/** Options of `openFolder`. */
export type FolderOptions = SqlStorageOptions & {
  /** Makes every acknowledged change survive a power loss: each one waits for the disk. Default: false. */
  readonly fsync?: boolean
}

/**
 * Opens or creates a folder that stores the worlds of a fake, for one process at a time.
 *
 * Throws `FolderError` if another process has it open, if it has other files in it, or if it can't
 * be read or written.
 *
 * @example
 * const storage = openFolder('./worlds')
 * const fake = createFake({ fixture, storage, secret: storage.secret(undefined, randomUUID) })
 */
export function openFolder(path: string, { fsync, ...options }: FolderOptions = {}): Folder {
  const file = join(path, 'worlds.sqlite')
  // It names the process that has the folder open; SQLite does the locking.
  const lock = join(path, 'lock')
  try {
    if (fs.existsSync(path) && !fs.existsSync(file)) requireEmpty(path)
    makeFolder(path, 0o700)
    // It has the secret, so only its owner can read it. SQLite opens a write-protected file, too.
    fs.closeSync(fs.openSync(file, 'a', 0o600))
    const database = openDatabase(file, fsync === true)
    const close = () => {
      fs.rmSync(lock, { force: true })
      database.close()
    }
    try {
      fs.writeFileSync(lock, String(process.pid))
      return Object.assign(new SqlStorage(database, options), { path, close })
    } catch (error) {
      close()
      throw error
    }
  } catch (error) {
    if (error instanceof FolderError) throw error
    const { message, errcode } = error as Error & { readonly errcode?: number }
    const isLocked = errcode === 5
    const holder = fs.existsSync(lock)
      ? `Process ${fs.readFileSync(lock, 'utf8')}`
      : 'Another process'
    throw new FolderError(
      isLocked
        ? `${holder} stores its worlds in ${path}. Stop it, or choose another folder.`
        : `Failed to store worlds in ${path}: ${message}. Choose another folder, or restore this one from a backup.`,
    )
  }
}

/** Throws `FolderError` for a folder with other content, before anything is written to it. */
function requireEmpty(folder: string): void {
  const files = fs.readdirSync(folder).filter((name) => name !== 'lock')
  if (files.includes('understudy.json'))
    throw new FolderError(
      `${folder} has the format of an earlier release. To keep its worlds, start that release with it and save each world with GET /__control/snapshot; ` +
        'then start this release with a new folder and send each file with PUT /__control/snapshot. The header x-understudy-world names the world.',
    )
  if (files.length > 0)
    throw new FolderError(`${folder} has other files in it: choose an empty or a new folder.`)
}
