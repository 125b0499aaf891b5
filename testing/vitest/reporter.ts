import type { TestCase, TestModule } from 'vitest/node'
import type { TestResult } from '../run/run-document.ts'
import { createLineWriter, runFolder, shortMessage } from '../run/run-lines.ts'

/**
 * A reporter for Vitest that writes the result of each test for `agent-understudy tolerance`, which
 * adds it to `vitest` automatically. In other runs, the reporter does nothing. Add it to the
 * configuration only if the command hides Vitest, as `npm test` does: `reporters: ['default',
 * 'agent-understudy/vitest/reporter']`.
 *
 * @example
 * export default defineConfig({ test: { reporters: ['default', new ToleranceReporter()] } })
 */
export class ToleranceReporter {
  readonly #write: ((line: TestResult) => unknown) | undefined

  constructor() {
    const folder = runFolder()
    this.#write = folder === undefined ? undefined : createLineWriter(folder, 'results')
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    const isFlaky = state === 'passed' && (test.diagnostic()?.flaky ?? false)
    this.#write?.({
      id: `${test.module.relativeModuleId} > ${test.fullName}`,
      selector: test.fullName,
      status: isFlaky ? 'flaky' : state,
      ...(state === 'failed' && { message: shortMessage(errors?.[0]?.message) }),
    })
  }

  /** Reports a file that does not load as a failed test, because it has no tests. */
  onTestModuleEnd(module: TestModule): void {
    const [error] = module.errors()
    if (error === undefined) return
    const message = shortMessage(error.message)
    this.#write?.({ id: module.relativeModuleId, status: 'failed', message })
  }
}

// Runners load the default export of a reporter's file.
export { ToleranceReporter as default }
