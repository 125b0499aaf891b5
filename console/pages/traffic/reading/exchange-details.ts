import {
  headersByLowerName,
  type RecordedExchange,
  type TimedFrame,
} from '../../../../contract/exchange.ts'
import type { SentRequest } from '../../chat/timeline/stream-log.ts'
import type { ShownBody, ShownHeaders } from '../../exchanges/shown-message.ts'

/** A stream of a turn. The times of frames are in ms since the headers of the response. */
export type RecordedStream = Pick<
  RecordedExchange,
  'index' | 'startedAt' | 'ms' | 'headersAfter' | 'status' | 'ended'
> & {
  readonly request: SentRequest
  readonly frames: readonly TimedFrame[]
  /** Whether the recording contains the times of the frames. */
  readonly isTimed: boolean
}

/** Everything that the page shows about one exchange. */
export type ExchangeDetails = {
  readonly url: string
  readonly request: { readonly headers: ShownHeaders; readonly body: ShownBody }
  readonly response: { readonly headers: ShownHeaders; readonly body: ShownBody }
  readonly isTruncated: boolean
  /** The streams of the exchange's turn. Empty if no stream was recorded for the exchange. */
  readonly turn: readonly RecordedStream[]
}

/** The maximum number of characters that are shown of a body. */
const shownLength = 100_000

/** Describes an exchange and the streams of its turn, as data that a worker can send. */
export function describeExchange(
  { url, request, parts, content, isTruncated }: RecordedExchange,
  turn: readonly RecordedExchange[],
): ExchangeDetails {
  return {
    url,
    request: { headers: Object.entries(request.headers), body: shownBody(request.content) },
    response: {
      headers: [...headersByLowerName(parts.responseHeaders)],
      body: content === undefined ? { kind: 'missing' } : shownBody(content),
    },
    isTruncated,
    turn: turn.flatMap((one) => (one.content === undefined ? [] : [streamOf(one)])),
  }
}

function shownBody(body: string | Uint8Array | undefined): ShownBody {
  if (body === 'missing') return { kind: 'missing' }
  if (body === undefined || body === '') return { kind: 'empty' }
  if (typeof body !== 'string') return { kind: 'bytes', length: body.length }
  return { kind: 'text', text: body.slice(0, shownLength), length: body.length }
}

function streamOf(exchange: RecordedExchange): RecordedStream {
  const { index, request, status, content, frames, startedAt, ms, headersAfter, ended } = exchange
  const wholeBody = typeof content === 'string' && content !== '' ? [{ t: ms, text: content }] : []
  const stream = { index, startedAt, ms, headersAfter, status, ended }
  return {
    ...stream,
    request: {
      url: exchange.url,
      headers: Object.entries(request.headers),
      body: typeof request.content === 'string' ? request.content : undefined,
    },
    frames: frames ?? wholeBody,
    isTimed: frames !== undefined,
  }
}
