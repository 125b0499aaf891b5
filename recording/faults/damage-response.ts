import type { FaultEffect, StreamFault } from '../../contract/fault.ts'
import { type FrameStream, type PlainResponse, ConnectionReset } from '../exchange.ts'
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

/** The clock for delays and pauses, in milliseconds. */
export type FaultClock = {
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** Applies faults to the body of a response: empties it, cuts it short, or damages its stream. */
export function damageResponse(
  response: PlainResponse,
  effects: readonly FaultEffect[],
  clock: FaultClock,
): PlainResponse {
  const { body } = response
  if (body === undefined) return response
  if (effects.some((effect) => effect.body === 'empty')) {
    if (typeof body === 'object') body.cancel()
    return { ...response, body: '' }
  }
  const cuts = effects.flatMap((effect) =>
    typeof effect.body === 'object' ? [{ cut: { at_byte: effect.body.truncate } }] : [],
  )
  if (typeof body === 'object') {
    const faults = [...effects.flatMap(({ stream }) => stream ?? []), ...cuts]
    return faults.length === 0 ? response : { ...response, body: damageStream(body, faults, clock) }
  }
  const length = encodeText(body).length
  if (cuts.every(({ cut }) => cut.at_byte >= length)) return response
  const headers = { ...response.headers, 'content-length': String(length) }
  return { ...response, headers, body: damageStream(streamOf(body), cuts, clock) }
}

function streamOf(text: string): FrameStream {
  let rest: string | undefined = text
  return {
    async pull() {
      const sent = rest
      rest = undefined
      return sent === undefined ? undefined : [{ text: sent }]
    },
    cancel() {},
  }
}

/** Applies faults to a stream. The source of the stream does not notice them. */
export function damageStream(
  stream: FrameStream,
  faults: readonly StreamFault[],
  clock: FaultClock,
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

/** Faults on events come before faults on bytes, so that a cut counts the bytes that are sent. */
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

/** The bytes to send; each item is one write. */
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
