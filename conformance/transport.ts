import { createEventReader } from './event-reader.ts'
import type { Ask, Exchange, SeenEvent } from './exchange.ts'
import { parseJson } from './json.ts'
import type { Target } from './lab.ts'

export type Fetch = (request: Request) => Promise<Response>

export type Transport = {
  readonly target: Target
  readonly fetch: Fetch
  readonly now: () => number
  /** Milliseconds until a request counts as unanswered; a stream may take as long. */
  readonly timeout: number
}

// Enough to show how lines are written, and no more to keep for every stream of a run.
const longestHead = 2000

/** Cuts a stream once it returns true; asked first when the headers are there. */
export type Until = (events: readonly SeenEvent[]) => boolean

/** Sends one request and reads its reply to the end, or until `until` says so. */
export async function exchangeWith(
  { target, fetch, now, timeout }: Transport,
  ask: Ask,
  until?: Until,
): Promise<Exchange> {
  const start = now()
  const cut = new AbortController()
  const limit = AbortSignal.timeout(timeout)
  const url = target.baseUrl.replace(/(?<!\/)\/+$/, '') + ask.path
  const request = toRequest(ask, url, AbortSignal.any([cut.signal, limit]))
  const response = await within(limit, fetch(request))
  const { status, headers } = response
  const seen = { ask, url, status, headers }
  if (!isStream(headers)) {
    const text = await within(limit, response.text())
    return { ...seen, text, json: parseJson(text), events: [], ended: 'closed', ms: now() - start }
  }
  const reader = createEventReader(() => now() - start)
  let head = ''
  const feed = (text: string) => {
    head = (head + text).slice(0, longestHead)
    reader.feed(text)
  }
  const ended = await readStream(response, { ...reader, feed }, limit, until)
  cut.abort()
  const ms = now() - start
  return { ...seen, text: '', json: undefined, events: reader.events, head, ended, ms }
}

async function readStream(
  response: Response,
  reader: ReturnType<typeof createEventReader>,
  limit: AbortSignal,
  until: Until = () => false,
): Promise<Exchange['ended']> {
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    while (!until(reader.events)) {
      const chunk = await within(limit, body?.read() ?? ended)
      if (chunk.done) return 'closed'
      reader.feed(chunk.value)
    }
    return 'cut'
  } catch {
    return limit.aborted ? 'timeout' : 'error'
  } finally {
    // Not awaited: a peer that is slow to notice must not hold the run up.
    body?.cancel().catch(() => undefined)
  }
}

const ended = Promise.resolve({ done: true, value: undefined } as const)

function toRequest(ask: Ask, url: string, signal: AbortSignal): Request {
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
export function reason(error: unknown, timeout: number): string {
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
