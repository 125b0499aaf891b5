/**
 * The conformance suite as tests of Vitest: one test for each check.
 *
 * @example
 * ```ts
 * import { conformanceTests } from 'agent-understudy/conformance/vitest'
 *
 * conformanceTests({ target: { baseUrl: 'http://127.0.0.1:4010' }, plan: 'smoke' })
 * ```
 * @module
 */

export { conformanceTests, type ConformanceMeta } from '../conformance/runner/vitest.ts'
export type { Baseline, KnownFailure } from '../conformance/report/baseline.ts'
export type { Ledger, LedgerEntry } from '../conformance/runner/residue.ts'
export type { ConformanceTestOptions } from '../conformance/runner/test-run.ts'
