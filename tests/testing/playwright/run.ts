import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listen } from '../../../mocks/adapters/node.ts'
import { createTestFake } from '../../../testing/test-fake.ts'
import { foundBrowser } from '../../support/find-browser.ts'

/** The parts of Playwright's JSON report that are used here. */
export type PlaywrightOutcome = {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly errors: readonly object[]
}

/** A suite in its JSON report. */
type Suite = {
  readonly suites?: readonly Suite[]
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly errors: readonly object[] }[]
    }[]
  }[]
}

/** The errors of all failed tests. */
const failuresIn = ({ suites = [], specs }: Suite): object[] => [
  ...suites.flatMap(failuresIn),
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      title,
      errors: tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)),
    })),
]

/** Runs tests with the Playwright runner. */
export async function runPlaywright(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  const options = ['-c', 'tests/testing/playwright/playwright.config.ts', '--reporter', 'json']
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...options, ...args]
  const browser = { CHROMIUM_PATH: foundBrowser?.executablePath ?? '' }
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, ...browser, PLAYWRIGHT_OUTPUT: folder, ...env },
    maxBuffer: 1e8,
  }).catch((failed: { readonly stdout: string }) => failed)
  await rm(folder, { recursive: true })
  const { stats, errors, suites } = JSON.parse(stdout) as PlaywrightOutcome & Pick<Suite, 'suites'>
  return { stats, errors: [...errors, ...failuresIn({ suites: suites ?? [], specs: [] })] }
}

/** Runs tests against one server. Each looks for records of other tests in its world. */
export async function runSideBySide(workers: number, tests: number) {
  const fake = createTestFake({ speed: 1 })
  const { url, close } = await listen(fake)
  const env = { UNDERSTUDY_URL: url, ISOLATION_TESTS: String(tests) }
  const outcome = await runPlaywright(['isolation', '--workers', String(workers)], env)
  const left = fake.worlds.list().map(({ name }) => name)
  const { exercised } = fake.worlds.coverage().endpoints
  await close()
  const turns = exercised.find(({ name }) => name === 'POST /api/react')?.calls ?? 0
  return { ...outcome, turns, left: left.filter((name) => name !== 'default') }
}
