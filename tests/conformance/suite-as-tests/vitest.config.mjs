/** The Vitest of tests/support/inner-vitest.ts. Without its cache, each run transforms the whole suite. */
export default {
  test: {
    include: ['tests/conformance/suite-as-tests/*.ts'],
    reporters: ['json', 'default'],
    fsModuleCache: true,
  },
}
