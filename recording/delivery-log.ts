import { ownLimits } from '../contract/limits.ts'
import type { FrameStream } from './exchange.ts'
import type { StreamState } from '../contract/control/journal.ts'

/** One frame of a stream as it went out. */
export type DeliveredFrame = {
  /** The name of its event; `message` where it names none. */
  readonly event: string
  readonly cursor: number | undefined
  /** When it was handed over, in milliseconds of the world. */
  readonly at: number
  readonly bytes: number
}

/** The frames that are the last of their stream. */
const lastEvents: ReadonlySet<string> = new Set(['end', 'resume_done'])

const blankLine = /\r\n\r\n|\n\n|\r\r/g

/** How the payload of an event begins that has a cursor in it. */
const cursorFirst = '{"cursor":'
/** The digits of the highest cursor that there can be. */
const longestCursor = `${Number.MAX_SAFE_INTEGER}`.length

/** What the reader of one stream was handed, frame by frame. */
export class DeliveryLog {
  /** The names of all events that came, each once. */
  readonly events: string[] = []
  /** How many frames there were, also those that are not listed. */
  count = 0
  bytes = 0
  state: StreamState = 'open'
  /** When it ended, in milliseconds of the world. */
  endedAt: number | undefined
  /** Frames in columns: as objects they would take thrice the memory in every stream of a journal. */
  readonly #names: string[] = []
  /** Cursor, moment and bytes of each frame, one after the other; `NaN` for no cursor. */
  readonly #figures: number[] = []
  #rest = ''
  #decoder: InstanceType<typeof TextDecoder> | undefined
  #complete = false

  /** How many frames are listed. */
  get listedCount(): number {
    return this.#names.length
  }

  /** The frames that are listed, oldest first. */
  get frames(): DeliveredFrame[] {
    return this.#names.map((event, index) => {
      const [cursor = Number.NaN, at = 0, bytes = 0] = this.#figures.slice(index * 3, index * 3 + 3)
      return { event, cursor: Number.isNaN(cursor) ? undefined : cursor, at, bytes }
    })
  }

  /** Bytes that were handed over of a frame which is not complete. */
  get partial(): number {
    return utf8Length(this.#rest)
  }

  /** Notes what was handed over, wherever it begins and ends. */
  add(piece: string | Uint8Array, at: number): void {
    this.bytes += typeof piece === 'string' ? utf8Length(piece) : piece.length
    const text =
      this.#rest +
      (typeof piece === 'string'
        ? piece
        : (this.#decoder ??= new TextDecoder()).decode(piece, { stream: true }))
    let from = 0
    blankLine.lastIndex = 0
    // Each frame of each stream comes by here: nothing is made that is not kept.
    while (blankLine.test(text)) {
      this.#frame(text.slice(from, blankLine.lastIndex), at)
      from = blankLine.lastIndex
    }
    this.#rest = text.slice(from)
  }

  /** Notes the end; whoever leaves behind the last event had all of it. */
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

  /** The same text for the same name: what is cut from a frame is another one each time. */
  #named(name: string): string {
    const known = this.events.indexOf(name)
    if (known >= 0) return this.events[known] ?? name
    this.events.push(name)
    return name
  }
}

/** The cursor of a frame, wherever it stands; `NaN` for none. */
function cursorOf(frame: string): number {
  const id = fieldOf(frame, 'id:')
  if (id !== undefined) return Number.parseInt(id, 10)
  const data = valueOf(frame, 'data:')
  if (data < 0 || !frame.startsWith(cursorFirst, data)) return Number.NaN
  const from = data + cursorFirst.length
  return Number.parseInt(frame.slice(from, from + longestCursor), 10)
}

/** The value of the first line of a frame that begins with this, such as `id:`. */
function fieldOf(frame: string, begins: string): string | undefined {
  const from = valueOf(frame, begins)
  if (from < 0) return undefined
  let end = from
  while (end < frame.length && !endsLine(frame, end)) end++
  return frame.slice(from, end)
}

/** Where that value begins; -1 without such a line. */
function valueOf(frame: string, begins: string): number {
  let at = frame.indexOf(begins)
  while (at > 0 && !endsLine(frame, at - 1)) at = frame.indexOf(begins, at + 1)
  if (at < 0) return at
  return at + begins.length + Number(frame[at + begins.length] === ' ')
}

const endsLine = (text: string, at: number) => text[at] === '\n' || text[at] === '\r'

const beyondAscii = /[\u0080-\uffff]/

/** How many bytes a text takes in UTF-8, without encoding it. */
function utf8Length(text: string): number {
  if (!beyondAscii.test(text)) return text.length
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Half of a pair counts as two, so that a pair makes four.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

/** What one who watches a reader is asked and told. */
type ReaderCallbacks = {
  /** Where it is noted what the reader is handed. */
  readonly deliveries: DeliveryLog
  /** Milliseconds of the world. */
  now(): number
  /** Told once, when the stream is over. */
  onEnd(): void
}

/** The same stream, with what its reader is handed noted in a ledger. */
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

  // Not `async`: this passes on every event of every stream.
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
