import {
  createExchange,
  toContent,
  type RecordedExchange,
  type TimedFrame,
} from '../../contract/exchange.ts'
import { ownLimits } from '../../contract/limits.ts'
import { documented } from '../../contract/picks.ts'
import { SseSplitter } from '../../contract/sse.ts'
import { DeliveryLog } from '../journal/delivery-log.ts'
import { readClaim } from '../../contract/jwt.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalEntry, RecordedBody } from '../journal/journal-entry.ts'
import { type CaptureBudget, CapturedBody } from './captured-body.ts'
import type { ProxyClock } from './clock.ts'
import {
  credentialOf,
  headerOf,
  isEventStream,
  isPlainEventStream,
  pairsOf,
  type ProxyRequest,
  type RawHeaders,
} from './raw-headers.ts'

/** The end of an exchange: complete, client disconnected, or broken. */
type ExchangeEnd = 'end' | 'left' | 'cut'

/** The parts of a proxy that its exchange log needs. */
export type ExchangeLogContext = {
  readonly clock: ProxyClock
  readonly journal: Journal
  readonly budget: CaptureBudget
  /** Receives each finished exchange without a fault. If absent, less of each body is stored. */
  readonly onExchange: ((exchange: RecordedExchange) => void) | undefined
}

/** The start of an exchange. */
type ExchangeStart = ProxyRequest & {
  readonly url: URL
  /** The headers that the target receives. */
  readonly sentHeaders: RawHeaders
}

/** The maximum bytes of one body in a recording, after decoding; the rest is left out. */
export const maxRecordedBody = 16 * 1024 * 1024

/** Records one exchange for the journal, recordings and rules. */
export class ExchangeLog {
  /** The faults that affect the exchange. */
  faults: readonly string[] = []
  /** Says who sent the response instead of the target; `undefined` if the target sent it. */
  substitute: string | undefined
  /** The reason why a page may not read the target's response; `undefined` if it may. */
  refusal: string | undefined
  readonly #context: ExchangeLogContext
  readonly #start: ExchangeStart
  readonly #number: number
  readonly #startedAt: number
  readonly #beganAt: number
  readonly #request: CapturedBody
  readonly #response: CapturedBody
  #headAt = 0
  #status: number | undefined
  #statusMessage = ''
  #headers: RawHeaders = []
  #frames: TimedFrame[] | undefined
  #splitter:
    | { readonly decoder: InstanceType<typeof TextDecoder>; readonly sse: SseSplitter }
    | undefined
  #entry: JournalEntry | undefined
  #isOver = false
  #hasLeft = false

  constructor(context: ExchangeLogContext, start: ExchangeStart) {
    const { clock, journal, budget, onExchange } = context
    this.#context = context
    this.#start = start
    this.#number = journal.nextNumber()
    this.#startedAt = clock.date()
    this.#beganAt = clock.now()
    const limit = onExchange === undefined ? ownLimits.journalBody : maxRecordedBody
    this.#request = new CapturedBody(budget, limit)
    this.#response = new CapturedBody(budget, limit)
  }

  addRequest(chunk: Uint8Array): void {
    this.#request.add(chunk)
  }

  /** Records the status and the headers of the response. */
  beginResponse(status: number, statusMessage: string, headers: RawHeaders): void {
    this.#headAt = this.#context.clock.now()
    this.#status = status
    this.#statusMessage = statusMessage
    this.#headers = headers
    if (!isEventStream(headers)) return
    if (this.#context.onExchange !== undefined && isPlainEventStream(headers)) {
      this.#frames = []
      this.#splitter = {
        decoder: new TextDecoder('utf-8', { ignoreBOM: true }),
        sse: new SseSplitter(),
      }
    }
    const needsLastEvent = this.#start.operation !== undefined
    this.#addToJournal('success', new DeliveryLog({ needsLastEvent }))
  }

  /** Records a chunk of the body. */
  add(chunk: Uint8Array): void {
    const { clock } = this.#context
    this.#entry?.deliveries?.add(chunk, this.#dateAt(clock.now()))
    if (this.#entry === undefined || this.#context.onExchange !== undefined)
      this.#response.add(chunk)
    if (this.#splitter === undefined || this.#response.isTruncated) return
    const { decoder, sse } = this.#splitter
    const t = Math.round((clock.now() - this.#headAt) * 10) / 10
    for (const text of sse.add(decoder.decode(chunk, { stream: true })))
      this.#frames?.push({ t, text })
  }

  /** Records that the client disconnected, although the target may continue. */
  clientLeft(): void {
    this.#hasLeft = true
    this.#entry?.deliveries?.end('left', this.#dateAt(this.#context.clock.now()))
  }

  /** Records the end of the exchange. Only the first call has an effect. */
  end(how: ExchangeEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    const { clock, journal, onExchange } = this.#context
    const end = this.#hasLeft ? 'left' : how
    if (this.#entry === undefined) this.#addToJournal('success', undefined)
    else {
      this.#entry.deliveries?.end(end, this.#dateAt(clock.now()))
      journal.ended(this.#entry)
    }
    // A response that a fault changed or a substitute sent is not traffic of the target.
    if (this.faults.length === 0 && this.substitute === undefined)
      onExchange?.(this.#toExchange(end))
    this.#request.release()
    this.#response.release()
  }

  /** Records that the proxy itself responded, because of a fault or an error. */
  addOwnResponse(
    status: number | undefined,
    explanation: string,
    outcome: 'fault' | 'success',
  ): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#status = status
    this.#headAt = this.#context.clock.now()
    this.#addToJournal(outcome, undefined, explanation)
    this.#request.release()
    this.#response.release()
  }

  #dateAt(now: number): number {
    return Math.round(this.#startedAt + now - this.#beganAt)
  }

  #toExchange(end: ExchangeEnd): RecordedExchange {
    const now = this.#context.clock.now()
    const { method, url, sentHeaders } = this.#start
    const [request, response, headers] = [this.#request, this.#response, this.#headers]
    const sent = request.decodedBytes(headerOf(sentHeaders, 'content-encoding'))
    const received = response.decodedBytes(headerOf(headers, 'content-encoding'))
    const isRequestCut = request.isTruncated || isTooLong(sent)
    const isCut = response.isTruncated || isTooLong(received)
    const content =
      this.#status === undefined || received === undefined
        ? undefined
        : toContent(received.subarray(0, maxRecordedBody), isCut || end !== 'end')
    return createExchange({
      index: this.#number,
      startedAt: this.#startedAt,
      ms: now - this.#beganAt,
      headersAfter: Math.max(0, (this.#status === undefined ? now : this.#headAt) - this.#beganAt),
      method,
      url,
      requestHeaders: pairsOf(sentHeaders),
      ...(request.length > 0 && {
        requestContent: sent?.length
          ? toContent(sent.subarray(0, maxRecordedBody), isRequestCut)
          : 'missing',
      }),
      status: this.#status ?? 0,
      statusText: this.#statusMessage,
      responseHeaders: pairsOf(headers),
      mimeType: headerOf(headers, 'content-type') ?? '',
      content,
      frames: this.#framesOf(content),
      ended: endedByEnd[end],
      isTruncated: isRequestCut || isCut || received === undefined,
      sizes: {
        request: request.length,
        response: response.length,
        content: received?.length ?? -1,
      },
    })
  }

  /** The timed frames. The last one may be an incomplete frame. */
  #framesOf(content: RecordedExchange['content']): readonly TimedFrame[] | undefined {
    const frames = this.#frames
    if (frames === undefined || typeof content !== 'string') return undefined
    const text = content.slice(frames.reduce((length, frame) => length + frame.text.length, 0))
    return text === '' ? frames : [...frames, { t: frames.at(-1)?.t ?? 0, text }]
  }

  #addToJournal(
    outcome: JournalEntry['outcome'],
    deliveries: DeliveryLog | undefined,
    explanation = this.substitute ?? this.refusal,
  ): void {
    const { method, path, query, headers, operation } = this.#start
    this.#entry = {
      number: this.#number,
      at: this.#startedAt,
      method,
      path,
      query,
      headers: pairsOf(headers).map(([name, value]) => [name.toLowerCase(), value]),
      endpoint: operation,
      caller: callerOf(headers),
      fields: [],
      scenario: undefined,
      requestBody: recordBody(this.#request, headerOf(headers, 'content-encoding')),
      status: this.#status,
      outcome,
      faults: this.faults,
      explanation,
      responseBody: recordBody(this.#response, headerOf(this.#headers, 'content-encoding')),
      ms: Math.round(
        (this.#status === undefined ? this.#context.clock.now() : this.#headAt) - this.#beganAt,
      ),
      profile: documented,
      deliveries,
    }
    this.#context.journal.add(this.#entry)
  }
}

const isTooLong = (bytes: Uint8Array | undefined) => (bytes?.length ?? 0) > maxRecordedBody

const endedByEnd = { end: 'closed', left: 'cut', cut: 'error' } as const

/** The user in the token of a request; the proxy can't verify the token. */
function callerOf(headers: RawHeaders): JournalEntry['caller'] {
  const email = readClaim(credentialOf(headers), 'email')
  return email === undefined ? undefined : { email, key: undefined }
}

function recordBody(body: CapturedBody, encoding: string | undefined): RecordedBody | undefined {
  if (body.length === 0) return undefined
  const decoded = body.decodedBytes(encoding)
  const bytes = decoded ?? new Uint8Array()
  const text = new TextDecoder().decode(bytes.subarray(0, ownLimits.journalBody))
  return body.isTruncated || decoded === undefined || bytes.length > ownLimits.journalBody
    ? { text, length: Math.max(body.length, bytes.length) }
    : text
}
