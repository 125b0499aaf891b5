import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Standing } from './stand.ts'

/** A server under load, in a process of its own. */
export type SoakedServer = {
  readonly url: string
  /** How it stands now, its garbage collected. Rejects where it is gone. */
  look(): Promise<Standing>
  stop(): Promise<void>
}

/** Starts the server of a script beside this one. Rejects where it does not listen. */
export async function startSoaked(script = 'server.ts', ...argv: string[]): Promise<SoakedServer> {
  const child = fork(new URL(script, import.meta.url), argv, { execArgv: ['--expose-gc'] })
  const exited = once(child, 'exit')
  const { url } = await heard<{ url: string }>(child, exited)
  return {
    url,
    look() {
      child.send('look')
      return heard<Standing>(child, exited)
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}

async function heard<Message>(child: ChildProcess, exited: Promise<unknown[]>): Promise<Message> {
  const gone = exited.then(([code, signal]) => {
    throw new Error(`The server is gone: it ended with ${code ?? signal}.`)
  })
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Message]
  return message
}
