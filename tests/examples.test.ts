import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foundBrowser } from './find-browser.ts'
import { installedPackage } from './installed-package.ts'
import { openBrowser } from './open-browser.ts'

const examples = ['react-vite', 'vitest', 'playwright', 'static-demo']
const config = 'found-browser.config.ts'
let folder: string

/** Not what somebody installed or built who tried an example. */
const isWritten = (path: string) => !/node_modules|dist|mockServiceWorker/.test(path)

beforeAll(async () => {
  folder = await installedPackage('*')
  await cp('examples', folder, { recursive: true, filter: isWritten })
  for (const name of ['react-vite', 'playwright', 'static-demo'])
    await writeFile(join(folder, name, config), configOf(foundBrowser))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The browser of this machine, which may be shared by many: nothing waits for time to pass. */
const configOf = (launchOptions: typeof foundBrowser) => `
  import config from './playwright.config.ts'
  const use = { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} }
  export default { ...config, use, timeout: 90_000, expect: { timeout: 30_000 } }
`

/** What this run of Vitest says of itself would make Vite build what it does not ship. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const theirs = /^(NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|TEST)$|^(VITEST|UNDERSTUDY|npm_)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !theirs.test(name)))
}

/** Runs a script of an example; gives what it prints. Throws an `Error` with that where it fails. */
async function npmRun(name: string, script: string, ...args: string[]): Promise<string> {
  const options = { cwd: join(folder, name), env: ownEnvironment() }
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', script, '--', ...args],
    options,
  ).catch(({ stdout: told, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`${name}: \`npm run ${script}\` failed.\n${told}\n${stderr}`)
  })
  return stdout
}

const e2e = (name: string) => npmRun(name, 'e2e', '--config', config, '--reporter', 'line')

/** The lines of an example that somebody wrote, comments aside. */
async function linesOf(name: string): Promise<number> {
  const files = await readdir(join('examples', name), { recursive: true })
  const code = files.filter((file) => /\.(tsx?|mjs|html)$/.test(file) && isWritten(file))
  const texts = await Promise.all(
    code.map((file) => readFile(join('examples', name, file), 'utf8')),
  )
  const lines = texts.join('\n').split('\n')
  return lines.filter((line) => !/^\s*(\/\/.*|\/\*\*.*\*\/)?$/.test(line)).length
}

describe('the examples', () => {
  it('are these', async () => {
    const found = await readdir('examples', { withFileTypes: true })
    const names = found.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
    expect(names.toSorted()).toEqual(examples.toSorted())
  })

  it.each(examples)('%s has less than 150 lines', async (name) => {
    const lines = await linesOf(name)
    expect(lines).toBeGreaterThan(20)
    expect(lines).toBeLessThan(150)
  })

  it.each(['vitest', 'react-vite'])(
    '%s passes its unit tests',
    async (name) => {
      expect(await npmRun(name, 'test')).toMatch(/Tests .*\d passed/)
    },
    120_000,
  )

  it('static-demo builds, types checked', async () => {
    expect(await npmRun('static-demo', 'build')).toContain('dist/index.html')
  }, 120_000)
})

describe.skipIf(foundBrowser === undefined)('the examples in Chromium', () => {
  it('playwright passes', async () => {
    expect(await e2e('playwright')).toContain('4 passed')
  }, 120_000)

  it('react-vite resumes a stream that was dropped, as it would be shipped', async () => {
    expect(await e2e('react-vite')).toContain('1 passed')
  }, 120_000)

  it('static-demo keeps what a visitor did', async () => {
    expect(await e2e('static-demo')).toContain('1 passed')
  }, 120_000)

  it('react-vite works offline, by its development server', async () => {
    const root = join(folder, 'react-vite')
    const init = ['understudy', 'init', 'public']
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
  }, 120_000)
})
