import { crc32 } from 'node:zlib'

const sumLength = 8
const lineFeed = 10

/** The content of a file whose lines carry a checksum, up to the last complete line. */
export type UnsealedLines = {
  /** The value of each line. */
  readonly values: readonly unknown[]
  /** The checksum that the next line continues. */
  readonly sum: number
  /** Bytes of all complete lines. A line cut off by a crash may follow. */
  readonly whole: number
}

/** Thrown for a damaged line that is not the last one. */
export class DamagedLine extends Error {
  override readonly name = 'DamagedLine'
  /** Counted from 1. */
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is damaged.`)
    this.line = line
  }
}

/** Serializes a value as a line with a checksum over all lines, so that damage is detected. */
export function sealLine(
  value: unknown,
  before: number,
): { readonly line: string; readonly sum: number } {
  const json = JSON.stringify(value)
  const sum = crc32(json, before)
  return { line: `${sum.toString(16).padStart(sumLength, '0')} ${json}\n`, sum }
}

/** Parses lines with checksums. Throws `DamagedLine`, except for the last line. */
export function unsealLines(bytes: Buffer): UnsealedLines {
  const values: unknown[] = []
  let sum = 0
  let whole = 0
  while (whole < bytes.length) {
    const end = bytes.indexOf(lineFeed, whole)
    const json = bytes.subarray(whole + sumLength + 1, end < 0 ? bytes.length : end)
    const sealed = Number.parseInt(bytes.toString('latin1', whole, whole + sumLength), 16)
    const next = crc32(json, sum)
    if (end < 0 || sealed !== next) {
      if (end >= 0 && end < bytes.length - 1) throw new DamagedLine(values.length + 1)
      break
    }
    values.push(JSON.parse(json.toString()))
    sum = next
    whole = end + 1
  }
  return { values, sum, whole }
}
