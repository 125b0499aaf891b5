/** The version of the tables and of what is in them. */
export const storageFormat = 2

/**
 * The tables. `chain` has JSON in rows, each with a CRC over its content and the CRC of the row
 * before it. JSON that is too long for one row continues in the next one (`more`). An owner is
 * `world/<name>`, `fixture/<hash>` or `storage`.
 *
 * `worlds` has the end of each world's chain, and what is needed without reading it. `seal` is a CRC
 * over the name and the end.
 */
export const schema = [
  `CREATE TABLE IF NOT EXISTS chain (
    owner TEXT, number INTEGER, more INTEGER, body TEXT, crc INTEGER,
    PRIMARY KEY (owner, number)
  ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS worlds (
    name TEXT PRIMARY KEY, end TEXT, seal TEXT
  ) WITHOUT ROWID`,
]
