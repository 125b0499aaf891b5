import type { Result } from './report.ts';
import { type ConformanceTestOptions } from './test-run.ts';
/** What a test of a check says of itself in `task.meta`, for reporters. */
export type ConformanceMeta = Pick<Result, 'verdict' | 'level' | 'clause' | 'observation'>;
declare module 'vitest' {
    interface TaskMeta {
        conformance?: ConformanceMeta;
    }
}
/**
 * Declares one Vitest test for each check of a plan. They share one run, which is made before the
 * first of them. What could not be decided is skipped with its reason, and a last test fails where
 * that was too much to call the rest green; one more where the baseline is out of date. Throws at
 * once for a target that is no address or looks like production, and for a baseline that is none.
 */
export declare function conformanceTests(options: ConformanceTestOptions): void;
