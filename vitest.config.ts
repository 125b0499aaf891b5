import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'
import { SummaryReporter } from './tests/summary-reporter.ts'

/** What measures the process that it runs in, or changes it: each has one of its own. */
const alone = [
  'tests/{aborted-streams,fixtures,journal-heap,plans,scenario-speed,script-lines,chunk-text}.test.ts',
  'tests/{msw-adapter,msw-node}.test.ts',
]

export default defineConfig({
  test: {
    // One that waits for a browser or for another process leaves its core to the rest.
    maxWorkers: '100%',
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        // They share a process for each core, which loads what they have in common once.
        test: { name: 'shared', include: ['tests/**/*.test.ts'], exclude: alone, isolate: false },
      },
    ],
  },
})
