import { ownLimits } from '../../contract/limits.ts'
import { joined, noBytes, type Pieces } from './pieces.ts'

/** Time as the pace of a stream needs it: that of its world. */
export type Pacing = {
  now(): number
  /** Settles at a moment, or at once when the reader has left. */
  until(due: number): Promise<void>
}

/** Silence behind an event; it counts from when the event was sent. */
export async function* stalled(
  pieces: Pieces,
  stall: { readonly after_event: number; readonly for: number },
  pacing: Pacing,
): Pieces {
  for await (const piece of pieces) {
    const due = pacing.now() + stall.for
    yield piece
    if (piece.event === stall.after_event) await pacing.until(due)
  }
}

/** So many events in one write. */
export async function* merged(pieces: Pieces, events: number): Pieces {
  let bytes: Uint8Array = noBytes
  let count = 0
  for await (const piece of pieces) {
    bytes = joined(bytes, piece.bytes)
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
export async function* split(pieces: Pieces, given: number): Pieces {
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
export async function* slowly(pieces: Pieces, every: number, pacing: Pacing): Pieces {
  let due = 0
  for await (const piece of pieces) {
    if (piece.bytes.length > 0) {
      if (due > pacing.now()) await pacing.until(due)
      due = pacing.now() + every
    }
    yield piece
  }
}
