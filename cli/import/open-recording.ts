import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { isObject, parseJson } from '../../contract/json.ts'
import { HarError, type RecordedExchange } from '../../traffic/har/read-entry.ts'
import { type HarOptions, readHar, readLenient } from '../../traffic/har/read-har.ts'
import type { Recording } from '../../traffic/import/sources.ts'
import { UsageError } from '../command-line.ts'
import { fileError, openRecording } from '../recording-file.ts'
import { openZip, type ZipFile } from './zip-file.ts'

/** Receives a sentence about a part of a recording that can't be read. */
type OnProblem = (sentence: string) => void

/**
 * Opens a recording: a HAR file, also as `.har.gz`, the `.part` of a proxy, or the zip archive of
 * Playwright. What can't be read is reported, and left out. Throws `UsageError` if nothing can be.
 */
export const openToImport = (file: string, onProblem: OnProblem): Recording => ({
  name: file,
  exchanges: lenient(file, onProblem),
})

async function* lenient(file: string, onProblem: OnProblem): AsyncGenerator<RecordedExchange> {
  let count = 0
  const onWrongEntry = (error: HarError) => onProblem(`${file}: ${error.message} It was left out.`)
  try {
    for await (const exchange of exchangesOf(file, { onWrongEntry })) {
      count++
      yield exchange
    }
  } catch (error) {
    if (!(error instanceof HarError)) throw fileError(error, file)
    if (count === 0) throw new UsageError(`${file}: ${error.message}`)
    onProblem(`${file}: ${error.message} The ${count} entries before are imported.`)
  }
}

function exchangesOf(file: string, options: HarOptions): AsyncIterable<RecordedExchange> {
  if (file.endsWith('.part')) return exchangesOfPart(file, options)
  if (file.endsWith('.zip')) return exchangesOfZip(file, options)
  return readHar(openRecording(file), undefined, options)
}

/** The entries of the file that a proxy writes while it records: a JSON line each. */
async function* exchangesOfPart(
  file: string,
  options: HarOptions,
): AsyncGenerator<RecordedExchange> {
  let index = 0
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    const value = parseJson(line)
    // The last line may be incomplete.
    const exchange = value === undefined ? undefined : readLenient(value, index++, options)
    if (exchange !== undefined) yield exchange
  }
  if (index === 0) throw new HarError('This file has no entries.')
}

/** The entries of a zip archive: a HAR file, and bodies in files of their own. */
async function* exchangesOfZip(
  file: string,
  options: HarOptions,
): AsyncGenerator<RecordedExchange> {
  const zip = openZip(file)
  try {
    const name = zip.names.find((one) => one.endsWith('.har'))
    const har = name === undefined ? undefined : zip.read(name)
    if (har === undefined)
      throw new HarError("This zip archive has no HAR file, or one that can't be unpacked.")
    const prepare = (entry: unknown) => withBodies(entry, zip)
    yield* readHar([har], undefined, { ...options, prepare })
  } finally {
    zip.close()
  }
}

/** An entry with the bodies that Playwright writes to files of their own. */
function withBodies(entry: unknown, zip: ZipFile): unknown {
  if (!isObject(entry) || !isObject(entry['request']) || !isObject(entry['response'])) return entry
  const { request, response } = entry
  return {
    ...entry,
    request: { ...request, postData: withText(request['postData'], zip) },
    response: { ...response, content: withText(response['content'], zip) },
  }
}

function withText(part: unknown, zip: ZipFile): unknown {
  if (!isObject(part) || typeof part['_file'] !== 'string') return part
  const bytes = zip.read(part['_file'])
  if (bytes === undefined) return part
  const isText = /json|text|xml|javascript|urlencoded|multipart/i.test(String(part['mimeType']))
  return isText
    ? { ...part, text: Buffer.from(bytes).toString() }
    : { ...part, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
}

/** When the first exchange of a recording was sent, in milliseconds since 1970; 0 without one. */
export async function firstTime(file: string): Promise<number> {
  for await (const { startedAt } of lenient(file, () => {})) return startedAt
  return 0
}
