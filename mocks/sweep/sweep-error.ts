/** A cut behind which a client saw another turn than without it. */
export type SweepFailure = {
  /** Where and how the turn was cut, in words. */
  readonly cut: string
  /** What was wrong, in words. */
  readonly problem: string
  /** What the client saw, without `end` and `resume_done`; nothing where it failed. */
  readonly seen: readonly unknown[]
}

const maxShown = 10

/** Some cuts left a client with another turn: each is named, with what was expected and what came. */
export class SweepError extends Error {
  override readonly name = 'SweepError'
  readonly failures: readonly SweepFailure[]
  /** The seed with which all of it happens again. */
  readonly seed: string

  constructor(failures: readonly SweepFailure[], about: { cuts: number; q: string; seed: string }) {
    const { cuts, q, seed } = about
    const shown = failures.slice(0, maxShown).map(({ cut, problem }) => `- ${cut}: ${problem}`)
    const more = failures.length - shown.length
    super(
      [
        `${failures.length} of ${cuts} cuts of the turn “${q}” showed (seed \`${seed}\`):`,
        ...shown,
        ...(more > 0 ? [`- and ${more} more in \`failures\``] : []),
      ].join('\n'),
    )
    this.failures = failures
    this.seed = seed
  }
}

/** What of one list differs from another, as a sentence; `undefined` where they are the same. */
export function describeDifference(
  expected: readonly unknown[],
  came: readonly unknown[],
): string | undefined {
  // Nearly always; what follows is slow.
  if (JSON.stringify(expected) === JSON.stringify(came)) return undefined
  const wanted = expected.map(toText)
  const got = came.map(toText)
  const at = wanted.findIndex((text, index) => text !== got[index])
  if (at < 0)
    return got.length > wanted.length
      ? `${countOf(got.length - wanted.length)} more came than there are: ${shorten(got[wanted.length])}`
      : undefined
  const [missing, instead] = [wanted[at], got[at]]
  const pair = `expected ${shorten(missing)}, came ${shorten(instead)}`
  if (instead === undefined)
    return `${countOf(wanted.length - at)} missing at the end: expected ${shorten(missing)} as event ${at + 1}, came nothing`
  const later = wanted.indexOf(instead, at + 1)
  if (later >= 0) return `a gap: ${countOf(later - at)} missing before event ${later + 1}: ${pair}`
  const earlier = wanted.lastIndexOf(instead, at)
  if (earlier >= 0) return `a duplicate: event ${earlier + 1} came again at ${at + 1}: ${pair}`
  return `event ${at + 1} is another: ${pair}`
}

const countOf = (count: number) => (count === 1 ? '1 event' : `${count} events`)

const maxShownLength = 200

const shorten = (text = 'nothing') =>
  text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text

/** A value as JSON, with the fields of objects in one order. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
