import { ownLimits } from '../../contract/limits.ts'
import { SseSplitter, decodeSse, type Frame, frameText, toFrame } from '../../contract/sse.ts'
import { ConnectionReset, type FrameStream, type PlainResponse } from '../../contract/plain-http.ts'
import { isBytes, isError } from '../../contract/realm-safe.ts'
import type { ServerResponse } from 'node:http'
import { afterWrites } from './clock.ts'
import type { OpenExchange } from './proxy-state.ts'
import { headerOf, type RawHeaders, withoutHeaders } from './raw-headers.ts'

/** The number of buffered bytes above which the proxy pauses the source. */
const maxWaitingBytes = 64 * 1024

/** The source of a body, which pushes its bytes. */
type Source = {
  pause(): void
  resume(): void
  /** Stops the source, because its reader is gone. */
  cancel(): void
}

/** Converts a pushed body to a pulled stream that faults can damage. */
export class PulledBody implements FrameStream {
  readonly #source: Source
  /** Splits a stream of events into frames; `undefined` for other bodies. */
  readonly #splitter: SseSplitter | undefined
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #waiting: Uint8Array[] = []
  #bytes = 0
  #state: 'open' | 'ended' | 'broken' = 'open'
  #wake: (() => void) | undefined

  constructor(source: Source, { isEvents }: { readonly isEvents: boolean }) {
    this.#source = source
    this.#splitter = isEvents ? new SseSplitter(ownLimits.unfinishedFrame) : undefined
  }

  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > maxWaitingBytes) this.#source.pause()
    this.#wake?.()
  }

  finish(state: 'ended' | 'broken'): void {
    if (this.#state === 'open') this.#state = state
    this.#wake?.()
  }

  async pull(): Promise<readonly Frame[] | Uint8Array | undefined> {
    for (;;) {
      const chunk = await this.pullBytes()
      if (chunk === undefined) return this.#takeIncompleteFrame()
      if (this.#splitter === undefined) return chunk
      const frames = this.#splitter.add(this.#decoder.decode(chunk, { stream: true }))
      if (frames.length > 0) return frames.map(readFrame)
    }
  }

  /** Waits for the next bytes, exactly as the source sent them; `undefined` at the end. */
  async pullBytes(): Promise<Uint8Array | undefined> {
    for (;;) {
      const chunk = this.#waiting.shift()
      if (chunk !== undefined) {
        this.#bytes -= chunk.length
        if (this.#bytes <= maxWaitingBytes) this.#source.resume()
        return chunk
      }
      if (this.#state === 'broken') throw new ConnectionReset()
      if (this.#state === 'ended') return undefined
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  cancel(): void {
    this.finish('ended')
    this.#waiting.length = 0
    this.#source.cancel()
  }

  /** Returns the incomplete frame at the end of the target's stream. */
  #takeIncompleteFrame(): readonly Frame[] | undefined {
    const text = this.#splitter?.incompleteFrame ?? ''
    if (text === '' || this.#isRestTaken) return undefined
    this.#isRestTaken = true
    return [readFrame(text)]
  }

  #isRestTaken = false
}

/** Reads a frame. Comments have no event name; data without a name is a `message` event. */
function readFrame(text: string): Frame {
  // A byte order mark at the start of a stream does not belong to its first line.
  const { event, data } = decodeSse(text.replace(/^\ufeff/, ''))
  return toFrame(text, event ?? (data === undefined ? undefined : 'message'))
}

/** The response of a target or a substitute, before faults change it. */
type SentResponse = {
  readonly status: number
  readonly statusMessage: string
  readonly rawHeaders: RawHeaders
  readonly body: PulledBody
}

/** Sends a response through the faults of its request; each write of a fault is sent separately. */
export async function sendThroughFaults(
  { outgoing, log, plan }: OpenExchange,
  { status, statusMessage, rawHeaders, body: source }: SentResponse,
  breakConnection: () => void,
): Promise<void> {
  try {
    const length = headerOf(rawHeaders, 'content-length')
    const sent: PlainResponse['headers'] = length === undefined ? {} : { 'content-length': length }
    const plain: PlainResponse = { status, headers: sent, body: source }
    const { headers, body, reset } = plan?.after(plain) ?? plain
    if (reset === true) throw new ConnectionReset()
    const withoutLength = () => withoutHeaders(rawHeaders, /^content-length$/).flat()
    if (typeof body !== 'object') {
      // The target's content length is wrong for a body that a fault emptied.
      outgoing.writeHead(status, statusMessage, withoutLength())
      outgoing.end()
      return
    }
    if (outgoing.destroyed) return body.cancel()
    outgoing.once('close', () => body.cancel())
    const keepsLength = headers['content-length'] === length
    outgoing.writeHead(status, statusMessage, keepsLength ? [...rawHeaders] : withoutLength())
    outgoing.flushHeaders()
    // If no fault damages the body, its bytes pass unchanged, even if they are not valid UTF-8.
    const pull = () => (body instanceof PulledBody ? body.pullBytes() : body.pull())
    for (let part = await pull(); part !== undefined; part = await pull()) {
      if (outgoing.destroyed) return
      const bytes = isBytes(part) ? part : Buffer.from(frameText(part))
      log.add(bytes)
      await writeAndWait(outgoing, bytes)
    }
    outgoing.end()
  } catch (error) {
    if (error instanceof ConnectionReset) {
      log.end('cut')
      breakConnection()
      source.cancel()
    } else outgoing.destroy(isError(error) ? error : undefined)
  }
}

/** Waits until the bytes are sent, or the client disconnects. */
export const writeAndWait = (outgoing: ServerResponse, bytes: string | Uint8Array): Promise<void> =>
  new Promise<void>((resolve) => {
    const settle = () => {
      outgoing.off('close', settle)
      resolve()
    }
    outgoing.on('close', settle)
    outgoing.write(bytes, () => afterWrites(settle))
  })
