import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { RunError, type RunServer } from '../../tolerance/execute.ts'

/** The flags of `serve` that a session passes on, and the program that runs it. */
export type ServerOptions = {
  /** The path of the command line program. */
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly fixture: string
  readonly scenarios: string | undefined
  readonly speed: string
  readonly port: number
}

/**
 * Starts `serve` in its own process, so that tests that crash it or kill it do not end the session.
 * It plays the run of the folder, and ends with this process. Throws a `RunError` if it does not start.
 */
export async function startRunServer(folder: string, options: ServerOptions): Promise<RunServer> {
  const { program, environment, fixture, scenarios, speed, port } = options
  // The session read the config file.
  const flags = [
    '--no-config',
    '--json',
    '--port',
    String(port),
    '--speed',
    speed,
    '--fixture',
    fixture,
  ]
  if (scenarios !== undefined) flags.push('--scenarios', scenarios)
  const child = spawn(process.execPath, [program, 'serve', ...flags], {
    // Without the address, it does not count as a process of the tests.
    env: { ...environment, UNDERSTUDY_RUN: folder, UNDERSTUDY_URL: undefined },
    // In its own group, so that Ctrl-C reaches only this process.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4000)))
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(String(line)) as { readonly url: string }),
    ended.then(() => undefined),
  ])
  if (ready === undefined) throw new RunError(`The server of a run did not start: ${errors.trim()}`)
  let isClosed = false
  return {
    url: ready.url,
    died: new Promise((resolve) => {
      void ended.then(([code, signal]) => {
        if (!isClosed) resolve(signal === null ? `exit code ${code}` : String(signal))
      })
    }),
    async close() {
      isClosed = true
      child.kill('SIGKILL')
      await ended
    },
  }
}
