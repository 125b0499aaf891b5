import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerStatus } from './server-status.ts'

/** A server under load, in its own process. */
export type ServerProcess = {
  readonly url: string
  /** The status of the server after a garbage collection. Rejects if the process has exited. */
  look(): Promise<ServerStatus>
  stop(): Promise<void>
}

/** Starts a server script of this folder. Rejects if the process exits before it listens. */
export async function startServerProcess(
  script = 'server.ts',
  ...argv: string[]
): Promise<ServerProcess> {
  const child = fork(new URL(script, import.meta.url), argv, { execArgv: ['--expose-gc'] })
  const exited = once(child, 'exit')
  const { url } = await nextMessage<{ url: string }>(child, exited)
  return {
    url,
    look() {
      child.send('look')
      return nextMessage<ServerStatus>(child, exited)
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}

async function nextMessage<Message>(
  child: ChildProcess,
  exited: Promise<unknown[]>,
): Promise<Message> {
  const gone = exited.then(([code, signal]) => {
    throw new Error(`The server process exited with ${code ?? signal}.`)
  })
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Message]
  return message
}
