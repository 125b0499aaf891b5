import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawn, isProving } from '../support/proving.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { installedPackage } from '../support/installed-package.ts'
import { openBrowser } from '../support/open-browser.ts'
import { startWranglerProject } from '../mocks/adapters/workers/wrangler-project.ts'

/** tests/entries/other-languages.test.ts runs the example python. */
const examples = [
  'react-vite',
  'vitest',
  'playwright',
  'static-demo',
  'workers',
  'own-operations',
  'python',
]
const config = 'found-browser.config.ts'
let folder: string

/** Excludes files that a user installed or built in an example. */
const isWritten = (path: string) => !/node_modules|dist|mockServiceWorker|__pycache__/.test(path)

beforeAll(async () => {
  folder = await installedPackage('*')
  await cp('examples', folder, { recursive: true, filter: isWritten })
  for (const name of ['react-vite', 'playwright', 'static-demo'])
    await writeFile(join(folder, name, config), configOf(foundBrowser))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The browser of this machine, with a timeout for busy machines. */
const configOf = (launchOptions: typeof foundBrowser) => `
  import config from './playwright.config.ts'
  const use = { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} }
  export default { ...config, use, timeout: 90_000, expect: { timeout: 30_000 } }
`

/** The environment without Vitest's variables, with which Vite would build in test mode. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const theirs = /^(NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|TEST)$|^(VITEST|UNDERSTUDY|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !theirs.test(name)))
}

/**
 * Runs an npm script of an example and returns its output. Throws an `Error` with the output if it
 * fails.
 */
async function npmRun(name: string, script: string, ...args: string[]): Promise<string> {
  const options = { cwd: join(folder, name), env: ownEnvironment() }
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', script, '--', ...args],
    options,
  ).catch(
    ({ stdout: printedText, stderr }: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`${name}: \`npm run ${script}\` failed.\n${printedText}\n${stderr}`)
    },
  )
  return stdout
}

/** Runs a test command of an example under `tolerance`, with the baseline of the example. */
async function tolerance(name: string, ...command: readonly string[]): Promise<string> {
  const flags = ['--baseline', 'tolerance.yaml', '--', 'npx', '--no-install', ...command]
  const options = { cwd: join(folder, name), env: ownEnvironment() }
  const run = promisify(execFile)
  const { stdout } = await run(
    'npx',
    ['--no-install', 'agent-understudy', 'tolerance', ...flags],
    options,
  ).catch(
    ({ stdout: printedText, stderr }: { readonly stdout: string; readonly stderr: string }) => {
      throw new Error(`${name}: its tests do not tolerate everything.\n${printedText}\n${stderr}`)
    },
  )
  return stdout
}

const e2e = (name: string) => npmRun(name, 'e2e', '--config', config, '--reporter', 'line')

/** The number of hand-written lines of an example, without comments. */
async function linesOf(name: string): Promise<number> {
  const files = await readdir(join('examples', name), { recursive: true })
  const code = files.filter((file) => /\.(tsx?|mjs|html|jsonc|py)$/.test(file) && isWritten(file))
  const texts = await Promise.all(
    code.map((file) => readFile(join('examples', name, file), 'utf8')),
  )
  const lines = texts.join('\n').split('\n')
  return lines.filter((line) => !/^\s*(\/\/.*|\/\*\*.*\*\/|""".*""")?$/.test(line)).length
}

describe('the examples', () => {
  it('the folder examples/ contains exactly the examples that are tested', async () => {
    const found = await readdir('examples', { withFileTypes: true })
    const names = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    expect(names.toSorted()).toEqual(examples.toSorted())
  })

  it.each(examples)('the example %s has fewer than 150 lines', async (name) => {
    const lines = await linesOf(name)
    expect(lines).toBeGreaterThan(20)
    expect(lines).toBeLessThan(150)
  })

  it.runIf(isProving)(
    'the unit tests of the example react-vite tolerate every allowed behaviour that they reach',
    async () => {
      expect(await tolerance('react-vite', 'vitest', 'run', 'src')).toMatch(
        /\d+ of \d+ allowed behaviours that your tests reach are tolerated\./,
      )
    },
    300_000,
  )

  const passesInChromium = async (name: string, words: string) =>
    expect(await e2e(name)).toContain(words)
  const passesUnitTests = async (name: string) =>
    expect(await npmRun(name, 'test')).toMatch(/Tests .*\d passed/)
  /** The tests of each example outside of a browser. */
  const outsideOfBrowsers = [
    { what: 'vitest passes its unit tests', run: () => passesUnitTests('vitest') },
    { what: 'react-vite passes its unit tests', run: () => passesUnitTests('react-vite') },
    { what: 'workers runs with its own configuration', run: runWorkers },
    {
      what: 'own-operations plays its operations, and its profile has no problem',
      run: playOwnOperations,
    },
    {
      what: 'static-demo type-checks and builds',
      run: async () => expect(await npmRun('static-demo', 'build')).toContain('dist/index.html'),
    },
  ]

  /** The tests in a browser, with Playwright. */
  const inChromium = [
    {
      what: 'playwright passes its tests in Chromium',
      run: () => passesInChromium('playwright', '4 passed'),
    },
    {
      what: 'react-vite resumes a dropped stream in its production build, in Chromium',
      run: () => passesInChromium('react-vite', '1 passed'),
    },
  ]

  it.each(drawn([...outsideOfBrowsers, ...(foundBrowser ? inChromium : [])], 1))(
    'the example $what',
    async ({ run }) => {
      expect.hasAssertions()
      await run()
    },
    120_000,
  )
})

async function runWorkers(): Promise<void> {
  await using worker = await startWranglerProject(join(folder, 'workers'), folder)
  const page = await fetch(worker.url)
  expect(await page.text()).toContain('data-control="off"')
  expect((await fetch(`${worker.url}/api/agents`)).status).toBe(401)
  expect(worker.compatibilityDate <= '2026-05-01').toBe(true)
}

async function playOwnOperations(): Promise<void> {
  expect(await npmRun('own-operations', 'check')).toContain('6 operations played, nothing wrong.')
  const printed = await npmRun('own-operations', 'try')
  expect(printed).toContain("{ skill: 'Explain', level: 2, said: 'ran: now' }")
  expect(printed.trimEnd().split('\n').slice(-2)).toEqual([
    'DELETE /api/skills/ID 204',
    'GET /api/skills/ID 404',
  ])
}

describe.skipIf(foundBrowser === undefined)('the examples in Chromium', () => {
  it.runIf(isProving).each(['playwright', 'react-vite'])(
    'the tests of the example %s tolerate every allowed behaviour that its baseline does not list',
    async (name) => {
      expect(await tolerance(name, 'playwright', 'test', '--config', config)).toMatch(
        /\d+ of \d+ allowed behaviours that your tests reach are tolerated/,
      )
    },
    900_000,
  )

  it.runIf(isProving)(
    'the example static-demo keeps the changes of a visitor',
    async () => {
      expect(await e2e('static-demo')).toContain('1 passed')
    },
    120_000,
  )

  it.runIf(isProving)(
    'the example react-vite works offline with its development server',
    async () => {
      const root = join(folder, 'react-vite')
      const init = ['agent-understudy', 'init', 'public']
      await promisify(execFile)('npx', ['--no-install', ...init], { cwd: root })
      const server = await createServer({ root, logLevel: 'silent', server: { port: 0 } })
      await server.listen()
      const browser = await openBrowser()
      const { page, complaints } = await browser.open(server.resolvedUrls?.local[0] ?? '')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Question').fill('Where is my order?')
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.getByText('it waits at the nearest pick-up point').waitFor()
      expect(complaints).toEqual([])
      await browser.close()
      await server.close()
    },
    120_000,
  )
})
