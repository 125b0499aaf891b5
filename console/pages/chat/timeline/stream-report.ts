import type { Connection, LoggedFrame, StreamLog } from './stream-log.ts'

/** What the tape proves of a stream that was resumed, in sentences. */
export type ReplayReport = {
  readonly isComplete: boolean
  readonly sentences: readonly string[]
}

/** Events that come this soon behind the first of a replay, in milliseconds, were stored before. */
const replayWindow = 15

/**
 * What a connection that resumed brought, held against all that came before it; `undefined` where it
 * did not resume, or brought nothing.
 */
export function reportConnection(
  tape: StreamLog,
  connection: Connection,
): ReplayReport | undefined {
  const { resumeCursor: askedAfter } = connection
  if (askedAfter === undefined) return undefined
  const of = (test: (frame: LoggedFrame) => boolean) => tape.frames.filter(isOfTurn).filter(test)
  const before = of((frame) => frame.connection < connection.number)
  const came = of((frame) => frame.connection === connection.number)
  const asked =
    askedAfter < 0
      ? 'Asked for the turn from its beginning.'
      : `Asked for what follows cursor ${askedAfter}.`
  if (came.length === 0) return undefined
  const firstAt = came[0]?.at ?? 0
  const stored = came.filter(({ at }) => at - firstAt <= replayWindow)
  const later = came.slice(stored.length)
  const all = [...cursorsOf(before), ...cursorsOf(came)]
  const rhythm = cursorStep(all)
  const told = [
    `${describeEvents(stored, rhythm)} came at once` +
      (later.length > 0 ? `, ${describeEvents(later, rhythm)} since then.` : '.'),
  ]
  if (before.length > 0 && cursorsOf(before).length === 0)
    return reportWithoutCursors(came, [asked, ...told])
  const doubled = repeatedIn(cursorsOf(before), cursorsOf(came))
  // A replay of the newest turn begins with that turn, wherever its conversation began.
  const first = (step: number) => (askedAfter < 0 ? Math.min(...all) : askedAfter + step)
  const missing = rhythm === undefined ? [] : missingCursors(all, first(rhythm), rhythm)
  return {
    isComplete: missing.length === 0 && doubled.length === 0,
    sentences: [
      asked,
      ...told,
      describeMissing(missing, rhythm) ?? describeNoneMissing(before, came, rhythm),
      describeRepeated(doubled, rhythm),
    ],
  }
}

/** What the tape proves of all connections together; `undefined` where nothing has a cursor. */
export function reportTurn({ frames }: StreamLog): ReplayReport | undefined {
  const cursors = cursorsOf(frames.filter(isOfTurn))
  if (cursors.length === 0) return undefined
  const rhythm = cursorStep(cursors)
  const missing = rhythm === undefined ? [] : missingCursors(cursors, Math.min(...cursors), rhythm)
  const doubled = repeatedIn([], cursors)
  const distinct = [...new Set(cursors)]
  const whole = rhythm === undefined ? irregularCursors : 'None is missing.'
  return {
    isComplete: missing.length === 0 && doubled.length === 0,
    sentences: [
      `${formatCount(distinct.length, 'cursor')}, ${formatSpan(distinct, rhythm)}.`,
      describeMissing(missing, rhythm) ?? whole,
      describeRepeated(doubled, rhythm),
    ],
  }
}

/** Comments keep a connection alive, and `resume_done` speaks of the replay: neither is the turn's. */
const isOfTurn = ({ name }: LoggedFrame) => name !== 'comment' && name !== 'resume_done'

const cursorsOf = (frames: readonly LoggedFrame[]): number[] =>
  frames.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]))

function reportWithoutCursors(came: readonly LoggedFrame[], told: readonly string[]): ReplayReport {
  const fresh = came.filter(({ isDelivered: isPassedOn }) => isPassedOn).length
  return {
    isComplete: true,
    sentences: [
      ...told,
      'The live stream had told no cursors, so the whole turn was replayed.',
      `The client knew ${formatCount(came.length - fresh, 'event')} of it again, and handed on the other ${fresh}.`,
    ],
  }
}

function repeatedIn(before: readonly number[], came: readonly number[]): readonly number[] {
  const seen = new Set(before)
  const doubled = new Set<number>()
  for (const cursor of came) {
    if (seen.has(cursor)) doubled.add(cursor)
    seen.add(cursor)
  }
  return [...doubled]
}

const irregularCursors =
  'Cursors rise here by steps that differ, so that a hole among them proves nothing.'

const describeMissing = (missing: readonly number[], rhythm = 1) =>
  missing.length === 0 ? undefined : `Missing: ${formatRanges(missing, rhythm)}.`

function describeNoneMissing(
  before: readonly LoggedFrame[],
  came: readonly LoggedFrame[],
  rhythm: number | undefined,
): string {
  if (rhythm === undefined) return irregularCursors
  const [first] = cursorsOf(came)
  const last = cursorsOf(before).at(-1)
  if (first === undefined || last === undefined) return 'Nothing is missing.'
  return first === last + rhythm
    ? `Nothing is missing: ${first} follows ${last}, and none is left out behind it.`
    : 'Nothing is missing.'
}

const describeRepeated = (doubled: readonly number[], rhythm = 1) =>
  doubled.length === 0
    ? 'Nothing came twice.'
    : `Came twice: ${formatRanges(doubled, rhythm)}. The client showed each once.`

function describeEvents(frames: readonly LoggedFrame[], rhythm: number | undefined): string {
  const cursors = cursorsOf(frames)
  const list = cursors.length === 0 ? '' : ` (${formatSpan(cursors, rhythm)})`
  return formatCount(frames.length, 'event') + list
}

const formatSpan = (cursors: readonly number[], rhythm: number | undefined) =>
  rhythm === undefined && cursors.length > 1
    ? `${Math.min(...cursors)} to ${Math.max(...cursors)}`
    : formatRanges(cursors, rhythm ?? 1)

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A stream of at least so many events is long enough to tell. */
const minFrames = 8
/** How long the first byte takes where somebody waits for the last, in milliseconds. */
const longWait = 800

/**
 * Whether a live stream came in one piece after a long wait, though it was told over time: then
 * something between the server and the page holds it back.
 */
export function isBuffered({ connections, frames }: StreamLog): boolean {
  const live = connections.find(({ number }) => number === 1)
  if (live === undefined || live.ending === undefined) return false
  const came = frames.filter(({ connection }) => connection === live.number)
  return came.length >= minFrames && arrivedAtOnce(live, came)
}

function arrivedAtOnce({ startedAt: askedAt }: Connection, came: readonly LoggedFrame[]): boolean {
  const [first, last] = [came[0], came.at(-1)]
  if (first === undefined || last === undefined) return false
  return last.at - first.at < 60 && first.at - askedAt > longWait
}

/**
 * By how much cursors rise, worked out from those that came: each step is it, or a few times it
 * where some are missing. `undefined` where they rise without a rule: then a hole proves nothing.
 */
function cursorStep(cursors: readonly number[]): number | undefined {
  const sorted = [...new Set(cursors)].toSorted((one, other) => one - other)
  const steps = sorted.slice(1).map((cursor, at) => cursor - (sorted[at] ?? 0))
  if (steps.length === 0) return 1
  const least = Math.min(...steps)
  const isRule = steps.filter((step) => step === least).length * 2 >= steps.length
  return isRule && steps.every((step) => step % least === 0) ? least : undefined
}

/** The cursors that a rhythm has between a first one and the last that came, and that did not come. */
function missingCursors(
  cursors: readonly number[],
  first: number,
  rhythm: number,
): readonly number[] {
  const seen = new Set(cursors)
  const count = Math.ceil((Math.max(...seen) - first) / rhythm)
  return Array.from({ length: Math.max(0, count) }, (_, at) => first + at * rhythm).filter(
    (cursor) => !seen.has(cursor),
  )
}

/** Rising numbers with their runs drawn together: `4–9, 12`, or `4–19 by 3` in another rhythm. */
export function formatRanges(numbers: readonly number[], rhythm: number): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run !== undefined && number === run[1] + rhythm) run[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => formatRange(from, to, rhythm)).join(', ')
}

function formatRange(from: number, to: number, rhythm: number): string {
  if (from === to) return `${from}`
  if (rhythm === 1) return `${from}–${to}`
  return to === from + rhythm ? `${from}, ${to}` : `${from}–${to} by ${rhythm}`
}
