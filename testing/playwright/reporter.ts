import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import type { TestResult } from '../run/run-document.ts'
import { createLineWriter, runFolder, shortMessage } from '../run/run-lines.ts'

/** The number of titles in `titlePath()` before the suites: the root, the project and the file. */
const titlesBeforeSuites = 3

const statusByOutcome = {
  skipped: 'skipped',
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
} as const

/**
 * A reporter for Playwright that writes the result of each test for `agent-understudy tolerance`,
 * which adds it automatically. In other runs, the reporter does nothing.
 *
 * @example
 * export default defineConfig({ reporter: [['list'], ['agent-understudy/playwright']] })
 */
export class ToleranceReporter implements Reporter {
  readonly #write: ((line: TestResult) => unknown) | undefined
  #root: Suite | undefined

  constructor() {
    const folder = runFolder()
    this.#write = folder === undefined ? undefined : createLineWriter(folder, 'results')
  }

  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#root = suite
  }

  onTestEnd(test: TestCase): void {
    // Written when a test has its result, so that the results of a killed run are not lost.
    if (test.results.length > test.retries || test.outcome() !== 'unexpected') this.#add(test)
  }

  onEnd(): void {
    for (const test of this.#root?.allTests() ?? []) if (test.results.length === 0) this.#add(test)
  }

  #add(test: TestCase): void {
    const [, project, file, ...titles] = test.titlePath()
    const status = statusByOutcome[test.outcome()]
    const place = project === '' ? [file] : [`[${project}] ${file}`]
    const error = test.results.findLast((result) => result.error !== undefined)?.error
    this.#write?.({
      id: [...place, ...titles].join(' > '),
      selector: test.titlePath().slice(titlesBeforeSuites).join(' '),
      status,
      ...(status === 'failed' && { message: shortMessage(error?.message) }),
    })
  }
}

// Runners load the default export of a reporter's file.
export { ToleranceReporter as default }
