/** The Vitest of tests/support/inner-vitest.ts. Node loads the sources, which Vitest would transform. */
export default {
  test: {
    include: ['tests/conformance/suite-as-tests/*.ts'],
    reporters: ['json', 'default'],
    isolate: false,
    maxWorkers: 1,
    experimental: { viteModuleRunner: false },
  },
}
