import type { StreamFault } from '../../contract/fault.ts'
import { ConnectionReset, type FrameStream } from '../world/exchange.ts'
import type { Clock } from '../state/clock.ts'
import { altered, reordered } from './alter-events.ts'
import { cutShort } from './cut-short.ts'
import { merged, type Pacing, slowly, split, stalled } from './pace-bytes.ts'
import { framesOf, type Pieces } from './pieces.ts'

/** A stream with what faults make of it. What made it goes on as if its reader had all of it. */
export function damage(
  stream: FrameStream,
  faults: readonly StreamFault[],
  clock: Clock,
): FrameStream {
  const leaving = new AbortController()
  const pacing: Pacing = {
    now: () => clock.now(),
    async until(due) {
      const ms = due - clock.now()
      if (ms > 0) await clock.wait(ms, leaving.signal)
    },
  }
  const writes = writesOf(through(framesOf(stream), faults, pacing), stream)
  return {
    async pull() {
      const { value } = await writes.next()
      return leaving.signal.aborted ? undefined : value
    },
    cancel() {
      leaving.abort()
      stream.cancel()
    },
  }
}

/** First what becomes of events, then of the bytes that are left: so a cut counts what is sent. */
function through(frames: Pieces, faults: readonly StreamFault[], pacing: Pacing): Pieces {
  let pieces = frames
  for (const fault of faults) {
    pieces = altered(pieces, fault)
    if (fault.reorder) pieces = reordered(pieces, fault.reorder.event)
  }
  for (const { cut } of faults) if (cut) pieces = cutShort(pieces, cut)
  for (const { stall } of faults) if (stall) pieces = stalled(pieces, stall, pacing)
  for (const { merge } of faults) if (merge) pieces = merged(pieces, merge.events)
  for (const { split: pieced } of faults) if (pieced) pieces = split(pieces, pieced.bytes)
  for (const { drip } of faults)
    if (drip) pieces = slowly(split(pieces, drip.bytes), drip.every, pacing)
  return pieces
}

/** What is sent, each a write of its own. */
async function* writesOf(
  pieces: Pieces,
  stream: FrameStream,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const { bytes, breaks } of pieces) {
    if (bytes.length > 0) yield bytes
    if (breaks === undefined) continue
    stream.cancel()
    if (breaks === 'reset') throw new ConnectionReset()
    return undefined
  }
  return undefined
}
