import type { ExchangeParts, RecordedExchange, TimedFrame } from '../../contract/exchange.ts'

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
  /** The side that closed the connection before the end of the response. */
  _closed?: 'client' | 'server'
  /** Set if only the beginning of a long body is here, or if a body could not be unpacked. */
  _truncated?: true
}

/** Converts an exchange of the proxy to an entry of a HAR file. */
export function toHarEntry({ parts, request, headers, mimeType }: RecordedExchange): HarEntry {
  const { url, requestHeaders, requestContent, status, startedAt, ms, headersAfter = ms } = parts
  const { sizes, ended } = parts
  const sent = requestContent === 'missing' ? '' : (requestContent ?? '')
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: roundMs(ms),
    request: {
      method: parts.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeadersOf(requestHeaders),
      queryString: Array.from(url.searchParams, ([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: sizes?.request ?? contentBytes(sent),
      ...(requestContent !== undefined && {
        postData: { mimeType: request.headers['content-type'] ?? '', ...harTextOf(sent) },
      }),
    },
    response: {
      status,
      statusText: parts.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeadersOf(parts.responseHeaders),
      content: harContentOf(parts, mimeType),
      redirectURL: headers.get('location') ?? '',
      headersSize: -1,
      bodySize: status === 0 ? -1 : (sizes?.response ?? contentBytes(parts.content)),
    },
    cache: {},
    timings: { send: 0, wait: roundMs(headersAfter), receive: roundMs(ms - headersAfter) },
    ...(ended !== 'closed' && { _closed: ended === 'cut' ? 'client' : 'server' }),
    ...(parts.isTruncated === true && { _truncated: true }),
  }
}

const harContentOf = ({ status, content, frames, sizes }: ExchangeParts, mimeType: string) => ({
  size: status === 0 ? -1 : (sizes?.content ?? contentBytes(content)),
  mimeType,
  ...(content !== undefined && harTextOf(content)),
  ...(frames !== undefined && { _frames: [...frames] }),
})

const contentBytes = (content: ExchangeParts['content'] = ''): number =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.length

/** Converts a body to text, or bytes to base64. */
const harTextOf = (content: string | Uint8Array): { text: string; encoding?: 'base64' } =>
  typeof content === 'string'
    ? { text: content }
    : { text: Buffer.from(content).toString('base64'), encoding: 'base64' }

const harHeadersOf = (headers: ExchangeParts['requestHeaders']): Header[] =>
  Array.from(headers, ([name, value]) => ({ name, value }))

/** Rounds milliseconds to one decimal place. */
const roundMs = (ms: number) => Math.round(ms * 10) / 10
