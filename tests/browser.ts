import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A page as a test sees it. */
export type Page = {
  /** The value of an expression in the page, as JSON carries it. */
  evaluate<T>(expression: string): Promise<T>
  /** Presses a key as a person would, such as `Tab` or `Enter`. */
  press(key: string): Promise<void>
  /** Addresses that the page asked for, and what its console complained about. */
  readonly requests: readonly string[]
  readonly complaints: readonly string[]
}

export type Looks = { readonly width: number; readonly scheme: 'light' | 'dark' }

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

const onPath = () =>
  [
    process.env['CHROMIUM_PATH'] ?? '',
    ...(process.env['PATH'] ?? '')
      .split(delimiter)
      .flatMap((folder) => names.map((name) => join(folder, name))),
  ].find((path) => path !== '' && existsSync(path))

/** Installs the Chromium of the system, where continuous integration may; fails in silence. */
function install(): void {
  if (process.env['CI'] === undefined || process.getuid?.() !== 0) return
  const options = { timeout: 240_000, stdio: 'ignore' } as const
  const updated = spawnSync('apt-get', ['update'], options)
  if (updated.status === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
}

function found(): string | undefined {
  if (onPath() === undefined) install()
  return onPath()
}

/** A Chromium of this machine: `CHROMIUM_PATH`, what is on the path, or what could be installed. */
export const chromium: string | undefined = found()

/** Starts a Chromium and speaks its own protocol with it. */
export async function openBrowser(path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-browser-'))
  const flags = ['--headless', '--disable-gpu', '--remote-debugging-port=0', '--no-first-run']
  const unsafe = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = spawn(path, [...flags, ...unsafe, `--user-data-dir=${folder}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => browser.once('exit', resolve))
  const wire = await connect(await addressOf(browser))
  return {
    open: (url: string, looks: Looks) => openPage(wire, url, looks),
    async close(): Promise<void> {
      browser.kill()
      await exited
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function addressOf(browser: ChildProcess): Promise<string> {
  let told = ''
  return new Promise((resolve, reject) => {
    browser.once('error', reject)
    browser.once('exit', () => reject(new Error(`The browser ended: ${told}`)))
    browser.stderr?.on('data', (chunk) => {
      told += String(chunk)
      const [, address] = /listening on (ws:\S+)/.exec(told) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}

type Params = Readonly<Record<string, unknown>>
type Told = { id?: number; method?: string; params?: Params; result?: Params; error?: Params }
type Wire = Awaited<ReturnType<typeof connect>>

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (told: Told) => void>()
  const listeners = new Set<(told: Told) => void>()
  let sent = 0
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data)) as Told
    if (told.id === undefined) for (const listener of listeners) listener(told)
    else waiting.get(told.id)?.(told)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  return {
    listeners,
    async send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
      const id = (sent += 1)
      const answer = new Promise<Told>((resolve) => waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params, sessionId }))
      const { result, error } = await answer
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
      return result ?? {}
    },
  }
}

async function openPage(wire: Wire, url: string, { width, scheme }: Looks): Promise<Page> {
  const { targetId } = await wire.send('Target.createTarget', { url: 'about:blank' })
  const attached = await wire.send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(attached['sessionId'])
  const send = (method: string, params?: Params) => wire.send(method, params, session)
  const requests: string[] = []
  const complaints: string[] = []
  const loaded = new Promise<void>((resolve) =>
    wire.listeners.add(({ method, params = {} }) => {
      if (method === 'Page.loadEventFired') resolve()
      if (method === 'Log.entryAdded' || method === 'Runtime.exceptionThrown')
        complaints.push(JSON.stringify(params))
      if (method === 'Network.requestWillBeSent')
        requests.push((params['request'] as { url: string }).url)
    }),
  )
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await send(`${domain}.enable`)
  const features = [{ name: 'prefers-color-scheme', value: scheme }]
  await send('Emulation.setEmulatedMedia', { features })
  const size = { width, height: 900, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', size)
  await send('Page.navigate', { url })
  await loaded
  return {
    requests,
    complaints,
    async evaluate<T>(expression: string): Promise<T> {
      const options = { expression, returnByValue: true, awaitPromise: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options)
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { value: T }).value
    },
    async press(key: string): Promise<void> {
      const codes: Record<string, number> = { Tab: 9, Enter: 13 }
      const text = key === 'Enter' ? { text: '\r' } : {}
      const event = { key, code: key, windowsVirtualKeyCode: codes[key], ...text }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    },
  }
}
