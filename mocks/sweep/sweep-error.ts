/** A cut behind which a client saw another turn than without it. */
export type SweepFailure = {
  /** Where and how the turn was cut, in words. */
  readonly cut: string
  /** What was wrong, in words. */
  readonly problem: string
  /** What the client saw, without `end` and `resume_done`; nothing where it failed. */
  readonly seen: readonly unknown[]
}

const mostShown = 10

/** Some cuts left a client with another turn: each is named, with what was expected and what came. */
export class SweepError extends Error {
  override readonly name = 'SweepError'
  readonly failures: readonly SweepFailure[]
  /** The seed with which all of it happens again. */
  readonly seed: string

  constructor(failures: readonly SweepFailure[], about: { cuts: number; q: string; seed: string }) {
    const { cuts, q, seed } = about
    const shown = failures.slice(0, mostShown).map(({ cut, problem }) => `- ${cut}: ${problem}`)
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
