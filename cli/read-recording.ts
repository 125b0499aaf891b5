import { open, stat } from 'node:fs/promises'
import { createReadStream, existsSync, type ReadStream } from 'node:fs'
import { dirname } from 'node:path'
import { buffer as collectBytes } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { RecordedExchange } from '../contract/exchange.ts'
import { formatCount } from '../contract/format-count.ts'
import { type HarBytes, HarError, type HarOptions, readHar } from '../traffic/har/read-har.ts'
import { UsageError } from './command-line.ts'
import type { ProgressLine } from './progress.ts'
import { isError } from '../contract/realm-safe.ts'
import type { ZipFile } from '../traffic/har/zip-file.ts'
import { readInOrder } from '../traffic/record/recorder.ts'
import { resolveInside } from './resolve-inside.ts'

/** The number of entries between two updates of the progress. */
const stepEntries = 50

/** Reads the exchanges of a recording, and shows how far its file is read. Throws `UsageError`. */
export async function* readRecording(
  file: string,
  progress: ProgressLine,
): AsyncGenerator<RecordedExchange> {
  try {
    yield* readEntries(file, progress)
  } catch (error) {
    if (error instanceof HarError) throw new UsageError(`${file}: ${error.message}`)
    throw error
  }
}

/** Like `readRecording`, but throws `HarError` for wrong content. */
export async function* readEntries(
  file: string,
  progress: ProgressLine,
  options?: HarOptions,
): AsyncGenerator<RecordedExchange> {
  try {
    const bytes = openRecording(file)
    const { size } = await stat(file)
    let entries = 0
    for await (const exchange of readHar(bytes, undefined, options)) {
      const read = bytes.bytesRead()
      if (entries++ % stepEntries === 0)
        progress.show({
          text: `${file}: ${formatCount(entries, 'entry', 'entries')}`,
          share: read === undefined ? undefined : read / size,
        })
      yield exchange
    }
  } catch (error) {
    throw fileError(error, file)
  } finally {
    progress.end()
  }
}

/** The maximum size of an unpacked recording in bytes. */
const maxUnpackedBytes = 4 * 1024 ** 3

/** A recording. `bytesRead` returns the bytes read so far; undefined for a zip or `.part` file. */
type OpenedRecording = HarBytes & { readonly bytesRead: () => number | undefined }

/**
 * Opens a recording: HAR 1.2, also packed with gzip; a zip file or folder of Playwright with bodies
 * in separate files; or the `.part` file of an unfinished recording. Reads nothing before the first
 * entry is requested.
 */
export function openRecording(file: string, mostBytes = maxUnpackedBytes): OpenedRecording {
  let stream: ReadStream | undefined
  const read = () => (stream = createReadStream(file))
  let zip: Promise<ZipFile> | undefined
  return {
    async *[Symbol.asyncIterator]() {
      const kind = await kindOf(file)
      if (kind === 'zip') {
        zip = openZip(file)
        yield* limitBytes(harIn(await zip), mostBytes, unpackedProblem)
      } else if (kind === 'gzip') yield* limitBytes(unpackGzip(read()), mostBytes, unpackedProblem)
      else yield* kind === 'part' ? partAsHar(file) : read()
    },
    bytesRead: () => stream?.bytesRead,
    async loadBody(name, max) {
      const chunks = zip === undefined ? await bodyBeside(file, name) : bodyIn(await zip, name)
      const problem = () => `The body file ${name} is larger than the maximum of ${max} bytes.`
      return chunks && collectBytes(limitBytes(chunks, max, problem))
    },
  }
}

/** Detects the kind of a file by its first bytes, because a zip file can have any name. */
async function kindOf(file: string): Promise<'zip' | 'gzip' | 'part' | 'har'> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    const start = buffer.toString('hex')
    if (start.startsWith('504b')) return 'zip'
    if (start.startsWith('1f8b') || file.endsWith('.gz')) return 'gzip'
    return file.endsWith('.part') ? 'part' : 'har'
  } finally {
    await handle.close()
  }
}

const openZip = async (file: string) => (await import('../traffic/har/zip-file.ts')).openZip(file)

function harIn(zip: ZipFile): AsyncGenerator<Uint8Array> {
  const [name, other] = zip.names.filter((one) => one.endsWith('.har'))
  if (name === undefined)
    throw new HarError('This zip file has no file that ends in .har: pass the zip of a recording.')
  if (other !== undefined)
    throw new HarError('This zip file has several files that end in .har: unpack it, and pass one.')
  return zip.read(name)
}

function unpackGzip(bytes: ReadStream): AsyncIterable<Uint8Array> {
  const target = createGunzip()
  bytes.on('error', (error) => target.destroy(error))
  return bytes.pipe(target)
}

/** Limits the number of bytes, because a small file can unpack to any length. */
async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
  problem: (max: number) => string,
) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > max) throw new HarError(problem(max))
    yield chunk
  }
}

const unpackedProblem = (max: number) =>
  `This file has more than ${max} bytes when unpacked, the maximum.`

/** Converts the `.part` file of an unfinished recording to HAR. Its last line may be incomplete. */
async function* partAsHar(file: string): AsyncGenerator<string> {
  yield '{"log":{"entries":['
  let separator = ''
  for await (const entry of readInOrder(file)) {
    if (entry === undefined) continue
    yield separator + JSON.stringify(entry)
    separator = ','
  }
  yield ']}}'
}

const bodyIn = (zip: ZipFile, name: string) =>
  zip.names.includes(name) ? zip.read(name) : undefined

/** Reads a body, but only from the recording's folder: an untrusted recording may name any file. */
async function bodyBeside(file: string, name: string): Promise<ReadStream | undefined> {
  const outside = () =>
    new HarError(`The body file ${name} is outside the folder of the recording: put it inside.`)
  const path = await resolveInside(dirname(file), name, outside)
  return path === undefined ? undefined : createReadStream(path)
}

/** Converts the error for a file that can't be read to a `UsageError`; keeps other errors. */
function fileError(error: unknown, file: string): unknown {
  const code = isError(error) && 'code' in error ? String(error.code) : ''
  if (/^(ENOENT|EACCES|EISDIR)$/.test(code) || code.startsWith('Z_'))
    return new UsageError(`${file} can't be read (${code}).${partFileHint(file)}`)
  return error
}

/** Returns a hint if there is only the `.part` file of a recording that its proxy still writes. */
const partFileHint = (file: string) =>
  existsSync(`${file}.part`) && !existsSync(file)
    ? ` Its recording is unfinished: stop the proxy, or pass ${file}.part.`
    : ''
