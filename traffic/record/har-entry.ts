import type { PassedExchange, TimedFrame } from '../proxy/exchange-log.ts'
import { headerOf, pairsOf, type RawHeaders } from '../proxy/raw-headers.ts'

type Header = { name: string; value: string }

/** An entry of a HAR 1.2 file, as the proxy writes it. */
export type HarEntry = {
  startedDateTime: string
  time: number
  request: {
    method: string
    url: string
    httpVersion: string
    cookies: Header[]
    headers: Header[]
    queryString: Header[]
    headersSize: number
    bodySize: number
    postData?: { mimeType: string; text: string; encoding?: 'base64' }
  }
  response: {
    status: number
    statusText: string
    httpVersion: string
    cookies: Header[]
    headers: Header[]
    content: {
      size: number
      mimeType: string
      text?: string
      encoding?: 'base64'
      /** The frames of an event stream with their times; joined, they give `text`. */
      _frames?: TimedFrame[]
    }
    redirectURL: string
    headersSize: number
    bodySize: number
  }
  cache: Record<string, never>
  timings: { send: number; wait: number; receive: number }
  /** Who closed the connection before the end of the response. */
  _closed?: 'client' | 'server'
  /** Set if a body was too long, and only its beginning is in the entry. */
  _truncated?: true
}

/** The recorder and the judge describe the same exchange, and decoding its bodies takes time. */
const described = new WeakMap<PassedExchange, HarEntry>()

/** Describes an exchange as an entry of a HAR file. Callers must not change the entry. */
export function toHarEntry(exchange: PassedExchange): HarEntry {
  const known = described.get(exchange)
  if (known !== undefined) return known
  const entry = describe(exchange)
  described.set(exchange, entry)
  return entry
}

function describe(exchange: PassedExchange): HarEntry {
  const { requestHeaders, responseHeaders, requestBody, responseBody, url, end } = exchange
  const isTruncated = requestBody.isTruncated || responseBody.isTruncated
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: rounded(exchange.endAfter),
    request: {
      method: exchange.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(requestHeaders),
      queryString: Array.from(url.searchParams, ([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: requestBody.length,
      ...(requestBody.length > 0 && {
        postData: {
          mimeType: headerOf(requestHeaders, 'content-type') ?? '',
          ...textOf(
            requestBody.decoded(headerOf(requestHeaders, 'content-encoding')),
            requestBody.isTruncated,
          ),
        },
      }),
    },
    response: {
      status: exchange.status,
      statusText: exchange.statusMessage,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(responseHeaders),
      content: contentOf(exchange),
      redirectURL: headerOf(responseHeaders, 'location') ?? '',
      headersSize: -1,
      bodySize: exchange.status === 0 ? -1 : responseBody.length,
    },
    cache: {},
    timings: {
      send: 0,
      wait: rounded(exchange.headAfter),
      receive: rounded(exchange.endAfter - exchange.headAfter),
    },
    ...(end !== 'end' && { _closed: end === 'left' ? 'client' : 'server' }),
    ...(isTruncated && { _truncated: true }),
  }
}

function contentOf({ responseHeaders, responseBody, frames, status, end }: PassedExchange) {
  const mimeType = headerOf(responseHeaders, 'content-type') ?? ''
  const bytes = responseBody.decoded(headerOf(responseHeaders, 'content-encoding'))
  const body = textOf(bytes, responseBody.isTruncated || end !== 'end')
  if (frames === undefined || body.encoding !== undefined)
    return { size: status === 0 ? -1 : bytes.length, mimeType, ...(status !== 0 && body) }
  // The beginning of a frame that never became complete is the last one.
  const known = frames.reduce((length, { text }) => length + text.length, 0)
  const rest = body.text.slice(known)
  const all = rest === '' ? frames : [...frames, { t: frames.at(-1)?.t ?? 0, text: rest }]
  return { size: bytes.length, mimeType, text: body.text, _frames: [...all] }
}

/** Bytes as text if they are UTF-8, else in base64. A part may end inside a character. */
function textOf(bytes: Uint8Array, isPart: boolean): { text: string; encoding?: 'base64' } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return { text: decoder.decode(bytes, { stream: isPart }) }
  } catch {
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  }
}

const headersOf = (headers: RawHeaders): Header[] =>
  pairsOf(headers).map(([name, value]) => ({ name, value }))

/** Milliseconds with one digit after the point. */
const rounded = (ms: number) => Math.round(ms * 10) / 10

/** The timed frames of a response; `undefined` if it is no stream of events. */
export const framesOf = ({
  _frames: frames,
}: HarEntry['response']['content']): readonly TimedFrame[] | undefined => frames
