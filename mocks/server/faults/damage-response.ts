import type { FaultEffect, StreamFault } from '../../../contract/fault.ts'
import { type FrameStream, type PlainResponse, ConnectionReset } from '../../world/exchange.ts'
import type { Clock } from '../../world/clock.ts'
import {
  encodeText,
  readFrames,
  type Pieces,
  mergeWrites,
  type StreamClock,
  dripWrites,
  splitWrites,
  stallAfter,
} from './stream-pieces.ts'
import { alterEvents, reorderEvents, cutStream } from './damage-events.ts'

/** A reply with what faults make of its body: none, a part of what its headers promise, a bad stream. */
export function damageResponse(
  reply: PlainResponse,
  effects: readonly FaultEffect[],
  clock: Clock,
): PlainResponse {
  const { body } = reply
  if (body === undefined) return reply
  if (effects.some((effect) => effect.body === 'empty')) {
    if (typeof body === 'object') body.cancel()
    return { ...reply, body: '' }
  }
  const cuts = effects.flatMap((effect) =>
    typeof effect.body === 'object' ? [{ cut: { at_byte: effect.body.truncate } }] : [],
  )
  if (typeof body === 'object') {
    const faults = [...effects.flatMap(({ stream }) => stream ?? []), ...cuts]
    return faults.length === 0 ? reply : { ...reply, body: damageStream(body, faults, clock) }
  }
  const length = encodeText(body).length
  if (cuts.every(({ cut }) => cut.at_byte >= length)) return reply
  const headers = { ...reply.headers, 'content-length': String(length) }
  return { ...reply, headers, body: damageStream(streamOf(body), cuts, clock) }
}

function streamOf(text: string): FrameStream {
  let rest: string | undefined = text
  return {
    async pull() {
      const sent = rest
      rest = undefined
      return sent
    },
    cancel() {},
  }
}

/** A stream with what faults make of it. What made it goes on as if its reader had all of it. */
export function damageStream(
  stream: FrameStream,
  faults: readonly StreamFault[],
  clock: Clock,
): FrameStream {
  const leaving = new AbortController()
  const pacing: StreamClock = {
    now: () => clock.now(),
    async until(due) {
      const ms = due - clock.now()
      if (ms > 0) await clock.wait(ms, leaving.signal)
    },
  }
  const writes = writesOf(through(readFrames(stream), faults, pacing), stream)
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
function through(frames: Pieces, faults: readonly StreamFault[], pacing: StreamClock): Pieces {
  let pieces = frames
  for (const fault of faults) {
    pieces = alterEvents(pieces, fault)
    if (fault.reorder) pieces = reorderEvents(pieces, fault.reorder.event)
  }
  for (const { cut } of faults) if (cut) pieces = cutStream(pieces, cut)
  for (const { stall } of faults) if (stall) pieces = stallAfter(pieces, stall, pacing)
  for (const { merge } of faults) if (merge) pieces = mergeWrites(pieces, merge.events)
  for (const { split: pieced } of faults) if (pieced) pieces = splitWrites(pieces, pieced.bytes)
  for (const { drip } of faults)
    if (drip) pieces = dripWrites(splitWrites(pieces, drip.bytes), drip.every, pacing)
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
