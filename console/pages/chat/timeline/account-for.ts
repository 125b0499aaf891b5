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
  const told = [
    `${events(stored)} came at once${later.length > 0 ? `, ${events(later)} since then` : ''}.`,
  ]
  const known = before.filter(({ cursor }) => cursor !== undefined)
  if (before.length > 0 && known.length === 0) return withoutCursors(came, [asked, ...told])
  const missing = gapsIn([...cursorsOf(before), ...cursorsOf(came)], askedAfter)
  const doubled = repeatedIn(cursorsOf(before), cursorsOf(came))
  return {
    isWhole: missing.length === 0 && doubled.length === 0,
    sentences: [asked, ...told, missingWords(missing, before, came), doubledWords(doubled)],
  }
}

/** What the tape proves of all connections together; `undefined` where nothing has a cursor. */
export function accountForAll({ frames }: Tape): Account | undefined {
  const cursors = cursorsOf(frames.filter(isOfTurn))
  const [first] = cursors
  if (first === undefined) return undefined
  const missing = gapsIn(cursors, Math.min(...cursors) - 1)
  const doubled = repeatedIn([], cursors)
  const span = `${countOf(new Set(cursors).size, 'cursor')}, ${listOf([...new Set(cursors)])}`
  return {
    isWhole: missing.length === 0 && doubled.length === 0,
    sentences: [
      `${span}.`,
      missing.length === 0 ? 'None is missing.' : `Missing: ${listOf(missing)}.`,
      doubledWords(doubled),
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

function gapsIn(cursors: readonly number[], from: number): readonly number[] {
  const seen = new Set(cursors)
  const last = Math.max(...seen)
  // A replay of the newest turn begins with that turn, wherever its conversation began.
  const first = from < 0 ? Math.min(...seen) : from + 1
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at).filter(
    (cursor) => !seen.has(cursor),
  )
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

function missingWords(
  missing: readonly number[],
  before: readonly FrameRow[],
  came: readonly FrameRow[],
): string {
  if (missing.length > 0) return `Missing: ${listOf(missing)}.`
  const [first] = cursorsOf(came)
  const last = cursorsOf(before).at(-1)
  if (first === undefined || last === undefined) return 'Nothing is missing.'
  return first === last + 1
    ? `Nothing is missing: ${first} follows ${last}, and none is left out behind it.`
    : 'Nothing is missing.'
}

const doubledWords = (doubled: readonly number[]) =>
  doubled.length === 0
    ? 'Nothing came twice.'
    : `Came twice: ${listOf(doubled)}. The client showed each once.`

function events(frames: readonly FrameRow[]): string {
  const cursors = cursorsOf(frames)
  const list = cursors.length === 0 ? '' : ` (${listOf(cursors)})`
  return countOf(frames.length, 'event') + list
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Numbers with their runs drawn together: `4–9, 12`. */
export function listOf(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last !== undefined && number === last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
