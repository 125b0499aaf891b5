import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { UsageError } from './command-line.ts'

/** The bytes of a recording; a file that ends in `.gz` is unpacked. */
export function openRecording(file: string): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(file)
  if (!file.endsWith('.gz')) return bytes
  const unpacked = createGunzip()
  bytes.on('error', (error) => unpacked.destroy(error))
  return bytes.pipe(unpacked)
}

/** A `UsageError` for a file that can't be read; other errors as they are. */
export function fileError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^(ENOENT|EACCES|EISDIR)$/.test(code) || code.startsWith('Z_'))
    return new UsageError(`${file} can't be read (${code}).`)
  return error
}
