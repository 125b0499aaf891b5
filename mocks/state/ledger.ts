import { ownLimits } from '../../contract/limits.ts'

/** One frame of a stream as it went out. */
export type DeliveredFrame = {
  /** The name of its event; `message` where it names none. */
  readonly event: string
  readonly cursor: number | undefined
  /** When it was handed over, in milliseconds of the world. */
  readonly at: number
  readonly bytes: number
}

/**
 * How a stream ended: its reader had all of it, left before, or was cut off; `open` while it goes on.
 */
export type StreamState = 'open' | 'end' | 'left' | 'cut'

/** The frames that are the last of their stream. */
const lastEvents: ReadonlySet<string> = new Set(['end', 'resume_done'])

const blankLine = /\r\n\r\n|\n\n|\r\r/

/** What the reader of one stream was handed, frame by frame. */
export class Ledger {
  readonly frames: DeliveredFrame[] = []
  /** The names of all events that came. */
  readonly events = new Set<string>()
  /** How many frames there were, also those that are not listed. */
  count = 0
  bytes = 0
  state: StreamState = 'open'
  /** When it ended, in milliseconds of the world. */
  endedAt: number | undefined
  #rest = ''
  #decoder: InstanceType<typeof TextDecoder> | undefined
  #complete = false

  /** Bytes that were handed over of a frame which is not complete. */
  get partial(): number {
    return utf8Length(this.#rest)
  }

  /** Notes what was handed over, wherever it begins and ends. */
  note(piece: string | Uint8Array, at: number): void {
    this.bytes += typeof piece === 'string' ? utf8Length(piece) : piece.length
    this.#rest +=
      typeof piece === 'string'
        ? piece
        : (this.#decoder ??= new TextDecoder()).decode(piece, { stream: true })
    for (let end = blankLine.exec(this.#rest); end !== null; end = blankLine.exec(this.#rest)) {
      const length = end.index + end[0].length
      this.#frame(this.#rest.slice(0, length), at)
      this.#rest = this.#rest.slice(length)
    }
  }

  /** Notes the end; whoever leaves behind the last event had all of it. */
  end(state: 'end' | 'left' | 'cut', at: number): void {
    if (this.state !== 'open') return
    this.state = this.#complete ? 'end' : state === 'end' ? 'cut' : state
    this.endedAt = at
  }

  #frame(text: string, at: number): void {
    if (!/^(event|data):/m.test(text)) return
    const event = /^event: ?(\w+)/m.exec(text)?.[1] ?? 'message'
    const cursor = (/^id: ?(\d+)/m.exec(text) ?? /^data: ?\{"cursor":(\d+)/m.exec(text))?.[1]
    this.count++
    this.events.add(event)
    this.#complete ||= lastEvents.has(event)
    if (this.frames.length >= ownLimits.journalFrames) return
    this.frames.push({
      event,
      cursor: cursor === undefined ? undefined : Number(cursor),
      at,
      bytes: utf8Length(text),
    })
  }
}

/** How many bytes a text takes in UTF-8, without encoding it. */
function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // Half of a pair counts as two, so that a pair makes four.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}
