import { isBytes } from '../../contract/realm-safe.ts'
import type { FrameStream } from '../exchange.ts'
import { ownLimits } from '../../contract/limits.ts'
import { decodeSse } from '../../contract/sse.ts'

/** Some bytes of a stream on their way through faults, or the break of the stream. */
export type Piece = {
  readonly bytes: Uint8Array
  /** The number of the event, from 1. The start of the stream has 0, comments have none. */
  readonly event?: number
  readonly name?: string
  /** Breaks the stream after this piece. */
  readonly breaks?: 'reset' | 'close'
}

/** Pulled by the reader, so that nothing is produced after the reader has left. */
export type Pieces = AsyncIterable<Piece>

export const noBytes = new Uint8Array()

export const encodeText = (text: string) => new TextEncoder().encode(text)
export const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Splits a stream into its frames, after an empty piece for its start. */
export async function* readFrames(stream: FrameStream): Pieces {
  let event = 0
  yield { bytes: noBytes, event }
  for (let sent = await stream.pull(); sent !== undefined; sent = await stream.pull()) {
    // Bytes come from other faults, one frame at a time.
    const frames = isBytes(sent)
      ? [{ bytes: sent, name: decodeSse(decodeText(sent)).event }]
      : sent.map(({ text, event: name }) => ({ bytes: encodeText(text), name }))
    for (const { bytes, name } of frames) {
      yield name === undefined ? { bytes } : { bytes, name, event: ++event }
    }
  }
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The clock that the pace of a stream follows. */
export type StreamClock = {
  now(): number
  /** Resolves at a time, or at once when the reader has left. */
  until(due: number): Promise<void>
}

/** Pauses after an event. The pause is counted from the time at which the event was sent. */
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

/** Combines this many events in one write. */
export async function* mergeWrites(pieces: Pieces, events: number): Pieces {
  let parts: Uint8Array[] = []
  let count = 0
  for await (const piece of pieces) {
    parts.push(piece.bytes)
    if (piece.event !== undefined && piece.bytes.length > 0) count++
    if (count < events && piece.breaks === undefined) continue
    yield { bytes: concatBytes(parts) }
    if (piece.breaks !== undefined) yield piece
    parts = []
    count = 0
  }
  yield { bytes: concatBytes(parts) }
}

/** Splits each write into parts of this many bytes; of a kilobyte after 2,000 parts. */
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

/** Keeps writes at least this far apart. */
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
