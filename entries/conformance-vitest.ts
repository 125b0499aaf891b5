export {
  conformanceTests,
  type ConformanceMeta,
  type ConformanceTestOptions,
} from '../conformance/as-tests.ts'
