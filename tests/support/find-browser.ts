import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from 'playwright'

const inCi = process.env['CI'] !== undefined
const isRoot = process.getuid?.() === 0

/** Flags for Chromium: fast start, and no network access by the browser itself. */
const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** Options with which Playwright starts the Chromium of this machine. */
export type FoundBrowser = Pick<LaunchOptions, 'args' | 'executablePath' | 'channel'>

type Candidate = () => Promise<Omit<FoundBrowser, 'args'> | undefined>

const at = (path: string | undefined) =>
  path !== undefined && existsSync(path) ? { executablePath: path } : undefined

const channel = (name: string): Candidate => {
  return async () => {
    const browser = await chromium.launch({ channel: name, args: flags }).catch(() => undefined)
    await browser?.close()
    return browser && { channel: name }
  }
}

async function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable']
  return at(names.flatMap((name) => folders.map((each) => join(each, name))).find(existsSync))
}

/** Installs Chromium from the system's packages, in continuous integration. */
async function installed() {
  if (!inCi || !isRoot) return undefined
  const options = { timeout: 240_000, stdio: 'ignore' } as const
  if (spawnSync('apt-get', ['update'], options).status === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  return onPath()
}

/**
 * The headless shell of the npm package, if installed and if it starts; for Linux on x64 only. It
 * opens a page in a third of the time of a whole Chromium.
 */
async function packaged() {
  const name = '@sparticuz/chromium'
  type Packaged = { readonly default: { executablePath(): Promise<string> } }
  const found = await (import(name) as Promise<Packaged>).catch(() => undefined)
  const shell = at(await found?.default.executablePath())
  const browser = shell && (await chromium.launch({ ...shell, args: flags }).catch(() => undefined))
  await browser?.close()
  return browser && shell
}

async function named() {
  const path = process.env['CHROMIUM_PATH']
  if (path !== undefined && !existsSync(path))
    throw new Error(`CHROMIUM_PATH names ${path}, which is not there.`)
  return at(path)
}

const wholeBrowsers: readonly Candidate[] = [
  named,
  async () => at(chromium.executablePath()),
  channel('chrome'),
  channel('msedge'),
  onPath,
  installed,
]

/**
 * The Chromium of this machine. Without one, tests of pages are skipped with a line that says so;
 * in continuous integration they fail.
 */
export const foundBrowser: FoundBrowser | undefined = await find([
  named,
  packaged,
  ...wholeBrowsers,
])

/** A whole Chromium if there is one. In the headless shell, Tab skips some links. */
export const findWholeBrowser = () => find([...wholeBrowsers, packaged])

async function find(candidates: readonly Candidate[]): Promise<FoundBrowser | undefined> {
  for (const candidate of candidates) {
    const found = await candidate()
    if (found !== undefined) return { ...found, args: flags }
  }
  const advice =
    'There is no Chromium: run `npx playwright install chromium`, or name one in CHROMIUM_PATH.'
  if (inCi) throw new Error(advice)
  process.stderr.write(`${advice} Tests of pages are skipped.\n`)
  return undefined
}
