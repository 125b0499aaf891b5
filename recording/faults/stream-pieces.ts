import type { FrameStream } from '../exchange.ts'
import { ownLimits } from '../../contract/limits.ts'

/** Some bytes of a stream on its way through a fault, or its break. */
export type Piece = {
  readonly bytes: Uint8Array
  /** The place of the event among all that the platform sent; 0 for the beginning, none for comments. */
  readonly event?: number
  readonly name?: string
  /** How the stream breaks; nothing comes behind it. */
  readonly breaks?: 'reset' | 'close'
}

/** Pulled, so that nothing is made for a reader who left. */
export type Pieces = AsyncIterable<Piece>

export const noBytes = new Uint8Array()

export const encodeText = (text: string) => new TextEncoder().encode(text)
export const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** The frames of a stream, one by one, behind an empty piece that is its beginning. */
export async function* readFrames(stream: FrameStream): Pieces {
  let event = 0
  yield { bytes: noBytes, event }
  for (let sent = await stream.pull(); sent !== undefined; sent = await stream.pull()) {
    const frames = typeof sent === 'string' ? sent.split(/(?<=\n\r?\n)/).map(encodeText) : [sent]
    for (const bytes of frames) {
      const name = /^event: ?(\w+)/m.exec(decodeText(bytes))?.[1]
      yield name === undefined ? { bytes } : { bytes, name, event: ++event }
    }
  }
}

/** All of them, one behind the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Time as the pace of a stream needs it: that of its world. */
export type StreamClock = {
  now(): number
  /** Settles at a moment, or at once when the reader has left. */
  until(due: number): Promise<void>
}

/** Silence behind an event; it counts from when the event was sent. */
export async function* stallAfter(
  pieces: Pieces,
  stall: { readonly after_event: number; readonly for: number },
  pacing: StreamClock,
): Pieces {
  for await (const piece of pieces) {
    const due = pacing.now() + stall.for
    yield piece
    if (piece.event === stall.after_event) await pacing.until(due)
  }
}

/** So many events in one write. */
export async function* mergeWrites(pieces: Pieces, events: number): Pieces {
  let bytes: Uint8Array = noBytes
  let count = 0
  for await (const piece of pieces) {
    bytes = concatBytes(bytes, piece.bytes)
    if (piece.event !== undefined && piece.bytes.length > 0) count++
    if (count < events && piece.breaks === undefined) continue
    yield { bytes }
    if (piece.breaks !== undefined) yield piece
    bytes = noBytes
    count = 0
  }
  yield { bytes }
}

/** Each write in several of so many bytes; the first 2,000 of them, and then of a kilobyte. */
export async function* splitWrites(pieces: Pieces, given: number): Pieces {
  let size = given
  let count = 0
  for await (const piece of pieces) {
    const { bytes } = piece
    let at = 0
    while (at + size < bytes.length) {
      yield { bytes: bytes.subarray(at, at + size) }
      at += size
      if (++count === ownLimits.smallPieces) size = Math.max(size, 1024)
    }
    yield { ...piece, bytes: bytes.subarray(at) }
  }
}

/** Writes that are so long apart. */
export async function* dripWrites(pieces: Pieces, every: number, pacing: StreamClock): Pieces {
  let due = 0
  for await (const piece of pieces) {
    if (piece.bytes.length > 0) {
      if (due > pacing.now()) await pacing.until(due)
      due = pacing.now() + every
    }
    yield piece
  }
}
