import type { SqlDatabase } from './database.ts'

/** The end of a chain: its number of rows, their characters, and the CRC of the last one. */
export type ChainEnd = { readonly rows: number; readonly length: number; readonly crc: number }
export const emptyChain: ChainEnd = { rows: 0, length: 0, crc: 0 }

/** Characters in a row: at most 750 kB in UTF-8, because a Durable Object refuses rows of 2 MB. */
const pieceLength = 250_000

/** Appends a value as JSON. Returns the new end of the chain. */
export function append(db: SqlDatabase, owner: string, end: ChainEnd, value: unknown): ChainEnd {
  const json = JSON.stringify(value)
  let { rows, crc } = end
  for (let at = 0; at < json.length; rows += 1) {
    // Half of a surrogate pair can't be encoded as UTF-8.
    const isPair = (json.charCodeAt(at + pieceLength) & 0xfc00) === 0xdc00
    const body = json.slice(at, at + pieceLength - (isPair ? 1 : 0))
    at += body.length
    const more = at < json.length ? 1 : 0
    crc = crc32(`${rows} ${more} ${body}`, crc)
    db.exec('INSERT INTO chain VALUES (?, ?, ?, ?, ?)', owner, rows, more, body, crc)
  }
  return { rows, length: end.length + json.length, crc }
}

/** Reads the values of a chain, and its end. Throws an error if a row is damaged or missing. */
export function readChain(db: SqlDatabase, owner: string): { values: unknown[]; end: ChainEnd } {
  const values: unknown[] = []
  let end = emptyChain
  let json = ''
  for (const row of db.exec('SELECT * FROM chain WHERE owner = ? ORDER BY number', owner)) {
    const body = String(row['body'])
    const crc = crc32(`${String(row['number'])} ${String(row['more'])} ${body}`, end.crc)
    if (row['number'] !== end.rows || row['crc'] !== crc)
      throw new Error(`row ${end.rows + 1} of ${owner} is damaged or missing`)
    end = { rows: end.rows + 1, length: end.length + body.length, crc }
    json += body
    if (row['more'] !== 0) continue
    values.push(JSON.parse(json))
    json = ''
  }
  if (json !== '') throw new Error(`row ${end.rows + 1} of ${owner} is missing`)
  return { values, end }
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = (byte >>> 1) ^ (byte & 1 && 0xedb88320)
  return byte
})

/** A CRC-32 over the UTF-16 code units of a text, which continues `before`. */
export function crc32(text: string, before = 0): number {
  let crc = ~before
  const add = (byte: number) => (crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8))
  for (let index = 0; index < text.length; index += 1) {
    add(text.charCodeAt(index) & 0xff)
    add(text.charCodeAt(index) >>> 8)
  }
  return ~crc >>> 0
}
