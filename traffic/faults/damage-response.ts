import type { FaultEffect, StreamFault } from '../../contract/fault.ts'
import { type FrameStream, type PlainResponse, ConnectionReset } from '../../contract/plain-http.ts'
import { toFrame } from '../../contract/sse.ts'
import { isBytes } from '../../contract/realm-safe.ts'
import { ownLimits } from '../../contract/limits.ts'

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
    const streamFaults = effects.flatMap(({ stream }) => stream ?? [])
    const faults = [...streamFaults, ...cuts]
    if (faults.length === 0) return response
    // Only a body that is cut short keeps its length header, so that clients see the missing bytes.
    const { 'content-length': _length, ...others } = response.headers
    const headers = streamFaults.length === 0 ? response.headers : others
    return { ...response, headers, body: damageStream(body, faults, clock) }
  }
  const isCompressed = effects.some(({ compression }) => compression === 'gzip')
  const packed = isCompressed ? loadZlib()?.gzipSync(body) : undefined
  const { length } = packed ?? encodeText(body)
  const isCut = cuts.some(({ cut }) => cut.at_byte < length)
  if (!isCut && packed === undefined) return response
  const headers = {
    ...response.headers,
    ...(packed !== undefined && { 'content-encoding': 'gzip' }),
    'content-length': String(length),
  }
  const sent = { ...toFrameStream(packed ?? body), text: body }
  return { ...response, headers, body: isCut ? damageStream(sent, cuts, clock) : sent }
}

/** A stream that consists of one chunk. */
function toFrameStream(part: string | Uint8Array): FrameStream {
  let rest: string | Uint8Array | undefined = part
  return {
    async pull() {
      const sent = rest
      rest = undefined
      return typeof sent === 'string' ? [toFrame(sent)] : sent
    },
    cancel() {},
  }
}

/** Loads Node's compression module so that bundlers do not see it; undefined in browsers. */
const loadZlib = () => globalThis.process?.getBuiltinModule?.('zlib')

/** Whether a body can be compressed for a request with this `Accept-Encoding`. */
export const canCompress = (accepted = ''): boolean =>
  /\bgzip\b/.test(accepted) && loadZlib() !== undefined

/** The source and the faults of each damaged stream. */
const damages = new WeakMap<FrameStream, readonly [FrameStream, readonly StreamFault[]]>()

/**
 * Applies faults to a stream, in addition to its earlier faults, which may have split its events.
 */
export function damageStream(
  stream: FrameStream,
  faults: readonly StreamFault[],
  clock: FaultClock,
): FrameStream {
  const [source, earlier] = damages.get(stream) ?? [stream, []]
  const all = [...earlier, ...faults]
  const leaving = new AbortController()
  const pacing: StreamClock = {
    now: () => clock.now(),
    async until(due) {
      const ms = due - clock.now()
      if (ms > 0) await clock.wait(ms, leaving.signal)
    },
  }
  const writes = toWrites(applyToFrames(readFrames(source), all, pacing), source)
  const damaged: FrameStream = {
    async pull() {
      const { value } = await writes.next()
      return leaving.signal.aborted ? undefined : value
    },
    cancel() {
      leaving.abort()
      source.cancel()
    },
  }
  damages.set(damaged, [source, all])
  return damaged
}

/** Applies faults on events before faults on bytes, so that a cut counts the sent bytes. */
function applyToFrames(
  frames: StreamChunks,
  faults: readonly StreamFault[],
  pacing: StreamClock,
): StreamChunks {
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

/** Yields the bytes to send. Each item is one write. */
async function* toWrites(
  pieces: StreamChunks,
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

/** The events that end a stream. */
const lastEvents: ReadonlySet<string | undefined> = new Set(['end', 'resume_done'])

/** Damages, duplicates or drops events. A dropped event keeps its number. */
async function* alterEvents(pieces: StreamChunks, fault: StreamFault): StreamChunks {
  for await (const piece of pieces) yield { ...piece, bytes: alteredBytes(piece, fault) }
}

function alteredBytes({ bytes, event, name }: StreamChunk, fault: StreamFault): Uint8Array {
  if (event !== undefined && fault.drop?.event === event) return noBytes
  if (fault.without_end === true && lastEvents.has(name)) return noBytes
  const { malform } = fault
  const malformed =
    malform !== undefined && malform.event === event ? malformFrame(bytes, malform.as) : bytes
  const framed =
    event !== undefined && (fault.comments ?? fault.data_lines) !== undefined
      ? editBytes(malformed, (frame) => withOtherLines(frame, event, fault))
      : malformed
  const sent =
    fault.crlf === true ? editBytes(framed, (frame) => frame.replaceAll(/\r?\n/g, '\r\n')) : framed
  return fault.duplicate !== undefined && fault.duplicate.event === event
    ? concatBytes([sent, sent])
    : sent
}

/** Edits bytes as text of one character per byte, so that invalid UTF-8 stays as it is. */
const editBytes = (bytes: Uint8Array, edit: (text: string) => string): Uint8Array =>
  Uint8Array.from(
    edit(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')),
    (character) => character.charCodeAt(0),
  )

/** Adds comments to a frame, and splits its data, as the format of event streams allows. */
function withOtherLines(
  frame: string,
  event: number,
  { comments, data_lines }: StreamFault,
): string {
  const data =
    data_lines === undefined ? frame : frame.replace(/^(data: ?)([[{])(?=.)/m, '$1$2\n$1')
  // Deployments may differ in a comment before the first event, so this fault adds none there.
  if (comments === undefined || event <= 1) return data
  return `: keepalive\n\n${data.replace(/^data:/m, ': keepalive\n$&')}`
}

function malformFrame(
  frame: Uint8Array,
  as: NonNullable<StreamFault['malform']>['as'],
): Uint8Array {
  const text = decodeText(frame)
  const found = /^(data: ?)([^\r\n]*)/m.exec(text)
  if (found === null) return frame
  const [whole, field = '', data = ''] = found
  const head = text.slice(0, found.index)
  const tail = text.slice(found.index + whole.length)
  if (as === 'field') return encodeText(head + data + tail)
  if (as === 'json')
    return encodeText(head + field + data.slice(0, Math.ceil(data.length / 2)) + tail)
  // Damages a string of the payload, so that readers that tolerate invalid UTF-8 parse the JSON.
  const quote = data.lastIndexOf('"')
  const at = quote < 0 ? Math.ceil(data.length / 2) : quote
  return concatBytes([
    encodeText(head + field + data.slice(0, at)),
    Uint8Array.of(0xff),
    encodeText(data.slice(at) + tail),
  ])
}

/** Swaps an event with the event after it, unless the turn waits for its client between the two. */
async function* reorderEvents(pieces: StreamChunks, event: number): StreamChunks {
  let held: StreamChunk | undefined
  for await (const piece of pieces) {
    if (piece.event === event && piece.name !== approvalRequest) {
      held = piece
      continue
    }
    yield piece
    if (held === undefined || piece.event === undefined) continue
    yield held
    held = undefined
  }
  if (held !== undefined) yield held
}

type Cut = NonNullable<StreamFault['cut']>

/** Ends a stream at the position that a fault with `cut` names. */
async function* cutStream(pieces: StreamChunks, cut: Cut): StreamChunks {
  let sent = 0
  for await (const piece of pieces) {
    const place = bytesBeforeCut(piece, cut, sent)
    if (place === undefined) {
      sent += piece.bytes.length
      yield piece
      continue
    }
    yield place < piece.bytes.length ? { bytes: piece.bytes.subarray(0, place) } : piece
    yield { bytes: noBytes, breaks: cut.how ?? 'reset' }
    return
  }
}

/** The number of bytes before the cut in a chunk; `undefined` if the cut is in another chunk. */
function bytesBeforeCut(
  { bytes, event, name }: StreamChunk,
  cut: Cut,
  sent: number,
): number | undefined {
  if ('at_byte' in cut) return cut.at_byte <= sent + bytes.length ? cut.at_byte - sent : undefined
  if ('after_event' in cut) return event === cut.after_event ? bytes.length : undefined
  if ('event' in cut) return event === cut.event ? placeInside(bytes, cut.inside) : undefined
  const isHere = event !== undefined && (bytes.some(beginsMultibyte) || lastEvents.has(name))
  return isHere ? placeInside(bytes, 'character') : undefined
}

/** Whether a byte begins a multi-byte character. */
const beginsMultibyte = (byte: number) => byte >= 0xc0

/**
 * Returns the byte offset of a position in a frame. In Latin-1 text, each byte is one character.
 */
function placeInside(
  bytes: Uint8Array,
  inside: Extract<Cut, { inside: string }>['inside'],
): number {
  const frame = new TextDecoder('latin1').decode(bytes)
  const line = Math.max(0, frame.search(/^data:/m))
  // The search starts at `data:`, because a comment before the event has its own blank line.
  if (inside === 'blank-line')
    return line + frame.slice(line).search(/\r?\n\r?\n/) + (frame.includes('\r\n') ? 2 : 1)
  if (inside === 'fields') return line
  const wide = bytes.findIndex(beginsMultibyte)
  if (inside === 'character' && wide >= 0) return wide + 1
  const [field = '', data = ''] = /^data: ?([^\r\n]*)/.exec(frame.slice(line)) ?? []
  return line + field.length - Math.floor(data.length / 2)
}

/** A chunk of a stream that faults change. The stream may break after it. */
type StreamChunk = {
  readonly bytes: Uint8Array
  /** The number of the event, from 1. The start of the stream has 0; comments have no number. */
  readonly event?: number
  readonly name?: string
  /** Whether to break the stream after this chunk. */
  readonly breaks?: 'reset' | 'close'
}

/** The chunks of a stream. The reader pulls them, so no chunk is made after a disconnect. */
type StreamChunks = AsyncIterable<StreamChunk>

const noBytes = new Uint8Array()

const encodeText = (text: string) => new TextEncoder().encode(text)
const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Splits a stream into its frames. The first chunk is empty and stands for the start. */
async function* readFrames(stream: FrameStream): StreamChunks {
  let event = 0
  yield { bytes: noBytes, event }
  for (let sent = await stream.pull(); sent !== undefined; sent = await stream.pull()) {
    // A body without events, such as a download, comes as bytes.
    if (isBytes(sent)) yield { bytes: sent }
    else
      for (const { text, event: name } of sent) {
        const bytes = encodeText(text)
        yield name === undefined ? { bytes } : { bytes, name, event: ++event }
      }
  }
}

function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The clock for faults that slow down a stream. */
type StreamClock = {
  now(): number
  /** Resolves at the time `due`, or at once if the reader has disconnected. */
  until(due: number): Promise<void>
}

/** Pauses after an event. The pause starts when the event was sent. */
async function* stallAfter(
  pieces: StreamChunks,
  stall: { readonly after_event: number; readonly for: number },
  pacing: StreamClock,
): StreamChunks {
  for await (const piece of pieces) {
    const due = pacing.now() + stall.for
    yield piece
    if (piece.event === stall.after_event) await pacing.until(due)
  }
}

/** The event after which a turn waits for its client, so that no further event may come. */
const approvalRequest = 'awaiting_confirmation'

/** Combines this many events in one write, or fewer if the turn waits for its client. */
async function* mergeWrites(pieces: StreamChunks, events: number): StreamChunks {
  let parts: Uint8Array[] = []
  let count = 0
  for await (const piece of pieces) {
    parts.push(piece.bytes)
    if (piece.event !== undefined && piece.bytes.length > 0) count++
    const isFull = count >= events || piece.name === approvalRequest
    if (!isFull && piece.breaks === undefined) continue
    yield { bytes: concatBytes(parts) }
    if (piece.breaks !== undefined) yield piece
    parts = []
    count = 0
  }
  yield { bytes: concatBytes(parts) }
}

/** Splits each write into chunks of this many bytes. After 2,000 chunks, a chunk has 1024 bytes. */
async function* splitWrites(pieces: StreamChunks, given: number): StreamChunks {
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

/**
 * Sends one write each `every` milliseconds. The times are planned from the first write on, so that
 * moving the clock sends all writes that became due. After a gap in the source, the plan restarts.
 */
async function* dripWrites(pieces: StreamChunks, every: number, pacing: StreamClock): StreamChunks {
  let asked = pacing.now()
  let due = asked
  for await (const piece of pieces) {
    if (piece.bytes.length > 0) {
      const came = pacing.now()
      if (came - asked > every) due = Math.max(due, came)
      if (due > came) await pacing.until(due)
      due += every
    }
    yield piece
    asked = pacing.now()
  }
}
