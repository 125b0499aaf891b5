import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { isProving } from './tests/support/proving.ts'
import { SummaryReporter } from './tests/support/summary-reporter.ts'

/** Tests that measure or change their process. Each runs in its own process. */
const alone = [
  'tests/**/{aborted-streams,import-parses,proxy-leaks,fixtures,journal-heap,plans,script-lines,chunk-text,proxy-redaction}.test.ts',
  'tests/**/{msw-adapter,msw-node}.test.ts',
  // A collection of garbage takes a second beside the modules of all other tests.
  'tests/**/{abortable-fetch,fetch-adapter}.test.ts',
]

export default defineConfig({
  test: {
    // On any machine, because each worker loads and compiles what its tests use, which takes 20 seconds.
    maxWorkers: 2,
    // MiB for new objects: fewer collections of short-lived responses take a tenth of the CPU away.
    execArgv: ['--max-semi-space-size=128'],
    // Node loads the sources, and Vitest transforms nothing.
    experimental: { viteModuleRunner: false },
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: LongestFirst },
    // Nothing is written but with `-u`, as in continuous integration.
    update: 'none',
    // A token of the developer must not guard the servers of tests.
    env: { UNDERSTUDY_CONTROL_TOKEN: '' },
    globalSetup: 'tests/support/unpack-browser.ts',
    // A slow machine must not make a test fail, so these are far above what tests need.
    testTimeout: isProving ? 300_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        // All other tests share one process for each core, so that common modules are loaded only
        // once.
        test: { name: 'shared', include: ['tests/**/*.test.ts'], exclude: alone, isolate: false },
      },
    ],
  },
})
