import { mkdtemp, readdir, readFile, readlink, rmdir } from 'node:fs/promises'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createServer } from 'node:net'
import { formatCount } from '../contract/format-count.ts'
import { withoutByteOrderMark } from '../contract/json.ts'
import { paragraph, table } from '../report/document.ts'
import { renderTerminal } from '../report/terminal.ts'
import { type OutputIo, UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { packageRoot } from './schema-line.ts'
import { usualPort } from './serve/flags.ts'
import { withColours } from './terminal.ts'
import { wholeNumber } from './value-types.ts'
import { jsonText } from './json-text.ts'
import { findConfig } from '../contract/authoring/config/find-config.ts'
import { isVariable } from '../contract/authoring/config/config-schema.ts'
import { ConfigError, readOnlyConfig } from '../contract/authoring/config/read-config.ts'
import { openDataFolder } from './serve/data-folder.ts'

/** `agent-understudy doctor`; resolves to 1 if something does not work. */
export const doctor = defineCommand(
  {
    usage: 'doctor [flags]',
    about: `Examines this machine and the project of the working folder: Node, ports, browser, proxy, versions of
msw, Vitest and Playwright, config file, and folders. Prints what was found and what to do.`,
    flags: {
      port: {
        value: 'N',
        type: wholeNumber(1, 65_535),
        help: `also examines this port, which must be free (default: only looks at ${usualPort})`,
      },
      data: { value: 'DIR', help: 'also examines this folder for `serve --data`' },
      json: { help: 'prints JSON' },
    },
    notes:
      'It calls nothing but this machine. Exit codes: 0, 1 something does not work, 3 wrong command line.',
  },
  async (given, io: OutputIo, machine: Machine = thisMachine()) => {
    const usual = Number(usualPort)
    const findings: readonly Finding[] = [
      examineNode(machine),
      ...(given.port === usual ? [] : [await examinePort(usual, false)]),
      ...(given.port === undefined ? [] : [await examinePort(given.port, true)]),
      examineProxy(machine),
      await examineConfig(machine),
      await examineFolder(machine, undefined, io),
      ...(given.data === undefined ? [] : [await examineFolder(machine, given.data, io)]),
      ...examineProject(machine),
      await examineBrowser(machine),
    ]
    io.stdout.write(
      given.json ? jsonText({ findings }) : withColours(doctorText(findings), io.stdout),
    )
    return findings.some(({ state }) => state === 'fail') ? 1 : 0
  },
)

const thisMachine = (): Machine => ({
  cwd: process.cwd(),
  variables: process.env,
  nodeVersion: process.versions.node,
})

function doctorText(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ name, state, found, fix }) => [
    [state.toUpperCase(), name, found],
    ...(fix === undefined ? [] : [['', '', `→ ${fix}`]]),
  ])
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const problems = formatCount(count('fail'), 'problem')
  const sum = `${problems}, ${formatCount(count('warn'), 'warning')}.`
  return renderTerminal({ summary: [paragraph(sum)], body: [table([], rows)] })
}

/** The versions of Node with `node:sqlite`, which `--data` needs. */
const nodeForData = '^22.13.0 || >=23.4.0'

function examineNode({ nodeVersion }: Machine): Finding {
  return isInRange(nodeVersion, nodeForData)
    ? ok('node', nodeVersion)
    : warn(
        'node',
        nodeVersion,
        '`serve --data` needs Node 22.13 or newer (of Node 23: 23.4); all else works.',
      )
}

/** Hosts that NO_PROXY must contain: otherwise clients send local requests to the proxy. */
const loopbackHosts = ['localhost', '127.0.0.1']

function examineProxy({ variables }: Machine): Finding {
  const valueOf = (name: string) => variables[name.toLowerCase()] || variables[name]
  const set = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].filter((name) => valueOf(name))
  if (set.length === 0) return ok('proxy', 'no proxy in the environment')
  const except = (valueOf('NO_PROXY') ?? '').split(/[\s,]+/)
  const missingHosts = except.includes('*')
    ? []
    : loopbackHosts.filter((host) => !except.includes(host))
  // The message does not repeat the address, because it may contain a password.
  const setText = `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set`
  if (missingHosts.length === 0)
    return ok('proxy', `${setText}, except for ${loopbackHosts.join(' and ')}`)
  return warn(
    'proxy',
    `${setText}, and NO_PROXY lacks ${missingHosts.join(' and ')}`,
    `Clients such as curl send calls of this machine to the proxy: add ${missingHosts.join(',')} to NO_PROXY.`,
  )
}

async function examineConfig({ cwd, variables }: Machine): Promise<Finding> {
  const name = 'config'
  try {
    const config = await readOnlyConfig(findConfig(cwd, variables), cwd)
    if (config === undefined) return ok(name, 'no config file, and none is needed')
    const { targets = {} } = config.values
    const validText = `${config.file} is valid, ${formatCount(Object.keys(targets).length, 'target')}`
    const variableNames = Object.values(targets).flatMap(({ credentials = {} }) =>
      Object.values(credentials).filter((value) => isVariable(value)),
    )
    const unset = [...new Set(variableNames)].filter((variable) => !variables[variable])
    if (unset.length === 0) return ok(name, validText)
    return warn(
      name,
      `${validText}; not set: ${unset.join(', ')}`,
      'Set these variables before you use their targets.',
    )
  } catch (error) {
    if (error instanceof ConfigError)
      return fail(
        name,
        error.message.replaceAll('\n', '; '),
        'Correct the file; docs/config.md describes it.',
      )
    const { code, message } = error as NodeJS.ErrnoException
    return fail(
      name,
      code === 'ENOENT' ? 'UNDERSTUDY_CONFIG names a file that does not exist' : message,
      'Name a file that exists, or `none`.',
    )
  }
}

/** Examines the folder of `--data`, or the working folder, where `conform` writes its ledger. */
async function examineFolder(
  { cwd }: Machine,
  data: string | undefined,
  io: OutputIo,
): Promise<Finding> {
  const name = data === undefined ? 'folder' : 'data'
  const folder = resolve(cwd, data ?? '.')
  try {
    if (existsSync(join(folder, 'worlds.sqlite'))) (await openDataFolder(folder, false, io)).close()
    const nearest = nearestFolder(folder)
    await rmdir(await mkdtemp(join(nearest, '.understudy-doctor-')))
    return ok(name, `${folder} ${nearest === folder ? 'is writable' : 'can be created'}`)
  } catch (error) {
    // The message of a `UsageError` already says what to do, so `fix` is not needed.
    if (error instanceof UsageError) return fail(name, error.message)
    const text = `${folder} can't be written: ${(error as NodeJS.ErrnoException).code}`
    if (data !== undefined)
      return fail(name, text, 'Choose another folder with --data, or get the permission to write.')
    return warn(
      name,
      text,
      '`conform` writes its ledger here: run it with --ledger FILE in another folder.',
    )
  }
}

/** Finds the nearest existing folder: the folder itself, or one above it. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))

type Manifest = {
  readonly version: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly msw?: { readonly workerDirectory?: string | readonly string[] }
}

const readManifest = (file: string) =>
  JSON.parse(withoutByteOrderMark(readFileSync(file, 'utf8'))) as Manifest

/** The peer dependencies that a project may use, each with its purpose. */
const peerDependencyUses = {
  msw: 'the fake in a page, or in tests without a server',
  vitest: '`agent-understudy/vitest`',
  '@playwright/test': '`agent-understudy/playwright`',
} as const

/** Examines the packages of a project, unless its package.json is not valid JSON. */
function examineProject(machine: Machine): readonly Finding[] {
  const file = join(machine.cwd, 'package.json')
  let manifest: Pick<Manifest, 'msw'> = {}
  try {
    if (existsSync(file)) manifest = readManifest(file)
  } catch (error) {
    const text = `${file} can't be read: ${(error as Error).message}`
    return [fail('package.json', text, 'Correct the file: without it, no package is found.')]
  }
  return [...examinePeers(machine), examineWorker(machine, manifest)]
}

/** Examines the versions of peer dependencies that a project has installed. */
function examinePeers(machine: Machine): readonly Finding[] {
  const ranges = readManifest(join(packageRoot(), 'package.json')).peerDependencies
  return Object.entries(peerDependencyUses).map(([name, use]) => {
    const version = versionOf(name, machine)
    if (version === undefined) return ok(name, `not installed; only needed for ${use}`)
    const range = ranges[name] ?? '*'
    if (isInRange(version, range)) return ok(name, version)
    return fail(name, `${version}, but ${range} is needed`, `npm install --save-dev ${name}@latest`)
  })
}

function versionOf(name: string, { cwd }: Machine): string | undefined {
  try {
    return readManifest(createRequire(join(cwd, 'here.js')).resolve(`${name}/package.json`)).version
  } catch {
    return undefined
  }
}

const serviceWorkerFile = 'mockServiceWorker.js'

/** Compares the service worker in the public folder of a project with its MSW. */
function examineWorker(machine: Machine, { msw }: Pick<Manifest, 'msw'>): Finding {
  const name = 'msw worker'
  const version = versionOf('msw', machine)
  if (version === undefined) return ok(name, 'not needed without msw')
  const { cwd } = machine
  const folders = [...new Set([msw?.workerDirectory ?? [], 'public', 'static', '.'].flat())]
  const file = folders
    .map((folder) => join(cwd, folder, serviceWorkerFile))
    .find((one) => existsSync(one))
  if (file === undefined)
    return ok(name, `no ${serviceWorkerFile} in ${folders.join(', ')}; only pages need it`)
  const [, own = 'unknown'] = /PACKAGE_VERSION = '([\w.-]+)'/.exec(readFileSync(file, 'utf8')) ?? []
  const place = relative(cwd, file)
  if (own === version) return ok(name, `${place} of ${own}`)
  return warn(
    name,
    `${place} is of msw ${own}, and msw ${version} is installed`,
    `npx agent-understudy init ${relative(cwd, join(file, '..')) || '.'}`,
  )
}

const browserPrograms = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'msedge',
]

/** Examines whether tests find a browser: Playwright's own, or one installed on the machine. */
async function examineBrowser(machine: Machine): Promise<Finding> {
  const { variables } = machine
  const folders = (variables['PATH'] ?? '').split(delimiter)
  const ownChromium = await playwrightChromium(machine)
  if (ownChromium !== undefined && existsSync(ownChromium)) return ok('browser', ownChromium)
  const programPath = browserPrograms
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
  if (ownChromium === undefined)
    return ok('browser', programPath ?? 'none found; only tests of pages need one, with Playwright')
  return warn(
    'browser',
    `Playwright's Chromium is not installed${programPath === undefined ? '' : `; there is ${programPath}`}`,
    programPath === undefined
      ? 'npx playwright install chromium'
      : `npx playwright install chromium, or set \`launchOptions: { executablePath: '${programPath}' }\` in your Playwright config.`,
  )
}

/** The path of the Chromium of a project's Playwright; undefined without Playwright. */
async function playwrightChromium({ cwd }: Machine): Promise<string | undefined> {
  type Playwright = { readonly chromium?: { executablePath(): string } }
  try {
    const path = createRequire(join(cwd, 'here.js')).resolve('@playwright/test')
    const playwright = (await import(pathToFileURL(path).href)) as Playwright & {
      readonly default?: Playwright
    }
    const chromium = playwright.chromium ?? playwright.default?.chromium
    return chromium?.executablePath()
  } catch {
    return undefined
  }
}

const host = '127.0.0.1'
/** Milliseconds to wait for a response of the server on a port that is in use. */
const portResponseTimeoutMs = 1000

/** Examines whether a port is free. A taken port that the user did not name is only a warning. */
async function examinePort(port: number, isNamed: boolean): Promise<Finding> {
  const name = `port ${port}`
  const code = await listenCode(port)
  if (code === undefined) return ok(name, 'free')
  const state = isNamed ? fail : warn
  if (code !== 'EADDRINUSE')
    return state(name, `can't be used: ${code}`, 'Choose a port above 1023 with --port.')
  const server = (await isUnderstudy(port)) && 'an Understudy server'
  const holders = [server, await processListeningOn(port)].filter(Boolean).join(', ')
  return state(
    name,
    `in use${holders === '' ? '' : ` by ${holders}`}`,
    'Stop the other server, or choose another port with --port (0 takes a free one).',
  )
}

/** Listens on a port for a moment. Resolves to the error code; undefined if the port is free. */
const listenCode = (port: number) =>
  new Promise<string | undefined>((settle) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => settle(undefined)))
  })

const isUnderstudy = (port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/__control/health`, {
    signal: AbortSignal.timeout(portResponseTimeoutMs),
  })
    .then(({ ok: isOk }) => isOk)
    .catch(() => false)

/** Finds the process that listens on a port. Only works on Linux, if this user may see it. */
async function processListeningOn(port: number): Promise<string | undefined> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) =>
    readFile(file, 'utf8').catch(() => ''),
  )
  const rows = (await Promise.all(tables)).flatMap((text) => text.split('\n'))
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const cells = rows.map((row) => row.trim().split(/\s+/))
  // 0A is the state of a socket that listens.
  const inodes = cells.flatMap(([, address, , state, , , , , , inode]) =>
    address?.endsWith(place) && state === '0A' ? [`socket:[${inode}]`] : [],
  )
  if (inodes.length === 0) return undefined
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const folder = `/proc/${pid}/fd`
    const files = await readdir(folder).catch(() => [])
    const links = files.map((file) => readlink(`${folder}/${file}`).catch(() => ''))
    if (!(await Promise.all(links)).some((link) => inodes.includes(link))) continue
    // Shows only the program, because the arguments of a command line may be secrets.
    const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    return `process ${pid} (${program})`
  }
  return undefined
}

/** The result of one examination. `fix` says what to do; it is absent if nothing is wrong. */
export type Finding = {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly fix?: string
}

/** The machine that `doctor` examines. */
export type Machine = {
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The version of Node, without the `v`. */
  readonly nodeVersion: string
}

const findingOf =
  (state: Finding['state']) =>
  (name: string, found: string, fix?: string): Finding => ({
    name,
    state,
    found,
    ...(fix !== undefined && { fix }),
  })
const ok = findingOf('ok')
const warn = findingOf('warn')
const fail = findingOf('fail')

const numbersOf = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number)

/** Whether a version is `min` or newer. */
function isAtLeast(version: string, min: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(min)]
  const at = own.findIndex((part, index) => part !== other[index])
  return at === -1 || (own[at] ?? 0) > (other[at] ?? 0)
}

/** Whether a version is in a range of package.json, such as `^2.12.0 || >=4.0.0`. */
export const isInRange = (version: string, range: string): boolean =>
  range.split('||').some((part) => {
    const min = part.trim().replace(/^(?:\^|>=)/, '')
    const isOfMajor = !part.trim().startsWith('^') || numbersOf(version)[0] === numbersOf(min)[0]
    return isOfMajor && isAtLeast(version, min)
  })
