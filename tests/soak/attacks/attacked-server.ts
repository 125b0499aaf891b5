import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerMode } from './attack.ts'
import type { Usage } from './probe.ts'

/** The attacked server, in its own process. */
export type AttackedServer = {
  readonly url: string
  readonly mode: ServerMode
  /** The reason why the process exited; undefined while it runs. */
  ended(): string | undefined
  /**
   * The resources that it has used so far; `heap` runs a garbage collection first. Rejects if the
   * process does not respond.
   */
  look(what?: 'usage' | 'heap'): Promise<Usage>
  stop(): Promise<void>
}

/** Megabytes of JavaScript heap; a process that needs more crashes. */
const heapLimit = 600

/** Milliseconds without a response after which a process counts as blocked. */
export const deadlineMs = 20_000

const root = new URL('../../../', import.meta.url)
const probe = new URL('probe.ts', import.meta.url).href

/** Starts `serve` or `serve --demo` with default flags. Rejects if the process exits before it listens. */
export async function startAttacked(mode: ServerMode, heap = heapLimit): Promise<AttackedServer> {
  const flags = mode === 'demo' ? ['--demo'] : []
  const child = fork(
    new URL('cli/understudy.ts', root),
    ['serve', '--port', '0', '--json', ...flags],
    {
      cwd: root,
      execArgv: ['--expose-gc', `--max-old-space-size=${heap}`, '--import', probe],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let why: string | undefined
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-2000)
  })
  // A blocked process does not notice that its parent has exited.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill)
    why = `the process exited with ${code ?? signal}: ${log.split('\n').find((line) => /FATAL|Error/.test(line)) ?? log.slice(-300)}`
    return why
  })
  // Responses arrive in the order of the requests.
  const waiting: ((usage: Usage) => void)[] = []
  child.on('message', (usage) => waiting.shift()?.(usage as Usage))
  const url = await readUrl(child, exited)
  return {
    url,
    mode,
    ended: () => why,
    async look(what = 'usage') {
      if (!child.connected) throw new Error(await exited)
      const received = Promise.withResolvers<Usage>()
      waiting.push(received.resolve)
      child.send(what)
      const timer = setTimeout(
        () => received.reject(new Error('the process is blocked')),
        deadlineMs,
      )
      void exited.then((reason) => received.reject(new Error(reason)))
      return received.promise.finally(() => clearTimeout(timer))
    },
    async stop() {
      kill()
      await exited
    },
  }
}

async function readUrl(child: ChildProcess, exited: Promise<string>): Promise<string> {
  let received = ''
  const ready = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (received.length < 100_000) received += text
      if (received.includes('\n'))
        resolve((JSON.parse(received.split('\n')[0] ?? '') as { url: string }).url)
    })
  })
  return Promise.race([
    ready,
    exited.then((why) => {
      throw new Error(`Failed to start the server: ${why}`)
    }),
  ])
}
