export { conformanceTests, type ConformanceMeta } from '../conformance/runner/vitest.ts'
export type { Baseline, KnownFailure } from '../conformance/report/baseline.ts'
export type { Ledger, LedgerEntry } from '../conformance/runner/residue.ts'
export type { ConformanceTestOptions } from '../conformance/runner/test-run.ts'
