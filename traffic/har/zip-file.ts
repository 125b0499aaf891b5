import { isError } from '../../contract/realm-safe.ts'
import { openAsBlob } from 'node:fs'
import {
  BlobReader,
  configure,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import { HarError } from './read-har.ts'

/** The maximum number of files, far more than the attached bodies of any recording. */
const maxFiles = 100_000

/** A zip file. Only its directory is in memory. */
export type ZipFile = {
  readonly names: readonly string[]
  /** Streams the unpacked bytes of a file. Throws `HarError` for a damaged zip file. */
  read(name: string): AsyncGenerator<Uint8Array>
}

/** Opens a zip file. Rejects with `HarError` if it is damaged. */
export async function openZip(file: string): Promise<ZipFile> {
  configure({ useWebWorkers: false })
  const entries = new Map<string, FileEntry>()
  const reader = new ZipReader(new BlobReader(await openAsBlob(file)), { checkSignature: true })
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.size >= maxFiles)
        throw new HarError(
          `This zip file has more than ${maxFiles} files: unpack it, and pass its .har file.`,
        )
      if (!entry.directory) entries.set(entry.filename, entry)
    }
  } catch (error) {
    throw toHarError(error)
  }
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name)
      if (entry === undefined) return
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const written = entry.getData(writable)
      // If the reader stops early, unpacking is cancelled. If unpacking fails, the reader gets the
      // error.
      written.catch((error: unknown) => writable.abort(error).catch(() => undefined))
      try {
        yield* readable
        await written
      } catch (error) {
        throw toHarError(error)
      }
    },
  }
}

function toHarError(error: unknown): unknown {
  if (error instanceof HarError || !isError(error)) return error
  return new HarError(`This zip file can't be unpacked: ${error.message}.`)
}
