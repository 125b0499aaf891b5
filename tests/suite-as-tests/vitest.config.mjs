/** The Vitest of tests/inner-vitest.ts. Without its cache, each run transforms the whole suite. */
export default {
  test: {
    include: ['tests/suite-as-tests/*.ts'],
    reporters: ['json', 'default'],
    fsModuleCache: true,
  },
}
