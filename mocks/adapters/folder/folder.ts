import fs from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqlDatabase, SqlRow } from '../sql/database.ts'
import { SqlStorage, type SqlStorageOptions } from '../sql/sql-storage.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Thrown for a folder that can't be used. The message has the reason and the solution.
 *
 * @example
 * if (error instanceof FolderError) console.error(error.message)
 */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Worlds in a folder. Close it after the fake: this unlocks the folder for other processes. */
export type Folder = SqlStorage & { readonly path: string; close(): void }

/** Options of `openFolder`. */
export type FolderOptions = SqlStorageOptions & {
  /** Makes every acknowledged change survive a power loss: each one waits for the disk. Default: false. */
  readonly fsync?: boolean
}

/**
 * Opens or creates a folder that stores the worlds of a fake, for one process at a time.
 *
 * A change is handed to the operating system before its response is sent, so it survives the end of
 * the process; with `fsync`, also a power loss. Throws `FolderError` if another process has the
 * folder open, if the folder contains other files, or if it can't be read or written.
 *
 * @example
 * const storage = openFolder('./worlds')
 * const fake = createFake({ fixture, storage, secret: storage.secret(undefined, randomUUID) })
 */
export function openFolder(path: string, { fsync, ...options }: FolderOptions = {}): Folder {
  const file = join(path, 'worlds.sqlite')
  // The lock file names the process that has the folder open; SQLite does the locking.
  const lock = join(path, 'lock')
  let close: (() => void) | undefined
  if (!hasSqlite())
    throw new FolderError(
      'Worlds are stored by `node:sqlite`, which this runtime does not have: use Node 22.13 or newer (of Node 23: 23.4).',
    )
  try {
    if (fs.existsSync(file)) checkFile(file)
    else createFile(path, file)
    if (fs.statSync(lock, { throwIfNoEntry: false })?.isDirectory())
      throw new FolderError(`${lock} is not a file: remove it, or choose another --data folder.`)
    const database = openDatabase(file, fsync)
    close = () => database.close()
    // Fails for a database of another program. Without this check, our tables would be added to it.
    database.exec('SELECT 1 FROM chain LIMIT 1')
    const storage = new SqlStorage(database, options)
    // The lock file is removed, not overwritten: it may be a pipe, which blocks a write, or a link
    // to another file.
    fs.rmSync(lock, { force: true })
    fs.writeFileSync(lock, `Process ${process.pid}`, { flag: 'wx' })
    close = () => {
      fs.rmSync(lock, { force: true })
      database.close()
    }
    return Object.assign(storage, { path, close })
  } catch (error) {
    close?.()
    if (error instanceof FolderError) throw error
    const { message, errcode } = error as Error & { readonly errcode?: number }
    const busy = `${lockHolderOf(lock)} stores its worlds in ${path}. Stop it, or choose another folder.`
    const failed = `Failed to store worlds in ${path}: ${message}. Choose another folder, or restore this one from a backup.`
    throw new FolderError(errcode === 5 ? busy : failed)
  }
}

/** Reads from the lock file which process has the folder open. */
function lockHolderOf(lock: string): string {
  const isFile = fs.statSync(lock, { throwIfNoEntry: false })?.isFile()
  return (isFile && fs.readFileSync(lock, 'utf8')) || 'Another process'
}

// Node before 22.13 has `node:sqlite` only with the flag `--experimental-sqlite`.
const hasSqlite = (): boolean => isBuiltin('node:sqlite')

/**
 * Throws `FolderError` for anything but a file, and for a file that is too short to be a database.
 */
function checkFile(file: string): void {
  const stat = fs.statSync(file)
  if (!stat.isFile())
    throw new FolderError(`${file} is not a file: remove it, or choose another --data folder.`)
  // SQLite treats a file of less than one page as a new database. A page has at least 512 bytes.
  if (stat.size < 512)
    throw new FolderError(
      `${file} is damaged: it has only ${stat.size} bytes, so its worlds are lost. ${restoreAdvice(file)}`,
    )
  fs.accessSync(file, fs.constants.W_OK)
}

// The user has to remove the log, too: SQLite would write the log into the restored database.
const restoreAdvice = (file: string) =>
  `Remove ${[file, `${file}-wal`].filter((left) => fs.existsSync(left)).join(' and ')}, then restore ${basename(file)} from a backup, or start without stored worlds.`

/**
 * Creates the database, and renames it once it is complete. If the process is killed before the
 * renaming, the next start completes `worlds.sqlite.new`. Throws `FolderError` for a folder with
 * other content, before anything is written to it.
 */
function createFile(folder: string, file: string): void {
  makeFolder(folder, 0o700)
  const begun = `${file}.new`
  const ours = [basename(begun), `${basename(begun)}-wal`, 'lock']
  const log = `${file}-wal`
  if (fs.statSync(log, { throwIfNoEntry: false })?.size === 0) ours.push(basename(log))
  const others = fs.readdirSync(folder).filter((name) => !ours.includes(name))
  if (others.includes(basename(log)))
    throw new FolderError(
      `${file} is missing, but its log is there: it was deleted or moved while a server used it. ${restoreAdvice(file)}`,
    )
  const older =
    'has the format of an earlier release. To keep its worlds, start that release with it and save each world with GET /__control/snapshot; ' +
    'then start this release with a new folder and send each file with PUT /__control/snapshot. The header x-understudy-world names the world.'
  const isOlder = others.includes('understudy.json')
  const problem = isOlder ? older : 'has other files in it: choose an empty or a new folder.'
  if (others.length > 0) throw new FolderError(`${folder} ${problem}`)
  try {
    // Only the owner can read the file, because it contains the secret.
    fs.closeSync(fs.openSync(begun, fs.constants.O_CREAT | fs.constants.O_NOFOLLOW, 0o600))
    const database = openDatabase(begun, true)
    try {
      void new SqlStorage(database)
    } finally {
      database.close()
    }
    fs.renameSync(begun, file)
  } catch (error) {
    // The unfinished file has no worlds yet. It is removed, unless another process is creating it.
    const isLocked = (error as { readonly errcode?: number }).errcode === 5
    if (!isLocked) for (const left of [begun, `${begun}-wal`]) fs.rmSync(left, { force: true })
    // Another process has completed the database.
    if (!fs.existsSync(file)) throw error
  }
}

/**
 * Opens a SQLite file for this process alone. Each commit is copied from the write-ahead log into
 * the database at once. Otherwise one damaged bit in the log could lose acknowledged changes:
 * SQLite ignores all later entries of the log, without an error.
 */
export function openDatabase(
  file: string,
  fsync = false,
): SqlDatabase & { checkStored(): void; close(): void } {
  const db = new (process.getBuiltinModule('node:sqlite').DatabaseSync)(file)
  const statements = new Map<string, StatementSync>()
  const exec = (sql: string, ...params: readonly unknown[]) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...(params as SQLInputValue[])) as SqlRow[]
  }
  const transaction = <Result>(run: () => Result): Result => {
    exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      exec('COMMIT')
      return result
    } catch (error) {
      // A full disk, for example, can end the transaction. Then `ROLLBACK` alone would throw.
      db.exec('SAVEPOINT failed; ROLLBACK')
      throw error
    }
  }
  try {
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL`)
    db.exec(`PRAGMA wal_autocheckpoint = 1; PRAGMA journal_size_limit = 1048576`)
    db.exec(`PRAGMA synchronous = ${fsync ? 'FULL' : 'OFF'}; PRAGMA cell_size_check = ON`)
  } catch (error) {
    db.close()
    throw error
  }
  const opened = fs.statSync(file, { bigint: true })
  const isInPlace = () => {
    const found = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
    return found !== undefined && found.ino === opened.ino && found.dev === opened.dev
  }
  return {
    exec,
    transaction,
    // Needed because SQLite goes on writing to a deleted file. The check takes 2 µs, a write 40 µs.
    checkStored() {
      if (!isInPlace())
        throw new Error(
          `${file} was deleted, moved or replaced. Move it back, or restart the server, which then uses the file that it finds there`,
        )
    },
    close() {
      // Empties the log. Otherwise the next process would copy the log into a new file of this
      // name.
      if (!isInPlace()) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}
