import type { RunOutcome } from './execute.ts'
import { commandTest } from '../../contract/tolerance-report.ts'
import type { Variant } from './variant.ts'

/** The results of a test with some variants and without them. */
export type Counts = {
  readonly failedWith: number
  readonly passedWith: number
  readonly failedWithout: number
  readonly passedWithout: number
}

/**
 * Rates from 0 to 1 how well chance explains the results of a test: the likelihood of one failure
 * rate for all runs, divided by the likelihood of two rates, with and without the variants.
 */
export function chanceOf(counts: Counts): number {
  const { failedWith, passedWith, failedWithout, passedWithout } = counts
  const ofWith = failedWith + passedWith
  const ofWithout = failedWithout + passedWithout
  if (failedWith * ofWithout <= failedWithout * ofWith) return 1
  const failed = failedWith + failedWithout
  const passed = passedWith + passedWithout
  const oneRate = logLikelihood(failed, passed)
  const twoRates =
    logLikelihood(failedWith, passedWith) + logLikelihood(failedWithout, passedWithout)
  return Math.exp(oneRate - twoRates)
}

/** The logarithm of the likelihood of results at the rate that fits them best. */
const logLikelihood = (failed: number, passed: number): number =>
  logTerm(failed, failed + passed) + logTerm(passed, failed + passed)

const logTerm = (count: number, total: number): number =>
  count === 0 ? 0 : count * Math.log(count / total)

type TestRun = { readonly ids: ReadonlySet<string>; readonly isFailed: boolean }

/** The results of each test in all runs of a session. */
export class Evidence {
  readonly #runs = new Map<string, TestRun[]>()

  /**
   * Counts the results of a run. The whole command counts as one test if there are no single tests,
   * or if it is blamed for a failure that no test explains.
   */
  addRun({ results, variants, end }: RunOutcome, tests: ReadonlySet<string>): void {
    const ids = new Set(variants.map(({ id }) => id))
    const isExplained = [...results.values()].some(({ status }) => status === 'failed')
    if (results.size === 0 || (!isExplained && tests.has(commandTest)))
      this.#add(commandTest, { ids, isFailed: end.code !== 0 })
    for (const [test, { status }] of results)
      if (status !== 'skipped' && tests.has(test))
        this.#add(test, { ids, isFailed: status === 'failed' })
  }

  #add(test: string, run: TestRun): void {
    this.#runs.set(test, [...(this.#runs.get(test) ?? []), run])
  }

  /** How often a test failed and passed in runs that contain none of these sets completely. */
  countWithout(test: string, sets: readonly (readonly Variant[])[]) {
    return this.#count(
      test,
      ({ ids }) => !sets.some((variants) => variants.every(({ id }) => ids.has(id))),
    )
  }

  /** How often a test failed and passed in runs without variants. */
  countAlone(test: string) {
    return this.#count(test, ({ ids }) => ids.size === 0)
  }

  #count(test: string, isCounted: (run: TestRun) => boolean) {
    const runs = (this.#runs.get(test) ?? []).filter(isCounted)
    const failed = runs.filter(({ isFailed }) => isFailed).length
    return { failed, passed: runs.length - failed }
  }
}
