import { formatCount } from '../../contract/format-count.ts'
import { shorten } from '../../contract/shorten.ts'

/** A run in which the client received a different turn. */
export type SweepFailure = {
  /** The place and the kind of the cut, or the pieces of the stream, in words. */
  readonly cut: string
  readonly problem: string
  /**
   * The events that the client received, without `end` and `resume_done`; empty if the client failed.
   */
  readonly seen: readonly unknown[]
}

const maxShown = 10

/**
 * Thrown by `sweep` if cuts or pieces changed the result of the client. The message lists the first ten.
 *
 * @example
 * if (error instanceof SweepError) console.error(error.seed, error.failures.length)
 */
export class SweepError extends Error {
  override readonly name = 'SweepError'
  readonly failures: readonly SweepFailure[]
  /** The seed that reproduces the failures. */
  readonly seed: string

  constructor(failures: readonly SweepFailure[], run: { runs: number; q: string; seed: string }) {
    const { runs, q, seed } = run
    const shown = failures.slice(0, maxShown).map(({ cut, problem }) => `- ${cut}: ${problem}`)
    const more = failures.length - shown.length
    super(
      [
        `${failures.length} of ${runs} runs changed the events that the client received for the turn “${q}” (seed \`${seed}\`):`,
        ...shown,
        ...(more > 0 ? [`- and ${more} more in \`failures\``] : []),
      ].join('\n'),
    )
    this.failures = failures
    this.seed = seed
  }
}

/** Describes the first difference between two lists; `undefined` if they are equal. */
export function describeDifference(
  expected: readonly unknown[],
  received: readonly unknown[],
): string | undefined {
  // A shortcut for the usual case, because the comparison below is slow.
  if (JSON.stringify(expected) === JSON.stringify(received)) return undefined
  const wanted = expected.map(toText)
  const got = received.map(toText)
  const at = wanted.findIndex((text, index) => text !== got[index])
  if (at < 0)
    return got.length > wanted.length
      ? `${countOf(got.length - wanted.length)} too many at the end: ${shortText(got[wanted.length])}`
      : undefined
  const [missing, instead] = [wanted[at], got[at]]
  const pair = `expected ${shortText(missing)}, got ${shortText(instead)}`
  if (instead === undefined)
    return `${countOf(wanted.length - at)} missing at the end: expected ${shortText(missing)} as event ${at + 1}, got nothing`
  const later = wanted.indexOf(instead, at + 1)
  if (later >= 0) return `a gap: ${countOf(later - at)} missing before event ${later + 1}: ${pair}`
  const earlier = wanted.lastIndexOf(instead, at)
  if (earlier >= 0)
    return `a duplicate: event ${earlier + 1} was repeated as event ${at + 1}: ${pair}`
  return `event ${at + 1} differs: ${pair}`
}

const countOf = (count: number) => formatCount(count, 'event')

const maxShownLength = 200

const shortText = (text = 'nothing') => shorten(text, maxShownLength)

const toText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
