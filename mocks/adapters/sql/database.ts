/** A value of a column. Node returns a `Uint8Array` for a blob, a Durable Object an `ArrayBuffer`. */
type SqlValue = string | number | null | Uint8Array | ArrayBuffer

/** The columns of a row by their names. */
export type SqlRow = Readonly<Record<string, SqlValue>>

/** A synchronous SQL database: `node:sqlite`, or the storage of a Durable Object. */
export type SqlDatabase = {
  /** Runs one statement with its parameters. Returns its rows. Throws the error of the database. */
  exec(sql: string, ...params: readonly SqlValue[]): readonly SqlRow[]
  /** Runs a function in a transaction. If the function throws, none of its changes is stored. */
  transaction<Result>(run: () => Result): Result
  /** Throws if changes would be lost, because the file was deleted. Absent if that can't happen. */
  checkStored?(): void
}
