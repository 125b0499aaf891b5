import { listOf, missingOf, rhythmOf } from './rhythm.ts'
import type { Connection, FrameRow, Tape } from './tape.ts'

/** What the tape proves of a stream that was resumed, in sentences. */
export type Account = {
  readonly isWhole: boolean
  readonly sentences: readonly string[]
}

/** Events that come this soon behind the first of a replay, in milliseconds, were stored before. */
const atOnce = 15

/**
 * What a connection that resumed brought, held against all that came before it; `undefined` where it
 * did not resume, or brought nothing.
 */
export function accountFor(tape: Tape, connection: Connection): Account | undefined {
  const { askedAfter } = connection
  if (askedAfter === undefined) return undefined
  const of = (test: (frame: FrameRow) => boolean) => tape.frames.filter(isOfTurn).filter(test)
  const before = of((frame) => frame.connection < connection.number)
  const came = of((frame) => frame.connection === connection.number)
  const asked =
    askedAfter < 0
      ? 'Asked for the turn from its beginning.'
      : `Asked for what follows cursor ${askedAfter}.`
  if (came.length === 0) return undefined
  const firstAt = came[0]?.at ?? 0
  const stored = came.filter(({ at }) => at - firstAt <= atOnce)
  const later = came.slice(stored.length)
  const all = [...cursorsOf(before), ...cursorsOf(came)]
  const rhythm = rhythmOf(all)
  const told = [
    `${events(stored, rhythm)} came at once` +
      (later.length > 0 ? `, ${events(later, rhythm)} since then.` : '.'),
  ]
  if (before.length > 0 && cursorsOf(before).length === 0)
    return withoutCursors(came, [asked, ...told])
  const doubled = repeatedIn(cursorsOf(before), cursorsOf(came))
  // A replay of the newest turn begins with that turn, wherever its conversation began.
  const first = (step: number) => (askedAfter < 0 ? Math.min(...all) : askedAfter + step)
  const missing = rhythm === undefined ? [] : missingOf(all, first(rhythm), rhythm)
  return {
    isWhole: missing.length === 0 && doubled.length === 0,
    sentences: [
      asked,
      ...told,
      missingWords(missing, rhythm) ?? noneMissing(before, came, rhythm),
      doubledWords(doubled, rhythm),
    ],
  }
}

/** What the tape proves of all connections together; `undefined` where nothing has a cursor. */
export function accountForAll({ frames }: Tape): Account | undefined {
  const cursors = cursorsOf(frames.filter(isOfTurn))
  if (cursors.length === 0) return undefined
  const rhythm = rhythmOf(cursors)
  const missing = rhythm === undefined ? [] : missingOf(cursors, Math.min(...cursors), rhythm)
  const doubled = repeatedIn([], cursors)
  const distinct = [...new Set(cursors)]
  const whole = rhythm === undefined ? holesProveNothing : 'None is missing.'
  return {
    isWhole: missing.length === 0 && doubled.length === 0,
    sentences: [
      `${countOf(distinct.length, 'cursor')}, ${spanOf(distinct, rhythm)}.`,
      missingWords(missing, rhythm) ?? whole,
      doubledWords(doubled, rhythm),
    ],
  }
}

/** Comments keep a connection alive, and `resume_done` speaks of the replay: neither is the turn's. */
const isOfTurn = ({ name }: FrameRow) => name !== 'comment' && name !== 'resume_done'

const cursorsOf = (frames: readonly FrameRow[]): number[] =>
  frames.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]))

function withoutCursors(came: readonly FrameRow[], told: readonly string[]): Account {
  const fresh = came.filter(({ isPassedOn }) => isPassedOn).length
  return {
    isWhole: true,
    sentences: [
      ...told,
      'The live stream had told no cursors, so the whole turn was replayed.',
      `The client knew ${countOf(came.length - fresh, 'event')} of it again, and handed on the other ${fresh}.`,
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

const holesProveNothing =
  'Cursors rise here by steps that differ, so that a hole among them proves nothing.'

const missingWords = (missing: readonly number[], rhythm = 1) =>
  missing.length === 0 ? undefined : `Missing: ${listOf(missing, rhythm)}.`

function noneMissing(
  before: readonly FrameRow[],
  came: readonly FrameRow[],
  rhythm: number | undefined,
): string {
  if (rhythm === undefined) return holesProveNothing
  const [first] = cursorsOf(came)
  const last = cursorsOf(before).at(-1)
  if (first === undefined || last === undefined) return 'Nothing is missing.'
  return first === last + rhythm
    ? `Nothing is missing: ${first} follows ${last}, and none is left out behind it.`
    : 'Nothing is missing.'
}

const doubledWords = (doubled: readonly number[], rhythm = 1) =>
  doubled.length === 0
    ? 'Nothing came twice.'
    : `Came twice: ${listOf(doubled, rhythm)}. The client showed each once.`

function events(frames: readonly FrameRow[], rhythm: number | undefined): string {
  const cursors = cursorsOf(frames)
  const list = cursors.length === 0 ? '' : ` (${spanOf(cursors, rhythm)})`
  return countOf(frames.length, 'event') + list
}

const spanOf = (cursors: readonly number[], rhythm: number | undefined) =>
  rhythm === undefined && cursors.length > 1
    ? `${Math.min(...cursors)} to ${Math.max(...cursors)}`
    : listOf(cursors, rhythm ?? 1)

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
