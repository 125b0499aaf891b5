import type { RunOutcome } from './execute.ts'
import { type Failure, commandTest } from '../../contract/tolerance-report.ts'
import { chanceOf, type Evidence } from './evidence.ts'
import type { RunPlayer } from './player.ts'
import type { Variant } from './variant.ts'
import { withoutColours } from '../run/run-lines.ts'

/** The variants that make a test fail. */
export type Cause = {
  readonly variants: readonly Variant[]
  readonly failure: Failure
  /** The name of the run with only these variants. */
  readonly run: string
  readonly isRough: boolean
}

/** The names of two runs whose exchanges are compared. */
export type ComparedRuns = { readonly here: string; readonly baseline: string }

/** The maximum runs to find one cause. After that, the smallest failing set is reported. */
const maxRuns = 60

/** The maximum number of variants that are also tried one by one. */
const maxSingleVariants = 4

/** A smaller set of variants gets its own run only if it is at least this many times smaller. */
const minReduction = 3

/**
 * The maximum result of `chanceOf` for a confirmed cause. In simulated sessions with unreliable
 * tests, fewer than 1 of 100 blame a behaviour wrongly (tests/testing/tolerance/chance.test.ts).
 */
const maxChance = 1 / 200

/** The maximum number of runs to confirm a cause. A test that always fails takes three to ten. */
const maxConfirmations = 14

/** The minimum number of failures that confirm a cause: fewer failures could be chance. */
const minFailures = 3

/** A text that identifies a set of variants, in any order. */
export const variantsKey = (variants: readonly Variant[]): string =>
  variants
    .map(({ id }) => id)
    .toSorted()
    .join('\n')

class TooManyRuns extends Error {}

/**
 * Finds the causes of the failures of one run. To save runs, tests that failed together are played
 * together, and no set of variants is played twice.
 */
export class CauseFinder {
  readonly #player: RunPlayer
  readonly #failed: RunOutcome
  readonly #suspects: readonly Variant[]
  readonly #tests: ReadonlySet<string>
  readonly #selectors: readonly string[] | undefined
  readonly #selectorOf: ReadonlyMap<string, string>
  readonly #played = new Map<string, Promise<RunOutcome>>()
  /** The confirmation runs of each set of variants, in the order in which they were played. */
  readonly #confirmations = new Map<string, readonly RunOutcome[]>()

  /** `selectors` has the text that selects each test. If a text is missing, all tests run. */
  constructor(
    player: RunPlayer,
    failed: RunOutcome,
    failures: readonly Failure[],
    selectors: ReadonlyMap<string, string>,
  ) {
    this.#player = player
    this.#failed = failed
    this.#suspects = failed.variants.filter((variant) => isReached(variant, failed))
    this.#tests = new Set(failures.map(({ test }) => test))
    this.#selectorOf = selectors
    const texts = failures.map(({ test }) => selectors.get(test))
    const knownTexts = texts.filter((text) => text !== undefined)
    this.#selectors =
      player.selects && knownTexts.length === texts.length && knownTexts.length > 0
        ? knownTexts
        : undefined
  }

  /**
   * Returns the cause of a failure; `undefined` if the test passes when the run is repeated. The
   * likeliest variant is tried first, alone.
   */
  async find(
    { test }: Failure,
    isLikely: (variant: Variant) => boolean,
  ): Promise<Cause | undefined> {
    const likely = this.#suspects.find(isLikely)
    if (likely !== undefined && (await this.#findFailure([likely], test)) !== undefined)
      return this.#createCause([likely], test, false)
    const items = await this.#repeat(test)
    if (items === undefined) return undefined
    let smallest = items
    let count = 0
    const fails = async (variants: readonly Variant[]) => {
      if (++count > maxRuns) throw new TooManyRuns()
      const isFailing = (await this.#findFailure(variants, test)) !== undefined
      if (isFailing && variants.length < smallest.length) smallest = variants
      return isFailing
    }
    try {
      const minimized = await minimize(items, fails)
      // If a run with the minimized set passes, the test depends on more than the variants.
      const isRough = minimized.length < smallest.length && !(await fails(minimized))
      const alone = await this.#oneThatFailsAlone(smallest, test)
      return await this.#createCause(alone ?? smallest, test, isRough && alone === undefined)
    } catch (error) {
      if (!(error instanceof TooManyRuns)) throw error
      return this.#createCause(smallest, test, true)
    }
  }

  /**
   * Whether the variants, not chance, make a test fail: a sequential likelihood-ratio test. With
   * the variants, only new runs count, because the search has selected runs that failed. Without
   * them, all runs of the session count, and more are played if these are too few.
   */
  async confirm(cause: Cause, knownCauses: readonly Cause[], evidence: Evidence): Promise<boolean> {
    const { test } = cause.failure
    const sets = [cause, ...knownCauses.filter(({ failure }) => failure.test === test)].map(
      ({ variants }) => variants,
    )
    let failedWith = 0
    let passedWith = 0
    let without = 0
    while (failedWith + passedWith + without < maxConfirmations) {
      // Concurrent runs may have other behaviours that break the test and are not known yet.
      const { failed: failedWithout, passed: passedWithout } =
        this.#player.jobs > 1 ? evidence.countAlone(test) : evidence.countWithout(test, sets)
      const counts = { failedWith, passedWith, failedWithout, passedWithout }
      if (failedWith >= minFailures && chanceOf(counts) <= maxChance) return true
      // With so many passed runs, the cause can no longer be confirmed.
      if (passedWith > failedWith + 1) return false
      const isRare = passedWithout + failedWithout < failedWith + passedWith
      if (failedWith >= minFailures && isRare) {
        await this.#confirmation([], without)
        without += 1
        continue
      }
      const outcome = await this.#confirmation(cause.variants, failedWith + passedWith)
      if (failuresOf(outcome, this.#tests).some((one) => one.test === test)) failedWith += 1
      else passedWith += 1
    }
    return false
  }

  /**
   * Plays only the test of a cause, once with its variants and once without, to compare the
   * exchanges of both runs. Returns `undefined` if tests cannot be selected.
   */
  async isolate({ variants, failure, run }: Cause): Promise<ComparedRuns | undefined> {
    const selector = this.#selectorOf.get(failure.test)
    if (this.#selectors === undefined || selector === undefined) return undefined
    if (this.#tests.size === 1)
      return { here: run, baseline: (await this.#confirmation([], 0)).name }
    const here = await this.#player.play('confirm', variants, [selector])
    const baseline = await this.#player.play('confirm', [], [selector])
    return { here: here.name, baseline: baseline.name }
  }

  /** Plays the confirmation run with this number, or returns it if another test has played it. */
  async #confirmation(variants: readonly Variant[], number: number): Promise<RunOutcome> {
    const key = variantsKey(variants)
    const confirmations = this.#confirmations.get(key) ?? []
    const outcome =
      confirmations[number] ?? (await this.#player.play('confirm', variants, this.#selectors))
    if (confirmations[number] === undefined)
      this.#confirmations.set(key, [...confirmations, outcome])
    return outcome
  }

  /** Repeats a failure with the variants that requests reached; `undefined` if the test passes. */
  async #repeat(test: string): Promise<readonly Variant[] | undefined> {
    const all = this.#failed.variants
    // The first attempt omits the variants that no request reached: they are unlikely causes.
    for (const items of [this.#suspects, all]) {
      if ((await this.#findFailure(items, test)) === undefined) continue
      // This run had only the failed tests, which may reach far fewer variants.
      const outcome = await this.#play(items)
      const reached = items.filter((variant) => isReached(variant, outcome))
      const isFewer = reached.length * minReduction <= items.length
      return isFewer && (await this.#findFailure(reached, test)) !== undefined ? reached : items
    }
    return undefined
  }

  /** Finds one variant that alone makes the test fail. An earlier run may have passed by chance. */
  async #oneThatFailsAlone(
    variants: readonly Variant[],
    test: string,
  ): Promise<readonly Variant[] | undefined> {
    if (variants.length === 1 || variants.length > maxSingleVariants) return undefined
    for (const variant of variants)
      if ((await this.#findFailure([variant], test)) !== undefined) return [variant]
    return undefined
  }

  async #createCause(variants: readonly Variant[], test: string, isRough: boolean): Promise<Cause> {
    const failure = (await this.#findFailure(variants, test)) ?? { test, message: '' }
    const { name } = await this.#play(variants)
    return { variants, failure, run: name, isRough }
  }

  async #findFailure(variants: readonly Variant[], test: string): Promise<Failure | undefined> {
    if (variants.length === 0) return undefined
    return failuresOf(await this.#play(variants), this.#tests).find((one) => one.test === test)
  }

  #play(variants: readonly Variant[]): Promise<RunOutcome> {
    const key = variantsKey(variants)
    const playedRun = this.#played.get(key)
    if (playedRun !== undefined) return playedRun
    const played = this.#player.play('bisect', variants, this.#selectors)
    this.#played.set(key, played)
    return played
  }
}

/** Whether a request of a run reached a variant. */
export const isReached = ({ marks }: Variant, { coverage }: Pick<RunOutcome, 'coverage'>) =>
  marks.some((mark) => coverage.marks.has(mark))

/**
 * Returns the failures of these tests in a run. A test without a result failed if its runner was
 * killed or crashed; otherwise it did not run. A failed command is a failure if no test explains
 * it.
 */
export function failuresOf(outcome: RunOutcome, tests: ReadonlySet<string>): readonly Failure[] {
  const { results, end } = outcome
  const failures: Failure[] = []
  for (const test of tests) {
    if (test === commandTest) continue
    const result = results.get(test)
    if (result === undefined && end.code !== 0)
      failures.push({ test, message: `no result: ${endText(outcome)}` })
    if (result?.status === 'failed')
      failures.push({ test, message: result.message || 'it failed without a message' })
  }
  const isExplained = [...results.values()].some(({ status }) => status === 'failed')
  if (end.code !== 0 && tests.has(commandTest) && failures.length === 0 && !isExplained)
    failures.push({ test: commandTest, message: `${endText(outcome)}${tailText(end.tail)}` })
  return failures
}

/** Whether a test passed in a run; a skipped test did not. */
export function hasPassed({ results, end }: RunOutcome, test: string): boolean {
  if (test === commandTest) return end.code === 0
  const status = results.get(test)?.status
  return status === 'passed' || status === 'flaky'
}

/** The end of a command in words, such as `it exited with code 1`. */
export const endText = ({ end }: Pick<RunOutcome, 'end'>): string =>
  end.problem ?? `it exited with code ${end.code}`

const maxLines = 12

const tailText = (tail: string): string => {
  const lines = withoutColours(tail).trim().split('\n').slice(-maxLines)
  return lines.join('\n') === '' ? '; it printed nothing' : `:\n${lines.join('\n')}`
}

/**
 * Returns a minimal set of items with which a test still fails: without any one of them, the test
 * passes (delta debugging, in the order of QuickXplain). All items together must be known to fail.
 * If one item is responsible, `fails` is called at most 2·log2(n) + 1 times.
 */
export async function minimize<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  /** The smallest part of `left` that fails together with `fixed`. */
  async function search(
    fixed: readonly Item[],
    left: readonly Item[],
    isChanged: boolean,
  ): Promise<readonly Item[]> {
    if (isChanged && (await fails(fixed))) return []
    if (left.length <= 1) return left
    const middle = Math.ceil(left.length / 2)
    const [first, second] = [left.slice(0, middle), left.slice(middle)]
    const secondPart = await search([...fixed, ...first], second, true)
    const firstPart = await search([...fixed, ...secondPart], first, secondPart.length > 0)
    return [...firstPart, ...secondPart]
  }
  return search([], items, false)
}
