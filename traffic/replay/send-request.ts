import { isEventStream, type RecordedExchange } from '../../contract/exchange.ts'
import { parseBody } from '../../contract/json.ts'
import { isError } from '../../contract/realm-safe.ts'
import { lazyProperties } from '../../contract/memoize.ts'
import { createEventReader, type ReceivedEvent } from '../../contract/received-events.ts'

export type Fetch = (request: Request) => Promise<Response>

/** A complete response of the target. */
export type FreshResponse = Pick<
  RecordedExchange,
  'status' | 'mimeType' | 'text' | 'json' | 'events' | 'ended'
>

export type ReadOptions = {
  /** The timeout for the whole response in milliseconds. */
  readonly timeout: number
  /** Aborts the request. */
  readonly stop?: AbortSignal | undefined
  /** Called for each event of a stream; returns false to close the connection. */
  readonly onEvent?: (event: ReceivedEvent) => boolean
}

/** The maximum size of a body in bytes. */
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
  const isStream = isEventStream({ mimeType })
  const decoder = new TextDecoder()
  const stream = createEventReader(() => 0)
  const pieces: string[] = []
  let bytes = 0
  let wanted: number | undefined
  const reader = response.body?.getReader()
  while (wanted === undefined) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader?.cancel()
      throw new Error('the response is larger than 64 MB')
    }
    const before = stream.events.length
    const text = decoder.decode(value, { stream: true })
    if (isStream) stream.feed(text)
    else pieces.push(text)
    const last = stream.events.slice(before).findIndex((event) => !onEvent(event))
    if (last >= 0) wanted = before + last + 1
  }
  if (wanted !== undefined) await reader?.cancel()
  const text = pieces.join('') + decoder.decode()
  const events = stream.events.slice(0, wanted)
  return lazyProperties(
    { json: () => parseBody(text) },
    { status: response.status, mimeType, text, events, ended: 'closed' as const },
  )
}

/** Describes in a few words why there was no response. */
export function describeFailure(error: unknown): string {
  const cause = isError(error) && isError(error.cause) ? error.cause : error
  return isError(cause) ? cause.message || cause.name : String(cause)
}
