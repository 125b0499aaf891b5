import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A server process that can be killed. */
export type CrashServer = {
  readonly url: string
  /** A key of the demo user with full access. */
  readonly key: string
  /** Resolves when the process has exited. */
  kill(): Promise<void>
}

/** Starts the command of `npm start` with `--data`. */
export async function startServer(folder: string, ...more: string[]): Promise<CrashServer> {
  const flags = ['--json', '--port', '0', '--data', folder, '--speed', '8', ...more]
  const server = spawn(process.execPath, ['dist/cli/understudy.js', 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { url, keys } = JSON.parse(await firstLine(server)) as {
    readonly url: string
    readonly keys: { readonly full: string }
  }
  return {
    url,
    key: keys.full,
    async kill() {
      const gone = once(server, 'exit')
      server.kill('SIGKILL')
      await gone
    },
  }
}

/** The output once the server is ready. Rejects with any other output. */
async function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  if (stdout === null || stderr === null) throw new Error('The server has no output.')
  const errors: string[] = []
  stderr.on('data', (piece) => errors.push(String(piece)))
  for await (const line of createInterface({ input: stdout })) return line
  throw new Error(`The server did not start: ${errors.join('')}`)
}
