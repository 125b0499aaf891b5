import { ownLimits } from '../contract/limits.ts'
import type { FrameStream } from './exchange.ts'
import type { StreamState } from '../contract/control/journal.ts'

/** A frame of a stream that was sent. */
export type DeliveredFrame = {
  /** The name of its event; `message` if it has none. */
  readonly event: string
  readonly cursor: number | undefined
  /** The time at which it was sent, in milliseconds since 1970 by the clock of the world. */
  readonly at: number
  readonly bytes: number
}

/** The last events of a stream. */
const lastEvents: ReadonlySet<string> = new Set(['end', 'resume_done'])

const blankLine = /\r\n\r\n|\n\n|\r\r/g

/** The start of a payload that contains a cursor. */
const cursorFirst = '{"cursor":'
/** The number of digits of the largest cursor. */
const longestCursor = `${Number.MAX_SAFE_INTEGER}`.length

/** The frames that the reader of one stream received. */
export class DeliveryLog {
  /** The names of all events, each once. */
  readonly events: string[] = []
  /** The number of frames, including frames that are not listed. */
  count = 0
  bytes = 0
  state: StreamState = 'open'
  /** The end of the stream, in milliseconds since 1970 by the clock of the world. */
  endedAt: number | undefined
  /** The frames in columns: as objects they would take three times the memory. */
  readonly #names: string[] = []
  /** The cursor, the time and the bytes of each frame, one after the other; `NaN` for no cursor. */
  readonly #figures: number[] = []
  #rest = ''
  #decoder: InstanceType<typeof TextDecoder> | undefined
  #complete = false

  get listedCount(): number {
    return this.#names.length
  }

  /** The listed frames, oldest first. */
  get frames(): DeliveredFrame[] {
    return this.#names.map((event, index) => {
      const [cursor = Number.NaN, at = 0, bytes = 0] = this.#figures.slice(index * 3, index * 3 + 3)
      return { event, cursor: Number.isNaN(cursor) ? undefined : cursor, at, bytes }
    })
  }

  /** The number of bytes of an incomplete last frame. */
  get partial(): number {
    return utf8Length(this.#rest)
  }

  /** Records a part of the stream. It may begin and end anywhere in a frame. */
  add(piece: string | Uint8Array, at: number): void {
    this.bytes += typeof piece === 'string' ? utf8Length(piece) : piece.length
    const text =
      this.#rest +
      (typeof piece === 'string'
        ? piece
        : (this.#decoder ??= new TextDecoder()).decode(piece, { stream: true }))
    let from = 0
    blankLine.lastIndex = 0
    // This runs for every frame of every stream, so it allocates only what it keeps.
    while (blankLine.test(text)) {
      this.#frame(text.slice(from, blankLine.lastIndex), at)
      from = blankLine.lastIndex
    }
    this.#rest = text.slice(from)
  }

  /** Records the end. A reader who leaves after the last event counts as complete. */
  end(state: 'end' | 'left' | 'cut', at: number): void {
    if (this.state !== 'open') return
    this.state = this.#complete ? 'end' : state === 'end' ? 'cut' : state
    this.endedAt = at
  }

  #frame(text: string, at: number): void {
    const name = fieldOf(text, 'event:')
    if (name === undefined && valueOf(text, 'data:') < 0) return
    const event = this.#named(name ?? 'message')
    this.count++
    this.#complete ||= lastEvents.has(event)
    if (this.listedCount >= ownLimits.journalFrames) return
    this.#names.push(event)
    this.#figures.push(cursorOf(text), at, utf8Length(text))
  }

  /**
   * Returns one shared string for equal names, because each name cut from a frame is a new string.
   */
  #named(name: string): string {
    const known = this.events.indexOf(name)
    if (known >= 0) return this.events[known] ?? name
    this.events.push(name)
    return name
  }
}

/** Returns the cursor of a frame, from its id or its payload; `NaN` if it has none. */
function cursorOf(frame: string): number {
  const id = fieldOf(frame, 'id:')
  if (id !== undefined) return Number.parseInt(id, 10)
  const data = valueOf(frame, 'data:')
  if (data < 0 || !frame.startsWith(cursorFirst, data)) return Number.NaN
  const from = data + cursorFirst.length
  return Number.parseInt(frame.slice(from, from + longestCursor), 10)
}

/** Returns the value of the first line that starts with this field, such as `id:`. */
function fieldOf(frame: string, begins: string): string | undefined {
  const from = valueOf(frame, begins)
  if (from < 0) return undefined
  let end = from
  while (end < frame.length && !endsLine(frame, end)) end++
  return frame.slice(from, end)
}

/** Returns the position of that value; -1 without such a line. */
function valueOf(frame: string, begins: string): number {
  let at = frame.indexOf(begins)
  while (at > 0 && !endsLine(frame, at - 1)) at = frame.indexOf(begins, at + 1)
  if (at < 0) return at
  return at + begins.length + Number(frame[at + begins.length] === ' ')
}

const endsLine = (text: string, at: number) => text[at] === '\n' || text[at] === '\r'

const beyondAscii = /[\u0080-\uffff]/

/** Returns the length of a text in UTF-8 without encoding it. */
function utf8Length(text: string): number {
  if (!beyondAscii.test(text)) return text.length
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Each half of a surrogate pair counts as two bytes, so the pair counts as four.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

/** Callbacks of `watchReader`. */
type ReaderCallbacks = {
  /** Records what the reader receives. */
  readonly deliveries: DeliveryLog
  /** The current time of the world in milliseconds. */
  now(): number
  /** Called once, when the stream has ended. */
  onEnd(): void
}

/** Wraps a stream, to record everything that its reader receives. */
export const watchReader = (frames: FrameStream, watch: ReaderCallbacks): FrameStream =>
  new WatchedReader(frames, watch)

class WatchedReader implements FrameStream {
  readonly #frames: FrameStream
  readonly #watch: ReaderCallbacks

  constructor(frames: FrameStream, watch: ReaderCallbacks) {
    this.#frames = frames
    this.#watch = watch
  }

  get isDone(): boolean {
    return this.#frames.isDone === true
  }

  // Not `async`, because it runs for every event of every stream.
  pull(): Promise<string | Uint8Array | undefined> {
    return this.#frames.pull().then(this.#noted, this.#cut)
  }

  cancel(): void {
    this.#frames.cancel()
    this.#end('left')
  }

  readonly #noted = (piece: string | Uint8Array | undefined) => {
    const { deliveries: ledger } = this.#watch
    if (piece !== undefined && ledger.state === 'open') ledger.add(piece, this.#watch.now())
    if (piece === undefined || this.isDone) this.#end('end')
    return piece
  }

  readonly #cut = (error: unknown): never => {
    this.#end('cut')
    throw error
  }

  #end(how: 'end' | 'left' | 'cut'): void {
    const { deliveries: ledger } = this.#watch
    if (ledger.state !== 'open') return
    ledger.end(how, this.#watch.now())
    this.#watch.onEnd()
  }
}
