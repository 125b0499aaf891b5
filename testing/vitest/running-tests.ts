import type { RunnerTask } from 'vitest'

type End = () => Promise<void>

/**
 * The tests that have begun and whose clean-up has not run. Vitest skips the function that
 * `beforeEach` returned if another hook after the test fails. So the next test, or `endAll`, runs it.
 */
export class RunningTests {
  readonly #ends = new Map<RunnerTask, End>()

  get count(): number {
    return this.#ends.size
  }

  tests(): RunnerTask[] {
    return [...this.#ends.keys()]
  }

  /** Runs the skipped clean-ups, also that of an earlier attempt of the same test. */
  async endSkipped(next: RunnerTask): Promise<void> {
    for (const [task, end] of this.#ends)
      if (task === next || task.result?.state !== 'run') await quietly(end)
  }

  /** Adds a test. Returns its clean-up, to be returned by `beforeEach`. */
  begin(task: RunnerTask, cleanUp: End): End {
    const end = async () => {
      if (this.#ends.delete(task)) await cleanUp()
    }
    this.#ends.set(task, end)
    return end
  }

  async endAll(): Promise<void> {
    for (const end of this.#ends.values()) await quietly(end)
  }
}

/** The test has failed already: an error of its clean-up must not fail another test. */
const quietly = (end: End): Promise<void> => end().catch(() => undefined)
