import { checkAnswerSize, createStreamSizeCheck } from './size-limits.ts'
import { createEventReader } from './event-reader.ts'
import type { RequestSpec, Exchange, ReceivedEvent } from '../session/exchange.ts'
import { parseJson } from '../session/json.ts'
import type { Target } from '../session/test-session.ts'
import { type Limits, suiteLimits } from '../session/limits.ts'

export type Fetch = (request: Request) => Promise<Response>

export type Transport = {
  readonly target: Target
  readonly fetch: Fetch
  readonly now: () => number
  /** Milliseconds until a request counts as unanswered; a stream may take as long. */
  readonly timeout: number
  /** How much of an answer is read. */
  readonly limits?: Limits
}

// Enough to show how lines are written, and no more to keep for every stream of a run.
const longestHead = 2000

/** Cuts a stream once it returns true; asked first when the headers are there. */
export type StopCondition = (events: readonly ReceivedEvent[]) => boolean

export type ExchangeOptions = {
  readonly until?: StopCondition | undefined
  /** Ends the request before its time; it rejects with the reason. */
  readonly end?: AbortSignal
}

/**
 * Sends one request and reads its reply to the end, or until `until` says so. Of a reply beyond the
 * limits nothing is kept but its head, and `excess` tells why.
 */
export async function sendRequest(
  { target, fetch, now, timeout, limits = suiteLimits }: Transport,
  ask: RequestSpec,
  { until, end }: ExchangeOptions = {},
): Promise<Exchange> {
  const start = now()
  const cut = new AbortController()
  const timer = AbortSignal.timeout(timeout)
  const limit = end ? AbortSignal.any([timer, end]) : timer
  const url = target.baseUrl.replace(/(?<!\/)\/+$/, '') + ask.path
  const request = toRequest(ask, url, AbortSignal.any([cut.signal, limit]))
  const response = await within(limit, fetch(request))
  const { status, headers } = response
  const seen = { ask, url, status, headers }
  const body = readerOf(response)
  let isComplete = false
  try {
    if (!isStream(headers)) {
      const { text, excess } = await readText(body, limit, limits)
      isComplete = excess === undefined
      const json = parseJson(text)
      return { ...seen, text, json, events: [], ended: 'closed', excess, ms: now() - start }
    }
    const reader = createEventReader(() => now() - start)
    const read = await readStream(body, reader, { limit, timer, limits, until })
    isComplete = read.ended === 'closed'
    if (end?.aborted && read.ended === 'error') throw end.reason
    const events = read.excess === undefined ? reader.events : []
    return { ...seen, text: '', json: undefined, events, ...read, ms: now() - start }
  } finally {
    // Not awaited: a peer that is slow to notice must not hold the run up.
    if (!isComplete) body?.cancel().catch(() => undefined)
    if (!isComplete) cut.abort()
  }
}

type BodyReader = ReadableStreamDefaultReader<Uint8Array> | undefined

const readerOf = ({ body }: Response): BodyReader => body?.getReader()

async function readText(body: BodyReader, limit: AbortSignal, limits: Limits) {
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await within(limit, body?.read() ?? ended)
    if (done) break
    bytes += value.byteLength
    const excess = checkAnswerSize(limits, { bytes })
    if (excess !== undefined) return { text: '', excess }
    pieces.push(decoder.decode(value, { stream: true }))
  }
  pieces.push(decoder.decode())
  const text = pieces.join('')
  const excess = checkAnswerSize(limits, { text })
  return { text: excess === undefined ? text : '', excess }
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
): Promise<Pick<Exchange, 'ended' | 'head' | 'excess'>> {
  const decoder = new TextDecoder()
  const exceeds = createStreamSizeCheck(limits)
  let head = ''
  const feed = (text: string) => {
    if (head.length < longestHead) head = (head + text).slice(0, longestHead)
    reader.feed(text)
  }
  try {
    while (!until(reader.events)) {
      const { done, value } = await within(limit, body?.read() ?? ended)
      if (done) {
        feed(decoder.decode())
        return { head, ended: 'closed' }
      }
      feed(decoder.decode(value, { stream: true }))
      const excess = exceeds(value.byteLength, reader)
      if (excess !== undefined) return { head, ended: 'cut', excess }
    }
    return { head, ended: 'cut' }
  } catch {
    return { head, ended: timer.aborted ? 'timeout' : 'error' }
  }
}

const ended = Promise.resolve({ done: true, value: undefined } as const)
function toRequest(ask: RequestSpec, url: string, signal: AbortSignal): Request {
  const headers = new Headers(ask.headers)
  if (ask.bearer !== undefined) headers.set('authorization', `Bearer ${ask.bearer}`)
  const text = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
  if (text !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json')
  }
  return new Request(url, {
    method: ask.method,
    headers,
    body: text ?? null,
    signal,
    redirect: 'manual',
  })
}

// A `fetch` that does not mind its signal must not hold the run up either.
async function within<T>(limit: AbortSignal, promise: Promise<T>): Promise<T> {
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

/** Why no answer came, in a few words. */
export function describeFailure(error: unknown, timeout: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `no answer within ${timeout} ms`
  }
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return String(cause)
  const code = codeOf(cause)
  const message = cause.message || 'connection failed'
  return message.includes(code) ? message : `${message} (${code})`
}

/** Whether no connection came about, so that the target can't have seen the request. */
export function wasUnsent(error: unknown): boolean {
  const cause = causeOf(error)
  if (cause instanceof AggregateError) return cause.errors.every(wasUnsent)
  if (!(cause instanceof Error)) return false
  // Nothing is sent through a connection whose certificate is not trusted.
  const isUntrusted = /CERT|^UNABLE_TO_|^UND_ERR_CONNECT_TIMEOUT$/.test(codeOf(cause))
  return (
    isUntrusted || ('syscall' in cause && /^(connect|getaddrinfo)$/.test(String(cause.syscall)))
  )
}

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')
