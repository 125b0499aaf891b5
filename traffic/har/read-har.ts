import { JSONParser } from '@streamparser/json'
import {
  copyExchange,
  type RecordedExchange,
  toContent,
  createExchange,
  type ExchangeParts,
} from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import * as z from 'zod/mini'
import { decodeBase64 } from '../../contract/base64.ts'
import { explainIssues } from '../../contract/explain-issues.ts'

/** Options of `readHar`. */
export type HarOptions = {
  /** Receives each invalid entry, which is skipped. If absent, an invalid entry throws. */
  readonly onWrongEntry?: ((error: HarError, index: number) => void) | undefined
}

/** The maximum size of an entry in bytes. It bounds the memory for a file. */
const defaultMaxEntryBytes = 64 * 1024 * 1024

/**
 * Loads a body from a separate file, up to a number of bytes; `undefined` if the file is missing.
 * Rejects with `HarError` if the file is larger.
 */
type LoadBody = (file: string, maxBytes: number) => Promise<Uint8Array | undefined>

/** The bytes of a HAR file, and the loader for its separate body files. */
export type HarBytes = (AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>) & {
  readonly loadBody?: LoadBody
}

/**
 * Reads the entries of a HAR 1.2 file one by one, so that a file of any length needs the memory of
 * one entry. Accepts the files of browsers, of Playwright and of recorders that add the times of
 * event frames (`_frames`). Throws `HarError` with the number of the entry and its field, also for
 * text that is not JSON or has no `log.entries`.
 *
 * @example
 * for await (const exchange of readHar(createReadStream('session.har'))) console.log(exchange.url)
 */
export async function* readHar(
  chunks: HarBytes,
  maxEntryBytes = defaultMaxEntryBytes,
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
    if (failure !== undefined) throw jsonError(failure, index)
    if (values.length > 0) bytes = 0
    for (const value of values) {
      const exchange = await readOrSkipEntry(
        value,
        index++,
        chunks.loadBody,
        maxEntryBytes,
        options,
      )
      if (exchange !== undefined) yield exchange
    }
    values = []
  }
  if (!parser.isEnded)
    throw new HarError(`This file ends inside entry ${index}: it is not a complete HAR file.`)
  if (index === 0)
    throw new HarError('This file has no entries in `log.entries`: choose a recording (HAR 1.2).')
}

/** Reads one entry; `undefined` if it is invalid and the caller skips invalid entries. */
async function readOrSkipEntry(
  value: unknown,
  index: number,
  load: LoadBody | undefined,
  maxBytes: number,
  { onWrongEntry }: HarOptions,
): Promise<RecordedExchange | undefined> {
  try {
    const exchange = readEntry(value, index)
    return load === undefined ? exchange : await loadAttachedBodies(exchange, value, load, maxBytes)
  } catch (error) {
    if (!(error instanceof HarError) || onWrongEntry === undefined) throw error
    onWrongEntry(error, index)
    return undefined
  }
}

/** Loads bodies that Playwright wrote to separate files beside the recording (`_file`). */
async function loadAttachedBodies(
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

const jsonError = (failure: Error, index: number): HarError =>
  new HarError(`This file is not JSON, near entry ${index}: ${failure.message}`)

/** The error for a file that is not HAR 1.2. The message names the entry and the field. */
export class HarError extends Error {
  override readonly name = 'HarError'
}

const header = z.looseObject({ name: z.string(), value: z.string() })
const optionalNumber = z.optional(z.nullable(z.number()))
const optionalText = z.optional(z.nullable(z.string()))
const entrySchema = z.looseObject({
  pageref: optionalText,
  startedDateTime: z.string(),
  time: optionalNumber,
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(header),
    bodySize: optionalNumber,
    postData: z.optional(
      z.nullable(
        z.looseObject({
          mimeType: optionalText,
          text: optionalText,
          encoding: optionalText,
          params: z.optional(z.array(z.looseObject({ name: z.string(), value: optionalText }))),
        }),
      ),
    ),
  }),
  response: z.looseObject({
    status: z.number(),
    headers: z.array(header),
    content: z.looseObject({
      size: optionalNumber,
      mimeType: optionalText,
      text: optionalText,
      encoding: optionalText,
      _frames: z.optional(z.array(z.looseObject({ t: z.number(), text: z.string() }))),
    }),
  }),
  timings: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  _closed: z.optional(z.unknown()),
  _truncated: z.optional(z.unknown()),
})

type Entry = z.infer<typeof entrySchema>

/** Reads one entry; throws `HarError` with its number and the invalid field. */
export function readEntry(value: unknown, index: number): RecordedExchange {
  const read = entrySchema.safeParse(value)
  if (!read.success) {
    const [problem] = explainIssues(read.error.issues, value, () => '', 'the entry')
    const place = [`Entry ${index}`, problem?.path.join('.')].filter(Boolean).join(', ')
    throw new HarError(`${place}: ${problem?.says}`)
  }
  const { pageref, startedDateTime, time, request, response, _closed, _truncated } = read.data
  const startedAt = Date.parse(startedDateTime)
  if (Number.isNaN(startedAt))
    throw new HarError(
      `Entry ${index}: startedDateTime must be a date in ISO 8601, not \`${startedDateTime}\`.`,
    )
  const url = URL.parse(request.url)
  if (url === null)
    throw new HarError(`Entry ${index}: request.url must be a URL, not \`${request.url}\`.`)
  const { mimeType, _frames: frames } = response.content
  return createExchange({
    index,
    flow: pageref ?? undefined,
    startedAt,
    ms: Math.max(0, time ?? 0),
    headersAfter: timeToHeaders(read.data.timings ?? {}),
    method: request.method.toUpperCase(),
    url,
    requestHeaders: headerPairs(request.headers),
    requestContent: requestBody(request, index),
    // Some recorders write -1 if no response arrived.
    status: Math.max(0, response.status),
    responseHeaders: headerPairs(response.headers),
    mimeType: mimeType ?? '',
    content: responseBody(response, index),
    frames,
    ended: _closed === 'client' ? 'cut' : _closed === 'server' ? 'error' : 'closed',
    isTruncated: _truncated === true,
  })
}

/** Milliseconds until the headers arrived. A phase that a recorder does not know is -1. */
function timeToHeaders(timings: Readonly<Record<string, unknown>>): number | undefined {
  const known = (name: string) => {
    const ms = timings[name]
    return typeof ms === 'number' && ms >= 0 ? ms : undefined
  }
  const wait = known('wait')
  // `ssl` is not added, because `connect` includes it.
  const before = ['blocked', 'dns', 'connect', 'send'].map((name) => known(name) ?? 0)
  return wait === undefined ? undefined : before.reduce((sum, ms) => sum + ms, wait)
}

const headerPairs = (headers: Entry['request']['headers']) =>
  headers.map(({ name, value }) => [name, value] as const)

function requestBody(
  { postData, bodySize, headers }: Entry['request'],
  index: number,
): ExchangeParts['requestContent'] {
  const { text, encoding, params = [], mimeType } = postData ?? {}
  if (text) return decodeBody(text, encoding, `Entry ${index}: request.postData.text`)
  if (params.length > 0 && /urlencoded/i.test(mimeType ?? ''))
    return new URLSearchParams(
      params.map(({ name, value }): [string, string] => [name, value ?? '']),
    ).toString()
  // For an upload, Playwright only records the headers.
  const isUpload = headers.some(
    ({ name, value }) => /^content-type$/i.test(name) && /^multipart\//i.test(value),
  )
  return isUpload || (bodySize ?? 0) > 0 || params.length > 0 ? 'missing' : undefined
}

/** The body of a response; `undefined` if it is missing, as for a stream that the client closed. */
function responseBody(
  { content, status }: Entry['response'],
  index: number,
): ExchangeParts['content'] {
  if (content.text) {
    const { text: body, encoding } = content
    return decodeBody(body, encoding, `Entry ${index}: response.content.text`)
  }
  const isEmpty = content.size === 0 || status === 204 || status === 304
  return isEmpty ? '' : undefined
}

function decodeBody(
  body: string,
  encoding: string | null | undefined,
  place: string,
): string | Uint8Array {
  if (encoding !== 'base64') return body
  const bytes = decodeBase64(body)
  if (bytes === undefined)
    throw new HarError(`${place} is not valid base64, although its \`encoding\` is base64.`)
  return bytes
}
