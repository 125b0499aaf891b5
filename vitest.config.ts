import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'
import { isProving } from './tests/support/proving.ts'
import { SummaryReporter } from './tests/support/summary-reporter.ts'

/** Tests that measure or change their process. Each runs in its own process. */
const alone = [
  'tests/**/{aborted-streams,import-parses,proxy-leaks,fixtures,journal-heap,plans,script-lines,chunk-text,proxy-redaction}.test.ts',
  'tests/**/{msw-adapter,msw-node}.test.ts',
  // A garbage collection takes a second if the modules of all other tests are in memory.
  'tests/**/{abortable-fetch,fetch-adapter}.test.ts',
]

export default defineConfig({
  test: {
    // Only two on any machine, because each worker takes 20 seconds to load what its tests use.
    maxWorkers: 2,
    // MiB for new objects: with fewer garbage collections, the tests use a tenth less CPU time.
    execArgv: ['--max-semi-space-size=128'],
    // Node loads the sources, and Vitest transforms nothing.
    experimental: { viteModuleRunner: false },
    reporters: ['default', new SummaryReporter()],
    sequence: { sequencer: LongestFirst },
    // Snapshots are only written with `-u`, as in continuous integration.
    update: 'none',
    // The servers of tests must not require a token that the developer has set.
    env: { UNDERSTUDY_CONTROL_TOKEN: '' },
    globalSetup: 'tests/support/unpack-browser.ts',
    // A slow machine must not make a test fail, so the timeouts are far above what tests need.
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
