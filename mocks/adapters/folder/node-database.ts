import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqlDatabase, SqlRow } from '../sql/database.ts'

/**
 * Opens a SQLite file for this process alone.
 *
 * Each commit is copied from the write-ahead log into the database at once: SQLite ignores a log
 * from its first damaged bit on and does not report it. So a log must never have the only copy of an
 * acknowledged change.
 */
export function openDatabase(file: string, fsync: boolean): SqlDatabase & { close(): void } {
  // Loaded here, because only folders need it.
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
      // After some errors, such as a full disk, SQLite has rolled back already.
      try {
        exec('ROLLBACK')
      } catch {}
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
  return { exec, transaction, close: () => db.close() }
}
