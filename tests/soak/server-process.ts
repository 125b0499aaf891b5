import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in its own process, which reports its status as messages. */
export type ServerProcess<Status> = {
  readonly url: string
  /** The reason why the process exited; undefined while it runs. */
  ended(): string | undefined
  /** The status of the server; rejects if the process has exited or does not respond. */
  look(what?: string): Promise<Status>
  stop(): Promise<void>
}

/** Milliseconds without a response after which a process counts as blocked. */
export const deadlineMs = 20_000

const root = new URL('../../', import.meta.url)

/**
 * Starts a server script, by its path from the root, which prints its URL as JSON. Rejects if the
 * process exits before it listens.
 */
export async function startServerProcess<Status>(
  script: string,
  argv: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<ServerProcess<Status>> {
  const child = fork(new URL(script, root), argv, {
    cwd: root,
    execArgv: ['--expose-gc', ...execArgv],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
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
  const waiting: ((status: Status) => void)[] = []
  child.on('message', (status) => waiting.shift()?.(status as Status))
  const url = await readUrl(child, exited)
  return {
    url,
    ended: () => why,
    async look(what = 'status') {
      if (!child.connected) throw new Error(await exited)
      const received = Promise.withResolvers<Status>()
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
