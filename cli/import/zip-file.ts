import { inflateRawSync } from 'node:zlib'
import { UsageError } from '../command-line.ts'

const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/** The end of a zip archive, which points to its list of files. */
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const longestEnd = 65_557
const endLength = 22
const entryLength = 46
const localLength = 30
/** The largest file of an archive that is read, in bytes. */
const largestFile = 512 * 1024 * 1024

type ZipEntry = {
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/** The files of a zip archive. */
export type ZipFile = {
  readonly names: readonly string[]
  /** The bytes of a file; `undefined` if the archive lacks it. */
  read(name: string): Uint8Array | undefined
  close(): void
}

/** Opens a zip archive; throws `UsageError` if it is none. */
export function openZip(path: string): ZipFile {
  const file = openSync(path, 'r')
  const bytesAt = (position: number, length: number) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  }
  const entries = new Map<string, ZipEntry>()
  try {
    const { size } = fstatSync(file)
    const tail = bytesAt(Math.max(0, size - longestEnd), Math.min(size, longestEnd))
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < 0 || end + endLength > tail.length || tail.readUInt32LE(end) !== endSignature)
      throw new UsageError(`${path} is not a complete zip archive.`)
    const list = bytesAt(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
    for (let at = 0; at + entryLength <= list.length;) {
      if (list.readUInt32LE(at) !== entrySignature) break
      const nameEnd = at + entryLength + list.readUInt16LE(at + 28)
      entries.set(list.toString('utf8', at + entryLength, nameEnd), {
        method: list.readUInt16LE(at + 10),
        packed: list.readUInt32LE(at + 20),
        size: list.readUInt32LE(at + 24),
        offset: list.readUInt32LE(at + 42),
      })
      at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      if (entry === undefined || entry.size > largestFile) return undefined
      const head = bytesAt(entry.offset, localLength)
      const start = entry.offset + localLength + head.readUInt16LE(26) + head.readUInt16LE(28)
      const packed = bytesAt(start, entry.packed)
      if (entry.method === 0) return packed
      return entry.method === 8
        ? inflateRawSync(packed, { maxOutputLength: largestFile })
        : undefined
    },
    close: () => closeSync(file),
  }
}
