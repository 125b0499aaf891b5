import { isSameJson, parseJson } from '../../../contract/json.ts'
import { apiPath } from '../../../contract/operations/path-table.ts'
import { createFrameSplitter } from '../chat/timeline/split-frames.ts'
import {
  type Connection,
  type Ending,
  type LoggedFrame,
  resumeCursorOf,
  type StreamLog,
} from '../chat/timeline/stream-log.ts'
import type { RecordedStream } from './reading/exchange-details.ts'

const encoder = new TextEncoder()
const finalEventNames: ReadonlySet<string> = new Set(['end', 'done', 'error', 'resume_done'])

/** Converts a recorded turn to a log, in the format of the logs that the chat records. */
export function logOfTurn(streams: readonly RecordedStream[]): StreamLog {
  const begin = streams[0]?.startedAt ?? 0
  const frames: LoggedFrame[] = []
  const connections = streams.map((stream, at): Connection => {
    const { request, status } = stream
    const startedAt = stream.startedAt - begin
    const openedAt = startedAt + headersAfterMs(stream)
    const streamFrames = framesOf(stream, at + 1, openedAt, frames)
    frames.push(...streamFrames.frames)
    return {
      number: at + 1,
      path: apiPath(new URL(request.url).pathname),
      request,
      resumeCursor: resumeCursorOf(request.body),
      startedAt,
      openedAt,
      status,
      endedAt: Math.max(startedAt + stream.ms, streamFrames.frames.at(-1)?.at ?? 0),
      ending: endingOf(stream, streamFrames.frames.at(-1)?.name),
      bytes: streamFrames.bytes,
      readCount: streamFrames.frames.length,
      incompleteBytes: streamFrames.incompleteBytes,
    }
  })
  return { connections, frames }
}

/**
 * Returns the milliseconds until the headers arrived. Estimates an unknown time from the last
 * frame.
 */
const headersAfterMs = ({ headersAfter: known, frames, ms, isTimed }: RecordedStream): number =>
  known ?? Math.max(0, ms - (isTimed ? (frames.at(-1)?.t ?? 0) : ms))

function framesOf(
  { frames: recorded, isTimed }: RecordedStream,
  connection: number,
  openedAt: number,
  before: readonly LoggedFrame[],
) {
  const splitter = createFrameSplitter()
  const isRepeated = createRepetitionTest(before)
  const frames: LoggedFrame[] = []
  let bytes = 0
  for (const [read, { t, text }] of recorded.entries()) {
    const encoded = encoder.encode(text)
    bytes += encoded.length
    for (const frame of splitter.feed(encoded)) {
      const number = before.length + frames.length + 1
      const at = isTimed ? openedAt + t : t
      const isDelivered = !isRepeated(frame.cursor, frame.name, frame.payload)
      frames.push({ ...frame, number, connection, at, read: read + 1, isDelivered })
    }
  }
  return { frames, bytes, incompleteBytes: splitter.incompleteBytes }
}

/**
 * Creates a function that recognizes repeated events by cursor or, without cursors, by name and
 * data.
 */
function createRepetitionTest(before: readonly LoggedFrame[]) {
  const cursors = new Set(before.flatMap(({ cursor }) => cursor ?? []))
  const comparableEvents = before.map(({ name, payload }) => ({
    name,
    data: dataWithoutCursor(payload),
  }))
  let from = 0
  return (cursor: number | undefined, name: string, payload: string): boolean => {
    if (cursors.size > 0) return cursor !== undefined && cursors.has(cursor)
    const data = dataWithoutCursor(payload)
    const repeatedAt = comparableEvents.findIndex(
      (one, at) => at >= from && one.name === name && isSameJson(one.data, data),
    )
    if (repeatedAt < 0) return false
    from = repeatedAt + 1
    return true
  }
}

/** Returns the data of an event without its cursor, which only resumed streams may contain. */
function dataWithoutCursor(payload: string): unknown {
  const data = parseJson(payload)
  if (typeof data !== 'object' || data === null || !('cursor' in data)) return data
  const { cursor: _cursor, ...rest } = data
  return Object.keys(rest).join() === 'data' && 'data' in rest ? rest.data : rest
}

function endingOf(stream: RecordedStream, lastEvent: string | undefined): Ending {
  if (stream.status === 0) return 'failed'
  if (stream.ended === 'error') return 'broke'
  if (stream.ended !== 'cut') return 'ended'
  return lastEvent !== undefined && finalEventNames.has(lastEvent) ? 'left' : 'abandoned'
}
