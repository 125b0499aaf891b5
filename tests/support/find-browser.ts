import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from 'playwright'
import { isProving } from './proving.ts'
import { unpackedBrowser } from './unpack-browser.ts'

/**
 * Flags for Chromium: fast start, and no network access by the browser itself. The pages are ours,
 * and not every user of every machine may create a sandbox.
 */
const flags = [
  '--no-sandbox',
  // Without a GPU, its process and its threads cost a quarter of the CPU of a page's test.
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--num-raster-threads=1',
  // Test pages are short: background compilation and garbage collection take a tenth of the CPU.
  '--js-flags=--single-threaded',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Options with which Playwright starts a Chromium. */
export type FoundBrowser = Pick<LaunchOptions, 'args' | 'executablePath' | 'channel'>

type Candidate = () => Promise<Omit<FoundBrowser, 'args'> | undefined>

const at = (path: string | undefined) =>
  path !== undefined && existsSync(path) ? { executablePath: path } : undefined

async function started(options: Omit<FoundBrowser, 'args'>) {
  const browser = await chromium.launch({ ...options, args: flags }).catch(() => undefined)
  await browser?.close()
  return browser && options
}

async function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable']
  return at(names.flatMap((name) => folders.map((each) => join(each, name))).find(existsSync))
}

/**
 * The headless shell that `npm ci` installs, if it starts; only for Linux on x64. It opens a page
 * in a third of the time of a full Chromium.
 */
async function packaged() {
  const shell = at(await unpackedBrowser())
  return shell && started(shell)
}

async function named() {
  const path = process.env['CHROMIUM_PATH'] || undefined
  if (path !== undefined && !existsSync(path))
    throw new Error(`CHROMIUM_PATH names ${path}, which is not there.`)
  return at(path)
}

const wholeBrowsers: readonly Candidate[] = [
  named,
  async () => at(chromium.executablePath()),
  () => started({ channel: 'chrome' }),
  () => started({ channel: 'msedge' }),
  onPath,
]

/** Instructions to install a browser where `npm ci` installs none: macOS, Windows, ARM. */
export const browserAdvice = 'npx playwright install chromium'

/**
 * The Chromium of the tests. The browser from `npm ci` is preferred to browsers of the machine, so
 * that the same tests run everywhere. Without a browser, page tests are skipped, and the last lines
 * of `npm test` say so.
 */
export const foundBrowser: FoundBrowser | undefined = await find([
  named,
  packaged,
  ...wholeBrowsers,
])

/**
 * The browser for keyboard tests: `npm run prove` prefers a full Chromium, because its Tab also
 * reaches links, which the headless shell skips.
 */
export const findWholeBrowser = (): Promise<FoundBrowser | undefined> =>
  isProving ? find([...wholeBrowsers, packaged]) : Promise.resolve(foundBrowser)

async function find(candidates: readonly Candidate[]): Promise<FoundBrowser | undefined> {
  for (const candidate of candidates) {
    const found = await candidate()
    if (found !== undefined) return { ...found, args: flags }
  }
  return undefined
}
