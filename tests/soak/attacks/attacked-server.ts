import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Ground } from './attack.ts'
import type { Usage } from './probe.ts'

/** A server that is attacked, in a process of its own. */
export type AttackedServer = {
  readonly url: string
  readonly ground: Ground
  /** Why the process ended; undefined while it runs. */
  ended(): string | undefined
  /** What it has used so far; `heap` collects its garbage first. Rejects where it does not say. */
  look(what?: 'usage' | 'heap'): Promise<Usage>
  stop(): Promise<void>
}

/** Megabytes of JavaScript objects; a process that wants more ends. */
export const heapLimit = 600

/** Milliseconds until a process counts as blocked. */
export const deadlineMs = 20_000

const root = new URL('../../../', import.meta.url)
const probe = new URL('probe.ts', import.meta.url).href

/** Starts `serve`, or `serve --demo`, with its default flags. Rejects where it does not listen. */
export async function startAttacked(ground: Ground, heap = heapLimit): Promise<AttackedServer> {
  const flags = ground === 'demo' ? ['--demo'] : []
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
  // One that is blocked does not notice that its parent is gone.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'exit').then(([code, signal]) => {
    process.off('exit', kill)
    why = `the process ended with ${code ?? signal}: ${log.split('\n').find((line) => /FATAL|Error/.test(line)) ?? log.slice(-300)}`
    return why
  })
  // In the order in which they were asked.
  const waiting: ((usage: Usage) => void)[] = []
  child.on('message', (usage) => waiting.shift()?.(usage as Usage))
  const url = await readUrl(child, exited)
  return {
    url,
    ground,
    ended: () => why,
    async look(what = 'usage') {
      if (!child.connected) throw new Error(await exited)
      const said = Promise.withResolvers<Usage>()
      waiting.push(said.resolve)
      child.send(what)
      const stuck = setTimeout(() => said.reject(new Error('the process is blocked')), deadlineMs)
      void exited.then((reason) => said.reject(new Error(reason)))
      return said.promise.finally(() => clearTimeout(stuck))
    },
    async stop() {
      kill()
      await exited
    },
  }
}

async function readUrl(child: ChildProcess, exited: Promise<string>): Promise<string> {
  let said = ''
  const ready = new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 100_000) said += text
      if (said.includes('\n'))
        resolve((JSON.parse(said.split('\n')[0] ?? '') as { url: string }).url)
    })
  })
  return Promise.race([
    ready,
    exited.then((why) => {
      throw new Error(`Failed to start the server: ${why}`)
    }),
  ])
}
