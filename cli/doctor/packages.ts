import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail, type Finding, type Machine, ok, warn } from './finding.ts'
import { isInRange } from './versions.ts'

type Manifest = {
  readonly version: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly msw?: { readonly workerDirectory?: string | readonly string[] }
}

const readManifest = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Manifest

/** The ranges of the packages with which ours works. */
const peerRanges = () => {
  const own = createRequire(import.meta.url).resolve('agent-understudy/package.json')
  return readManifest(own).peerDependencies
}

/** The packages that a project may use with ours, and for what. */
const uses = {
  msw: 'the fake in a page, or in tests without a server',
  vitest: '`agent-understudy/vitest`',
  '@playwright/test': '`agent-understudy/playwright`',
} as const

/** Examines the versions that the project of a folder has installed. */
export function examinePeers(machine: Machine): readonly Finding[] {
  const ranges = peerRanges()
  return Object.entries(uses).map(([name, use]) => {
    const version = versionOf(name, machine)
    if (version === undefined) return ok(name, `not installed; only needed for ${use}`)
    const range = ranges[name] ?? '*'
    if (isInRange(version, range)) return ok(name, version)
    return fail(name, `${version}, outside of ${range}`, `npm install --save-dev ${name}@latest`)
  })
}

function versionOf(name: string, { cwd }: Machine): string | undefined {
  try {
    return readManifest(createRequire(join(cwd, 'here.js')).resolve(`${name}/package.json`)).version
  } catch {
    return undefined
  }
}

const worker = 'mockServiceWorker.js'

/** Compares the service worker in the public folder of a project with its MSW. */
export function examineWorker(machine: Machine): Finding {
  const name = 'msw worker'
  const version = versionOf('msw', machine)
  if (version === undefined) return ok(name, 'not needed without msw')
  const { cwd } = machine
  const manifest = join(cwd, 'package.json')
  const named = existsSync(manifest) ? (readManifest(manifest).msw?.workerDirectory ?? []) : []
  const folders = [...new Set([named, 'public', 'static', '.'].flat())]
  const file = folders.map((folder) => join(cwd, folder, worker)).find((one) => existsSync(one))
  if (file === undefined)
    return ok(name, `no ${worker} in ${folders.join(', ')}; only pages need it`)
  const [, own = 'unknown'] = /PACKAGE_VERSION = '([\w.-]+)'/.exec(readFileSync(file, 'utf8')) ?? []
  const place = relative(cwd, file)
  if (own === version) return ok(name, `${place} of ${own}`)
  return warn(
    name,
    `${place} is of msw ${own}, and msw ${version} is installed`,
    `npx agent-understudy init ${relative(cwd, join(file, '..')) || '.'}`,
  )
}

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge']

/** Examines whether tests find a browser: that of Playwright, or one of the machine. */
export async function examineBrowser(machine: Machine): Promise<Finding> {
  const { variables } = machine
  const folders = (variables['PATH'] ?? '').split(delimiter)
  const own = await playwrightChromium(machine)
  if (own !== undefined && existsSync(own)) return ok('browser', own)
  const found = programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
  if (own === undefined)
    return ok('browser', found ?? 'none found; only tests of pages need one, with Playwright')
  return warn(
    'browser',
    `Playwright's Chromium is not installed${found === undefined ? '' : `; there is ${found}`}`,
    found === undefined
      ? 'npx playwright install chromium'
      : `npx playwright install chromium, or set \`launchOptions: { executablePath: '${found}' }\` in your Playwright config.`,
  )
}

/** Where the Playwright of a project has its Chromium; undefined without Playwright. */
async function playwrightChromium({ cwd }: Machine): Promise<string | undefined> {
  type Playwright = { readonly chromium?: { executablePath(): string } }
  try {
    const path = createRequire(join(cwd, 'here.js')).resolve('@playwright/test')
    const loaded = (await import(pathToFileURL(path).href)) as Playwright & {
      readonly default?: Playwright
    }
    const chromium = loaded.chromium ?? loaded.default?.chromium
    return chromium?.executablePath()
  } catch {
    return undefined
  }
}
