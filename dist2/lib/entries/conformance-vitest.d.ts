export { conformanceTests, type ConformanceMeta } from '../conformance/as-tests.ts';
export type { Baseline, KnownFailure } from '../conformance/baseline.ts';
export type { Ledger, LedgerEntry } from '../conformance/residue.ts';
export type { ConformanceTestOptions } from '../conformance/test-run.ts';
