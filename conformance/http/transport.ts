import { isAggregateError, isError } from '../../contract/realm-safe.ts'
import { checkResponseSize, createStreamSizeCheck } from './size-limits.ts'
import { withLazyParts } from '../../contract/exchange.ts'
import { withoutByteOrderMark } from '../../contract/json.ts'
import { createEventReader, type ReceivedEvent } from '../../contract/received-events.ts'
import { type RequestSpec, type Exchange, streamPaths } from '../session/exchange.ts'
import type { Target } from '../session/test-session.ts'
import { closingMs, type Limits, suiteLimits } from '../session/limits.ts'
import { runAfter } from '../session/time.ts'

export type Fetch = (request: Request) => Promise<Response>

/** The options of the connection to the target. */
export type Transport = {
  readonly target: Target
  readonly fetch: Fetch
  readonly now: () => number
  /** Timeout of a request in milliseconds, including its body or stream. */
  readonly timeout: number
  /** The limits on reading a response. */
  readonly limits?: Limits
}

// Enough bytes to show the line format, but few enough to store for every stream of a run.
const maxStreamStart = 2000

/** The stream is cut when this returns true. First called when the headers have arrived. */
export type StopCondition = (events: readonly ReceivedEvent[]) => boolean

export type ExchangeOptions = {
  readonly until?: StopCondition | undefined
  /** Aborts the request. `sendRequest` then rejects with the reason of this signal. */
  readonly end?: AbortSignal
}

/**
 * Sends one request and reads the response to its end, or until `until` returns true. The body of a
 * response that exceeds the limits is dropped, and `cutReason` has the reason.
 */
export async function sendRequest(
  { target, fetch, now, timeout, limits = suiteLimits }: Transport,
  spec: RequestSpec,
  { until, end }: ExchangeOptions = {},
): Promise<Exchange> {
  const start = now()
  const cut = new AbortController()
  const late = new AbortController()
  // `AbortSignal.timeout` would let the process end while an in-process handler is silent.
  const cancelTimeout = runAfter(timeout, () =>
    late.abort(new DOMException('The request timed out.', 'TimeoutError')),
  )
  const limit = end ? AbortSignal.any([late.signal, end]) : late.signal
  const url = target.baseUrl.replace(/(?<!\/)\/+$/, '') + spec.path
  let body: BodyReader
  let isComplete = false
  try {
    const request = toRequest(spec, url, AbortSignal.any([cut.signal, limit]))
    const response = await waitWithin(limit, fetch(request))
    body = readerOf(response)
    const { status, headers } = response
    const received = { request: spec, url, status, headers }
    if (!isStream(headers) && !mayBeStream(spec, response)) {
      const { text, flaw, cutReason } = await readText(body, limit, limits)
      isComplete = cutReason === undefined
      const ms = now() - start
      return withLazyParts({ ...received, text, flaw, events: [], ended: 'closed', cutReason, ms })
    }
    const reader = createEventReader(() => now() - start)
    const read = await readStream(body, reader, { limit, timer: late.signal, limits, until })
    isComplete = read.ended === 'closed'
    if (end?.aborted && read.ended === 'error') throw end.reason
    const events = read.cutReason === undefined ? reader.events : []
    return withLazyParts({ ...received, text: '', events, ...read, ms: now() - start })
  } finally {
    cancelTimeout()
    // The cancellation is not awaited, because a slow peer must not delay the run.
    if (!isComplete) body?.cancel().catch(() => undefined)
    if (!isComplete) cut.abort()
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array> | undefined

const readerOf = ({ body }: Response): BodyReader => body?.getReader()

type ReadText = Pick<Exchange, 'text' | 'flaw' | 'cutReason'>

async function readText(body: BodyReader, limit: AbortSignal, limits: Limits): Promise<ReadText> {
  const decoder = createTextDecoder()
  const pieces: string[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await waitWithin(limit, body?.read() ?? endOfStream)
    if (done) break
    bytes += value.byteLength
    const cutReason = checkResponseSize(limits, { bytes })
    if (cutReason !== undefined) return { text: '', cutReason }
    pieces.push(decoder.decode(value))
  }
  pieces.push(decoder.decode())
  const text = pieces.join('')
  const cutReason = checkResponseSize(limits, { text })
  if (cutReason !== undefined) return { text: '', cutReason }
  const plain = withoutByteOrderMark(text)
  const isMarked = plain !== text
  const flaw = decoder.isBroken ? 'bytes that are not UTF-8' : isMarked && 'a byte order mark'
  return { text: plain, flaw: flaw || undefined }
}

/** Decodes UTF-8, and records whether some bytes were invalid. */
function createTextDecoder() {
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true })
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isBroken = false
  return {
    get isBroken() {
      return isBroken
    },
    decode(bytes?: Uint8Array): string {
      const stream = bytes !== undefined
      try {
        if (!isBroken) strict.decode(bytes, { stream })
      } catch {
        isBroken = true
      }
      return lenient.decode(bytes, { stream })
    },
  }
}

type StreamOptions = {
  readonly limit: AbortSignal
  readonly timer: AbortSignal
  readonly limits: Limits
  readonly until: StopCondition | undefined
}

async function readStream(
  body: BodyReader,
  reader: ReturnType<typeof createEventReader>,
  { limit, timer, limits, until = () => false }: StreamOptions,
): Promise<Pick<Exchange, 'ended' | 'streamStart' | 'cutReason'>> {
  const decoder = new TextDecoder()
  const checkSize = createStreamSizeCheck(limits)
  let streamStart = ''
  const closing = new AbortController()
  let cancelClosing: (() => void) | undefined
  let last: string | undefined
  const feed = (text: string) => {
    if (streamStart.length < maxStreamStart)
      streamStart = (streamStart + text).slice(0, maxStreamStart)
    reader.feed(text)
    const type = reader.events.at(-1)?.event
    const wait = openAfter.get(type)
    if (type === last || wait === undefined) return
    last = type
    cancelClosing?.()
    cancelClosing = runAfter(wait, () => closing.abort())
  }
  const stop = AbortSignal.any([limit, closing.signal])
  try {
    while (!until(reader.events)) {
      const { done, value } = await waitWithin(stop, body?.read() ?? endOfStream)
      if (done) {
        feed(decoder.decode())
        return { streamStart, ended: 'closed' }
      }
      feed(decoder.decode(value, { stream: true }))
      const cutReason = checkSize(value.byteLength, reader)
      if (cutReason !== undefined) return { streamStart, ended: 'cut', cutReason }
    }
    return { streamStart, ended: 'cut' }
  } catch {
    if (closing.signal.aborted) return { streamStart, ended: 'cut' }
    return { streamStart, ended: timer.aborted ? 'timeout' : 'error' }
  } finally {
    cancelClosing?.()
  }
}

// Milliseconds that a stream is read after its last event, if the target does not close it.
const openAfter: ReadonlyMap<string | undefined, number> = new Map([
  ['end', closingMs + 100],
  ['resume_done', 1000],
])

const endOfStream = Promise.resolve({ done: true, value: undefined } as const)

function toRequest(spec: RequestSpec, url: string, signal: AbortSignal): Request {
  const headers = new Headers(spec.headers)
  if (spec.bearer !== undefined) headers.set('authorization', `Bearer ${spec.bearer}`)
  const text = spec.text ?? (spec.body === undefined ? undefined : JSON.stringify(spec.body))
  if (text !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json')
  }
  return new Request(url, {
    method: spec.method,
    headers,
    body: text ?? null,
    signal,
    redirect: 'manual',
  })
}

// Rejects when the limit is reached, even if the given `fetch` ignores its abort signal.
async function waitWithin<T>(limit: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(limit.reason)
  if (limit.aborted) onAbort()
  limit.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, expired])
  } finally {
    limit.removeEventListener('abort', onAbort)
  }
}

const isStream = (headers: Headers): boolean =>
  headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false

/**
 * Whether a response may be an event stream with a wrong content type. The response is then read as
 * a stream, so that only the check of the content type fails.
 */
const mayBeStream = ({ method, path }: RequestSpec, { ok, headers }: Response): boolean =>
  ok &&
  method === 'POST' &&
  streamPaths.includes(path) &&
  !/json|html/i.test(headers.get('content-type') ?? '')

/** Describes why no response arrived, such as `no response within 30000 ms`. */
export function describeFailure(error: unknown, timeout: number): string {
  if (isError(error, 'TimeoutError')) {
    return `no response within ${timeout} ms`
  }
  const cause = causeOf(error)
  if (!isError(cause)) return String(cause)
  const code = codeOf(cause)
  // Node ends the message with advice about its own options. This tool names its flag instead.
  const [message = ''] = (cause.message || 'connection failed').split('; if the root CA')
  const text = message.includes(code) ? message : `${message} (${code})`
  return isUnknownIssuer(code) ? `${text}; trust its issuer with --ca FILE` : text
}

/** Whether a certificate was refused because Node does not trust its issuer. */
const isUnknownIssuer = (code: string): boolean =>
  /SELF_SIGNED|UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)/.test(code)

/** Whether the connection failed, so that the target cannot have received the request. */
export function wasUnsent(error: unknown): boolean {
  const cause = causeOf(error)
  if (isAggregateError(cause)) return cause.errors.every(wasUnsent)
  if (!isError(cause)) return false
  // If the certificate is not trusted, the connection is closed before the request is sent.
  const isUntrusted = /CERT|^UNABLE_TO_|^UND_ERR_CONNECT_TIMEOUT$/.test(codeOf(cause))
  return (
    isUntrusted || ('syscall' in cause && /^(connect|getaddrinfo)$/.test(String(cause.syscall)))
  )
}

const causeOf = (error: unknown): unknown =>
  isError(error) && isError(error.cause) ? error.cause : error

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
