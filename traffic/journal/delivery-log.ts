import { isBytes } from '../../contract/realm-safe.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { StreamState } from '../../contract/control/journal.ts'
import { decodeSse, endsFrame, SseSplitter, utf8Length } from '../../contract/sse.ts'
import type { FrameStream, StreamPart } from '../../contract/plain-http.ts'

/** A frame of a stream that was sent. */
export type DeliveredFrame = {
  /** The name of the event; `message` by default. */
  readonly event: string
  readonly cursor: number | undefined
  /** The time of sending, in milliseconds since 1970 by the clock of the world. */
  readonly at: number
  readonly bytes: number
}

/** The events that end a stream. */
const lastEvents: ReadonlySet<string> = new Set(['end', 'resume_done'])

/** The frames sent to the reader of a stream. After a reset, some may not have arrived. */
export class DeliveryLog {
  /** The names of all events, each once. */
  readonly events: string[] = []
  /** The number of frames, including frames that are not listed. */
  count = 0
  bytes = 0
  state: StreamState = 'open'
  /** The end of the stream, in milliseconds since 1970 by the clock of the world. */
  endedAt: number | undefined
  /** The event name of each frame. Arrays of values take a third of the memory of objects. */
  readonly #names: string[] = []
  /** Three numbers per frame: cursor, time and bytes; `NaN` without a cursor. */
  readonly #frameNumbers: number[] = []
  /** The splitter that makes frames from bytes that a fault damaged. */
  #damagedStream:
    | { readonly decoder: InstanceType<typeof TextDecoder>; readonly splitter: SseSplitter }
    | undefined
  /** The beginning of a frame that is too long to store. */
  #oversizedFrame:
    | { readonly name: string | undefined; readonly cursor: number; bytes: number }
    | undefined
  #complete = false
  readonly #needsLastEvent: boolean

  /** With `needsLastEvent`, a stream that lacks a final event of the contract counts as cut. */
  constructor({ needsLastEvent = true }: { readonly needsLastEvent?: boolean } = {}) {
    this.#needsLastEvent = needsLastEvent
  }

  get listedCount(): number {
    return this.#names.length
  }

  /** The listed frames, oldest first. */
  get frames(): DeliveredFrame[] {
    return this.#names.map((event, index) => {
      const [cursor = Number.NaN, at = 0, bytes = 0] = this.#frameNumbers.slice(
        index * 3,
        index * 3 + 3,
      )
      return { event, cursor: Number.isNaN(cursor) ? undefined : cursor, at, bytes }
    })
  }

  /** The number of bytes of an incomplete last frame. */
  get partial(): number {
    return (
      (this.#oversizedFrame?.bytes ?? 0) +
      utf8Length(this.#damagedStream?.splitter.incompleteFrame ?? '')
    )
  }

  /** Records a chunk of the stream. Damaged bytes may begin and end inside a frame. */
  add(part: StreamPart, at: number): void {
    if (isBytes(part)) this.#addBytes(part, at)
    else
      for (const { bytes, event, cursor = Number.NaN } of part) {
        this.bytes += bytes
        if (event !== undefined) this.#list(event, cursor, bytes, at)
      }
  }

  /** Records the end of the stream. A disconnect after the last event counts as complete. */
  end(state: 'end' | 'left' | 'cut', at: number): void {
    if (this.state !== 'open') return
    this.state = this.#complete ? 'end' : state === 'end' && this.#needsLastEvent ? 'cut' : state
    this.endedAt = at
  }

  #addBytes(part: Uint8Array, at: number): void {
    this.#damagedStream ??= {
      decoder: new TextDecoder(),
      splitter: new SseSplitter(ownLimits.unfinishedFrame),
    }
    const { decoder, splitter } = this.#damagedStream
    this.bytes += part.length
    for (const text of splitter.add(decoder.decode(part, { stream: true }))) {
      const frame = this.#oversizedFrame ?? readFrame(text)
      frame.bytes += utf8Length(text)
      this.#oversizedFrame = endsFrame(text) ? undefined : frame
      if (this.#oversizedFrame === undefined && frame.name !== undefined)
        this.#list(frame.name, frame.cursor, frame.bytes, at)
    }
  }

  #list(name: string, cursor: number, bytes: number, at: number): void {
    const event = this.#sharedName(name)
    this.count++
    this.#complete ||= lastEvents.has(event)
    if (this.#names.length >= ownLimits.journalFrames) return
    this.#names.push(event)
    this.#frameNumbers.push(cursor, at, bytes)
  }

  /** Returns one shared string for equal names: each name cut from a frame is a new string. */
  #sharedName(name: string): string {
    const known = this.events.indexOf(name)
    if (known >= 0) return this.events[known] ?? name
    this.events.push(name)
    return name
  }
}

/** Reads a frame, or the beginning of a long one. */
function readFrame(text: string) {
  const { event, id, data } = decodeSse(text)
  const name = event ?? (data === undefined ? undefined : 'message')
  return { name, cursor: frameCursorOf(id, data), bytes: 0 }
}

/** The cursor of a damaged frame, from its id or its payload; `NaN` without a cursor. */
function frameCursorOf(id: string | undefined, data = ''): number {
  return Number.parseInt(id ?? /^\{"cursor":(\d+)/.exec(data)?.[1] ?? '', 10)
}

/** Callbacks of `WatchedReader`. */
type ReaderCallbacks = {
  /** The log in which the data sent to the reader is recorded. */
  readonly deliveries: DeliveryLog
  /** The current time of the world in milliseconds. */
  now(): number
  /** Called once, when the stream has ended. */
  onEnd(): void
}

/** Wraps a stream, so that everything sent to its reader is recorded. */
export class WatchedReader implements FrameStream {
  readonly #frames: FrameStream
  readonly #watch: ReaderCallbacks

  constructor(frames: FrameStream, watch: ReaderCallbacks) {
    this.#frames = frames
    this.#watch = watch
  }

  get isDone(): boolean {
    return this.#frames.isDone === true
  }

  // Not `async`, which is slower: this function runs for every event of every stream.
  pull(): Promise<StreamPart | undefined> {
    return this.#frames.pull().then(this.#noted, this.#cut)
  }

  cancel(): void {
    this.#frames.cancel()
    this.#end('left')
  }

  readonly #noted = (part: StreamPart | undefined) => {
    const { deliveries } = this.#watch
    if (part !== undefined && deliveries.state === 'open') deliveries.add(part, this.#watch.now())
    if (part === undefined || this.isDone) this.#end('end')
    return part
  }

  readonly #cut = (error: unknown): never => {
    this.#end('cut')
    throw error
  }

  #end(how: 'end' | 'left' | 'cut'): void {
    const { deliveries } = this.#watch
    if (deliveries.state !== 'open') return
    deliveries.end(how, this.#watch.now())
    this.#watch.onEnd()
  }
}
