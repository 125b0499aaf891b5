import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './tests/summary-reporter.ts'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    reporters: ['default', new SummaryReporter()],
    testTimeout: 20_000,
  },
})
