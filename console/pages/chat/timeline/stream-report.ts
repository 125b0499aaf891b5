import type { Connection, LoggedFrame, StreamLog } from './stream-log.ts'
import { formatCount } from '../../../../contract/format-count.ts'

/** A report on a resumed stream: sentences about what the log proves. */
export type ReplayReport = {
  readonly isComplete: boolean
  readonly sentences: readonly string[]
}

/**
 * The server had stored the events of a resume that arrive within this many ms after the first one.
 */
const replayWindowMs = 15

/** Reports on a connection that resumed a turn; returns `undefined` if it received nothing. */
export function reportConnection(log: StreamLog, connection: Connection): ReplayReport | undefined {
  const { resumeCursor } = connection
  if (resumeCursor === undefined) return undefined
  const turnFramesWhere = (test: (frame: LoggedFrame) => boolean) =>
    log.frames.filter(isTurnEvent).filter(test)
  const earlier = turnFramesWhere((frame) => frame.connection < connection.number)
  const received = turnFramesWhere((frame) => frame.connection === connection.number)
  const request =
    resumeCursor < 0
      ? 'Requested the whole turn.'
      : `Requested the events after cursor ${resumeCursor}.`
  if (received.length === 0) return undefined
  const firstAt = received[0]?.at ?? 0
  const replay = received.filter(({ at }) => at - firstAt <= replayWindowMs)
  const live = received.slice(replay.length)
  const all = [...cursorsOf(earlier), ...cursorsOf(received)]
  const step = cursorStep(all)
  const arrival = [
    `${describeEvents(replay, step)} arrived at once` +
      (live.length > 0 ? `, ${describeEvents(live, step)} later.` : '.'),
  ]
  if (earlier.length > 0 && cursorsOf(earlier).length === 0)
    return reportWithoutCursors(received, [request, ...arrival])
  // With a cursor below 0, the replay starts at the newest turn, not at cursor 0. Without an
  // earlier cursor, the log does not show which cursors come before the first received one.
  const isStartUnknown = resumeCursor < 0 || cursorsOf(earlier).length === 0
  const first = isStartUnknown ? Math.min(...all) : resumeCursor + (step ?? 1)
  const { isComplete, sentences } = checkCursors(
    cursorsOf(earlier),
    cursorsOf(received),
    first,
    step,
  )
  return { isComplete, sentences: [request, ...arrival, ...sentences] }
}

/** Reports on all connections of a turn together; `undefined` if no event has a cursor. */
export function reportTurn({ frames }: StreamLog): ReplayReport | undefined {
  const cursors = cursorsOf(frames.filter(isTurnEvent))
  if (cursors.length === 0) return undefined
  const step = cursorStep(cursors)
  const unique = [...new Set(cursors)]
  const count = `${formatCount(unique.length, 'event')} with a cursor: ${formatSpan(unique, step)}.`
  const { isComplete, sentences } = checkCursors([], cursors, Math.min(...cursors), step)
  return { isComplete, sentences: [count, ...sentences] }
}

/** Reports which cursors from `first` on are missing, and which were received more than once. */
function checkCursors(
  before: readonly number[],
  received: readonly number[],
  first: number,
  step: number | undefined,
): ReplayReport {
  const gaps = step === undefined ? [] : missingCursors([...before, ...received], first, step)
  const repeats = repeatedCursors(before, received)
  return {
    isComplete: gaps.length === 0 && repeats.length === 0,
    sentences: [
      describeMissing(gaps, step) ?? describeNoneMissing(before, received, step),
      describeRepeated(repeats, step),
    ],
  }
}

/** Whether an event belongs to the turn. Comments and `resume_done` do not. */
const isTurnEvent = ({ name }: LoggedFrame) => name !== 'comment' && name !== 'resume_done'

const cursorsOf = (frames: readonly LoggedFrame[]): number[] =>
  frames.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]))

function reportWithoutCursors(
  received: readonly LoggedFrame[],
  arrival: readonly string[],
): ReplayReport {
  const fresh = received.filter(({ isDelivered }) => isDelivered).length
  return {
    isComplete: true,
    sentences: [
      ...arrival,
      'The live stream had no cursors, so the whole turn was replayed.',
      `The client recognized ${formatCount(received.length - fresh, 'event')} and delivered the other ${fresh}.`,
    ],
  }
}

function repeatedCursors(
  before: readonly number[],
  received: readonly number[],
): readonly number[] {
  const cursorSet = new Set(before)
  const repeats = new Set<number>()
  for (const cursor of received) {
    if (cursorSet.has(cursor)) repeats.add(cursor)
    cursorSet.add(cursor)
  }
  return [...repeats]
}

const describeMissing = (missing: readonly CursorRange[], step = 1) =>
  missing.length === 0 ? undefined : `Missing: ${joinRanges(missing, step)}.`

function describeNoneMissing(
  before: readonly number[],
  received: readonly number[],
  step: number | undefined,
): string {
  if (step === undefined)
    return 'These cursors have gaps of different sizes, so missing events cannot be detected.'
  const [first] = received
  const last = before.at(-1)
  if (first === undefined || last === undefined) return 'No event is missing.'
  return first === last + step
    ? `No event is missing: cursor ${first} follows cursor ${last} without a gap.`
    : 'No event is missing.'
}

const describeRepeated = (repeated: readonly number[], step = 1) =>
  repeated.length === 0
    ? 'No event was repeated.'
    : `Repeated: ${formatRanges(repeated, step)}. The client delivered each once.`

function describeEvents(frames: readonly LoggedFrame[], step: number | undefined): string {
  const cursors = cursorsOf(frames)
  const list = cursors.length === 0 ? '' : ` (${formatSpan(cursors, step)})`
  return formatCount(frames.length, 'event') + list
}

const formatSpan = (cursors: readonly number[], step: number | undefined) =>
  step === undefined && cursors.length > 1
    ? `${Math.min(...cursors)} to ${Math.max(...cursors)}`
    : formatRanges(cursors, step ?? 1)

/** A stream needs at least this many events to show that it was buffered. */
const minBufferedFrames = 8
/** If the first byte takes more milliseconds than this, a proxy probably buffers the stream. */
const minBufferedWaitMs = 800

/** Whether a live stream was buffered: all its events arrived at once after a long wait. */
export function isBuffered({ connections, frames }: StreamLog): boolean {
  const live = connections.find(({ number }) => number === 1)
  if (live === undefined || live.ending === undefined) return false
  const received = frames.filter(({ connection }) => connection === live.number)
  return received.length >= minBufferedFrames && arrivedAtOnce(live, received)
}

function arrivedAtOnce({ startedAt }: Connection, received: readonly LoggedFrame[]): boolean {
  const [first, last] = [received[0], received.at(-1)]
  if (first === undefined || last === undefined) return false
  return last.at - first.at < 60 && first.at - startedAt > minBufferedWaitMs
}

/**
 * Returns the usual step between cursors. Every difference must be the step, or a multiple of the
 * step where events are missing. Returns `undefined` for irregular differences, which prove
 * nothing.
 */
function cursorStep(cursors: readonly number[]): number | undefined {
  const sorted = [...new Set(cursors)].toSorted((one, other) => one - other)
  const steps = sorted.slice(1).map((cursor, at) => cursor - (sorted[at] ?? 0))
  if (steps.length === 0) return 1
  const least = Math.min(...steps)
  const isRegular = steps.filter((step) => step === least).length * 2 >= steps.length
  return isRegular && steps.every((step) => step % least === 0) ? least : undefined
}

type CursorRange = readonly [from: number, to: number]

/**
 * Returns the missing cursors, from `first` up to the last received cursor. The result has ranges,
 * because a deployment that counts in microseconds can leave out more numbers than an array holds.
 */
function missingCursors(
  cursors: readonly number[],
  first: number,
  step: number,
): readonly CursorRange[] {
  const sorted = [...new Set(cursors)].filter((cursor) => cursor >= first)
  sorted.sort((one, other) => one - other)
  return sorted.flatMap((cursor, at) => {
    const from = at === 0 ? first : (sorted[at - 1] ?? first) + step
    return from + step <= cursor ? [[from, cursor - step] as const] : []
  })
}

/** Formats ascending numbers as ranges: `4–9, 12` for step 1, or `4–19 by 3` for step 3. */
export function formatRanges(numbers: readonly number[], step: number): string {
  const runs: [from: number, to: number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run !== undefined && number === run[1] + step) run[1] = number
    else runs.push([number, number])
  }
  return joinRanges(runs, step)
}

const joinRanges = (ranges: readonly CursorRange[], step: number) =>
  ranges.map(([from, to]) => formatRange(from, to, step)).join(', ')

function formatRange(from: number, to: number, step: number): string {
  if (from === to) return `${from}`
  if (step === 1) return `${from}–${to}`
  return to === from + step ? `${from}, ${to}` : `${from}–${to} by ${step}`
}
