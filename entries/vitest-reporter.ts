/**
 * The reporter of Vitest for `agent-understudy tolerance`. It imports nothing from Vitest, because
 * Vitest 3 does not allow that in reporters.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'vitest/config'
 *
 * export default defineConfig({ test: { reporters: ['default', 'agent-understudy/vitest/reporter'] } })
 * ```
 * @module
 */

export { ToleranceReporter, ToleranceReporter as default } from '../testing/vitest/reporter.ts'
