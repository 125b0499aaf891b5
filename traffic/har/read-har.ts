import { JSONParser } from '@streamparser/json'
import { copyExchange, type RecordedExchange, toContent } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { HarError, readEntry } from './read-entry.ts'

/** How `readHar` treats entries. */
export type HarOptions = {
  /** Receives each entry that is wrong, which is then left out. Without it, the first one ends the file. */
  readonly onWrongEntry?: ((error: HarError, index: number) => void) | undefined
}

/** The largest entry that is accepted, in bytes. It bounds the memory that a file needs. */
const largestEntry = 64 * 1024 * 1024

/**
 * Loads a body that is in a file of its own, of at most so many bytes; `undefined` if the file is not
 * there. Rejects with `HarError` if it is larger.
 */
type LoadBody = (file: string, mostBytes: number) => Promise<Uint8Array | undefined>

/** The bytes of a HAR file, and where the bodies are that it has in files of their own. */
export type HarBytes = (AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>) & {
  readonly loadBody?: LoadBody
}

/**
 * Reads the entries of a HAR 1.2 file in its order, as its bytes arrive, so that a file of any length
 * needs the memory of one entry. Accepts the files of browsers, of Playwright and of recorders that
 * add the times of event frames (`_frames`). Throws `HarError` with the number of the entry and its
 * field, also for text that is not JSON or has no `log.entries`.
 *
 * @example
 * for await (const exchange of readHar(createReadStream('session.har'))) console.log(exchange.url)
 */
export async function* readHar(
  chunks: HarBytes,
  maxEntryBytes = largestEntry,
  options: HarOptions = {},
): AsyncGenerator<RecordedExchange> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false })
  let values: unknown[] = []
  parser.onValue = ({ value, key }) => {
    if (typeof key === 'number') values.push(value)
  }
  let failure: Error | undefined
  parser.onError = (error) => (failure = error)
  let index = 0
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxEntryBytes)
      throw new HarError(
        `Entry ${index} is larger than ${maxEntryBytes} bytes: leave it out, or record without its body.`,
      )
    parser.write(chunk)
    if (failure !== undefined) throw notJson(failure, index)
    if (values.length > 0) bytes = 0
    for (const value of values) {
      const exchange = await readOne(value, index++, chunks.loadBody, maxEntryBytes, options)
      if (exchange !== undefined) yield exchange
    }
    values = []
  }
  if (!parser.isEnded)
    throw new HarError(`This file ends inside entry ${index}: it is not a complete HAR file.`)
  if (index === 0) throw new HarError('This file has no entries in `log.entries`.')
}

/** Reads one entry; `undefined` if it is wrong and the caller wants to go on. */
async function readOne(
  value: unknown,
  index: number,
  load: LoadBody | undefined,
  maxBytes: number,
  { onWrongEntry }: HarOptions,
): Promise<RecordedExchange | undefined> {
  try {
    const exchange = readEntry(value, index)
    return load === undefined ? exchange : await withAttached(exchange, value, load, maxBytes)
  } catch (error) {
    if (!(error instanceof HarError) || onWrongEntry === undefined) throw error
    onWrongEntry(error, index)
    return undefined
  }
}

/** Adds the bodies that Playwright wrote to files beside the recording (`_file`). */
async function withAttached(
  exchange: RecordedExchange,
  entry: unknown,
  load: LoadBody,
  maxBytes: number,
): Promise<RecordedExchange> {
  const attached = async (side: string, field: string) => {
    const holder = isObject(entry) ? entry[side] : undefined
    const { _file: file, text } = Object(isObject(holder) ? holder[field] : undefined)
    if (typeof file !== 'string' || text) return undefined
    const bytes = await load(file, maxBytes).catch((error: unknown) => {
      throw error instanceof HarError
        ? new HarError(`Entry ${exchange.index}: ${error.message}`)
        : error
    })
    return bytes && toContent(bytes)
  }
  const requestContent = await attached('request', 'postData')
  const content = await attached('response', 'content')
  return copyExchange(exchange, {
    ...(requestContent !== undefined && { requestContent }),
    ...(content !== undefined && { content }),
  })
}

const notJson = (failure: Error, index: number): HarError =>
  new HarError(`This file is not JSON, near entry ${index}: ${failure.message}`)
