import { crc32 } from 'node:zlib'

const sumLength = 8
const lineFeed = 10

/** A file of sealed lines, as far as it is whole. */
export type UnsealedLines = {
  /** What the lines hold. */
  readonly values: readonly unknown[]
  /** What the next line is sealed with. */
  readonly sum: number
  /** Bytes of all whole lines; what stands behind them is a line that was cut while it was written. */
  readonly whole: number
}

/** A line that is neither whole nor the last one. */
export class DamagedLine extends Error {
  override readonly name = 'DamagedLine'
  /** From 1. */
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} is damaged.`)
    this.line = line
  }
}

/**
 * A value as a line, sealed with a checksum over it and all lines before it: that one is missing,
 * cut, changed or out of its place shows when it is read.
 */
export function sealLine(
  value: unknown,
  before: number,
): { readonly line: string; readonly sum: number } {
  const json = JSON.stringify(value)
  const sum = crc32(json, before)
  return { line: `${sum.toString(16).padStart(sumLength, '0')} ${json}\n`, sum }
}

/** Reads sealed lines; a damaged last one is left out. Throws `DamagedLine` for any other. */
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
