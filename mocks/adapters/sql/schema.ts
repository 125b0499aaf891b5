/** The version of the tables and of what is in them. */
export const storageFormat = 2

/**
 * `chain` has JSON in rows. Each row has a CRC over its content and the CRC of the row before it. If
 * `more` is 1, the JSON continues in the next row. Owners: `world/<name>`, `fixture/<hash>`, `storage`.
 * `worlds` has the end of each world's chain as JSON; `seal` is a CRC over the name and the end.
 */
export const schema = [
  `CREATE TABLE IF NOT EXISTS chain (
    owner TEXT, number INTEGER, more INTEGER, body TEXT, crc INTEGER,
    PRIMARY KEY (owner, number)
  ) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, end TEXT, seal TEXT) WITHOUT ROWID',
]
