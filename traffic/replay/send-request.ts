import { isError } from '../../contract/realm-safe.ts'
import { SseSplitter } from '../../contract/sse.ts'
import { type StreamEvent, toEvent } from './stream-differences.ts'

export type Fetch = (request: Request) => Promise<Response>

/** A response of the target that was read to its end. */
export type FreshResponse = {
  readonly status: number
  readonly mimeType: string
  readonly text: string
  readonly events: readonly StreamEvent[]
  /** Set if it is a stream that ended too early. */
  readonly isCut?: boolean
}

export type ReadOptions = {
  /** Milliseconds for the whole response. */
  readonly timeout: number
  /** Aborts the request. */
  readonly stop?: AbortSignal | undefined
  /** Called for each event of a stream; returns false to close the connection. */
  readonly onEvent?: (event: StreamEvent, index: number) => boolean
}

/** The longest body that is read, in bytes. */
const maxBytes = 64 * 1024 * 1024

/** Sends a request and reads the response, also an event stream, to its end. */
export async function sendRequest(
  send: Fetch,
  request: Request,
  { timeout, stop, onEvent = () => true }: ReadOptions,
): Promise<FreshResponse> {
  const timer = AbortSignal.timeout(timeout)
  const limit = stop === undefined ? timer : AbortSignal.any([timer, stop])
  const response = await send(new Request(request, { signal: limit }))
  const mimeType = response.headers.get('content-type') ?? ''
  const isStream = /^text\/event-stream/i.test(mimeType)
  const decoder = new TextDecoder()
  const splitter = new SseSplitter()
  const events: StreamEvent[] = []
  const pieces: string[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new Error('the response is larger than 64 MB')
    }
    const text = decoder.decode(value, { stream: true })
    if (!isStream) pieces.push(text)
    else if (
      !splitter
        .add(text)
        .flatMap(toEvent)
        .every((event) => onEvent(event, events.push(event) - 1))
    ) {
      await reader?.cancel()
      break
    }
  }
  return { status: response.status, mimeType, text: pieces.join('') + decoder.decode(), events }
}

/** Describes in a few words why no response came. */
export function describeFailure(error: unknown): string {
  const cause = isError(error) && isError(error.cause) ? error.cause : error
  return isError(cause) ? cause.message || cause.name : String(cause)
}
