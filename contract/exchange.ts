import type { OperationId } from './operations.ts'
import { findOperation } from './operations/operation-index.ts'
import { apiPath, withoutQuery } from './operations/path-table.ts'
import { byteOrderMark, isObject, parseBody } from './json.ts'
import { isBytes } from './realm-safe.ts'
import { lazyProperties } from './memoize.ts'
import { createEventReader, type ReceivedEvent } from './received-events.ts'

/** Response headers: the read methods of `Headers`, but with any header names and values. */
type ResponseHeaders = {
  get(name: string): string | null
  has(name: string): boolean
  [Symbol.iterator](): Iterator<[name: string, value: string]>
}

/** The request of an exchange. */
export type ExchangeRequest = {
  readonly method: string
  /** Path and query from `/api/` on, without the prefix of the deployment. */
  readonly path: string
  /** The credential of the header `Authorization: Bearer`. */
  readonly bearer?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** The body as JSON; `undefined` if the body is not JSON. */
  readonly body?: unknown
  /** The text of a body that is not JSON. */
  readonly text?: string | undefined
}

/** An HTTP request with its response. */
export type Exchange = {
  readonly request: ExchangeRequest
  readonly url: string
  /** The operation of the contract that was called. */
  readonly operation: OperationId | undefined
  /** The status; 0 without a response. */
  readonly status: number
  readonly headers: ResponseHeaders
  /** The body as text; empty for a stream. */
  readonly text: string
  /** The encoding problem of the body; absent if the body is UTF-8 without a byte order mark. */
  readonly flaw?: 'a byte order mark' | 'bytes that are not UTF-8' | undefined
  /** The body as JSON, parsed when it is first read; `undefined` if it is not JSON. */
  readonly json: unknown
  /** The events of a `text/event-stream` response; empty for any other response. */
  readonly events: readonly ReceivedEvent[]
  /** The first characters of a stream, unparsed: line endings, spaces and comments included. */
  readonly streamStart?: string | undefined
  /** How the response ended: `closed` is complete, `cut` means that the reader stopped. */
  readonly ended: 'closed' | 'cut' | 'timeout' | 'error'
  /** Milliseconds until the response ended. */
  readonly ms: number
}

/** A recorded body: text, or bytes if the body is not text. */
type Content = string | Uint8Array

type HeaderList = Iterable<readonly [name: string, value: string]>

/** A chunk of a stream, such as a frame with its blank line, `t` milliseconds after the headers. */
export type TimedFrame = { readonly t: number; readonly text: string }

/** A recorded exchange as plain data, from a recording or a proxy. */
export type ExchangeParts = {
  /** The index of the exchange in its recording, or its number in a proxy's journal. */
  readonly index?: number
  /** The page or flow that the exchange belongs to. */
  readonly flow?: string | undefined
  /** When the request was sent, in milliseconds since 1970. */
  readonly startedAt: number
  readonly ms: number
  /** Milliseconds from the start until the response headers, if recorded. */
  readonly headersAfter?: number | undefined
  readonly method: string
  readonly url: URL
  /** All headers in the recorded order, with the recorded upper and lower case. */
  readonly requestHeaders: HeaderList
  /** The request body. `undefined` without a body; `missing` if the recorder did not store it. */
  readonly requestContent?: Content | 'missing' | undefined
  readonly status: number
  readonly statusText?: string
  readonly responseHeaders: HeaderList
  /** The content type of the response. Default: its `content-type` header. */
  readonly mimeType?: string | undefined
  /** The response body; `undefined` if the recorder did not store it. */
  readonly content: Content | undefined
  /** The frames of an event stream, if the recorder stored their times. */
  readonly frames?: readonly TimedFrame[] | undefined
  /** How the response ended; `closed` by default. */
  readonly ended?: Exchange['ended']
  /** Whether the recorder stored only the beginning of a body. */
  readonly isTruncated?: boolean
  /** The sizes of the bodies in bytes; `content` is the response body without content encoding. */
  readonly sizes?: { readonly request: number; readonly response: number; readonly content: number }
}

/** An exchange of another client, from a recording or a proxy. */
export type RecordedExchange = Exchange &
  Pick<ExchangeParts, 'flow' | 'startedAt' | 'headersAfter' | 'content' | 'frames'> & {
    readonly request: {
      readonly url: URL
      /** Header values by lower-case name; for a repeated header, the last value. */
      readonly headers: Readonly<Record<string, string>>
      readonly content: ExchangeParts['requestContent']
    }
    readonly index: number
    readonly mimeType: string
    readonly isTruncated: boolean
    readonly parts: ExchangeParts
  }

/** The maximum length of `streamStart` in characters: enough to show the format of the lines. */
const maxStreamStart = 2000

/**
 * Creates an exchange from recorded data. Bodies and events are parsed when they are first read.
 *
 * @example
 * const exchange = createExchange({
 *   method: 'GET',
 *   url: new URL('https://staging.example.com/api/agents'),
 *   requestHeaders: [['authorization', 'Bearer …']],
 *   status: 200,
 *   responseHeaders: response.headers,
 *   content: await response.text(),
 *   startedAt: Date.UTC(2026, 10, 22),
 *   ms: 12,
 * })
 */
export function createExchange(parts: ExchangeParts): RecordedExchange {
  const { method, url, frames = [], ms } = parts
  const path = apiPath(url.pathname) + url.search
  const sentHeaders = Object.fromEntries(headersByLowerName(parts.requestHeaders))
  const [, bearer] = /^bearer (.+)$/i.exec(sentHeaders['authorization'] ?? '') ?? []
  const sent = decodeTextBytes(parts.requestContent, sentHeaders['content-type'])
  const sentText = () => (sent === 'missing' ? '' : textOf(sent))
  const request: RecordedExchange['request'] = lazyProperties(
    {
      body: () => parseBody(sentText()),
      text: () => (request.body === undefined && sentText() !== '' ? sentText() : undefined),
    },
    { method, url, path, bearer, headers: sentHeaders, content: sent },
  )
  const headers = headersByLowerName(parts.responseHeaders)
  const mimeType = parts.mimeType || (headers.get('content-type') ?? '')
  const content = decodeTextBytes(parts.content, mimeType)
  const isStream = isEventStream({ mimeType })
  const pieces = () => (frames.length > 0 ? frames : [{ t: ms, text: textOf(content) }])
  const known = {
    parts,
    index: parts.index ?? 0,
    flow: parts.flow,
    startedAt: parts.startedAt,
    headersAfter: parts.headersAfter,
    ms,
    request,
    url: url.href,
    status: parts.status,
    headers: toResponseHeaders(headers),
    mimeType,
    content,
    flaw: /json/i.test(mimeType) ? encodingFlawOf(parts.content) : undefined,
    frames: parts.frames,
    ended: parts.ended ?? 'closed',
    isTruncated: parts.isTruncated === true,
  }
  const exchange = lazyProperties(
    {
      text: () => (isStream ? '' : textOf(content)),
      events: () => (isStream ? readEvents(pieces()) : []),
      streamStart: () => (isStream ? streamStartOf(pieces()) : undefined),
    },
    known,
  )
  return withLazyParts(exchange, () => (isBytes(content) ? '' : exchange.text))
}

/** Adds the parsed JSON and the operation to an exchange. Both are computed on first access. */
export function withLazyParts<Given extends Omit<Exchange, 'json' | 'operation'>>(
  exchange: Given,
  textOfJson: () => string = () => exchange.text,
): Given & Pick<Exchange, 'json' | 'operation'> {
  const { method, path } = exchange.request
  return lazyProperties(
    { json: () => parseBody(textOfJson()), operation: () => findOperation(method, path) },
    exchange,
  )
}

/** Copies an exchange with changed fields, without parsing anything. */
export const copyExchange = (
  { parts }: RecordedExchange,
  changes: Partial<ExchangeParts> = {},
): RecordedExchange => createExchange({ ...parts, ...changes })

/** Decodes UTF-8 to text; other bytes stay bytes. `isPart`: the last character may be cut. */
export function toContent(bytes: Uint8Array, isPart = false): Content {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return decoder.decode(bytes, { stream: isPart })
  } catch {
    // Copies the bytes, because a Node `Buffer` would keep its whole memory pool alive.
    return new Uint8Array(bytes)
  }
}

function encodingFlawOf(content: Content | undefined): Exchange['flaw'] {
  // Some recorders store text as bytes.
  const text = isBytes(content) ? toContent(content) : content
  if (isBytes(text)) return 'bytes that are not UTF-8'
  return text?.startsWith(byteOrderMark) ? 'a byte order mark' : undefined
}

/** Whether there is a response, and the recorder stored both bodies completely. */
export const isFullyRecorded = ({
  status,
  request,
  content,
  isTruncated,
}: RecordedExchange): boolean =>
  status !== 0 && request.content !== 'missing' && content !== undefined && !isTruncated

export const isEventStream = ({ mimeType }: Pick<RecordedExchange, 'mimeType'>): boolean =>
  /^text\/event-stream/i.test(mimeType)

/** Returns the path of a request from `/api/` on, without the query. */
export const pathOf = ({ request }: Pick<Exchange, 'request'>): string => withoutQuery(request.path)

/** Returns the id of the conversation in the body of a request. */
export function conversationInBody({ request: { body } }: Pick<Exchange, 'request'>) {
  const id = isObject(body) ? body['conversation_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** Header values by lower-case name; for a repeated header, the last value. */
export const headersByLowerName = (headers: HeaderList): ReadonlyMap<string, string> =>
  new Map(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))

/** Replaces `Headers`, which refuses some recorded names and values. Keeps its order. */
const toResponseHeaders = (headers: ReadonlyMap<string, string>): ResponseHeaders => ({
  get: (name) => headers.get(name.toLowerCase()) ?? null,
  has: (name) => headers.has(name.toLowerCase()),
  [Symbol.iterator]: () => [...headers].toSorted(([a], [b]) => (a < b ? -1 : 1)).values(),
})

/** Decodes bytes if their content type is a text type. */
const decodeTextBytes = <Given extends Content | undefined>(
  content: Given,
  type = '',
): Given | string =>
  isBytes(content) && /json|text|xml|javascript|urlencoded/i.test(type) ? textOf(content) : content

/** Decodes a body to text: bodies of API calls are always text. */
const textOf = (content: Content = ''): string =>
  isBytes(content) ? new TextDecoder().decode(content) : content

function readEvents(pieces: readonly TimedFrame[]): readonly ReceivedEvent[] {
  let at = 0
  const reader = createEventReader(() => at)
  for (const { t, text } of pieces) {
    at = t
    reader.feed(text)
  }
  return reader.events
}

function streamStartOf(pieces: readonly TimedFrame[]): string {
  let start = ''
  for (const { text } of pieces) {
    if (start.length >= maxStreamStart) break
    start += text.slice(0, maxStreamStart)
  }
  return start.slice(0, maxStreamStart)
}
