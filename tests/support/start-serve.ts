import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { serve } from '../../cli/serve.ts'
import { UsageError } from '../../cli/command-line.ts'

/** The line that `serve --json` prints when it is ready. */
export type Ready = {
  readonly url: string
  readonly control: string
  readonly origins: readonly string[]
  readonly users: readonly { readonly email: string; readonly password: string }[]
  readonly keys: Readonly<Record<string, string>>
  readonly tokens: { readonly expired: string }
}

/** Starts `serve`; returns its first line, and a function to stop it. */
export const start = (...flags: string[]) => startCommand(serve, flags)

/** Starts a command that runs until it is stopped, at a free port. */
export async function startCommand(command: typeof serve, flags: readonly string[]) {
  const stopping = Promise.withResolvers<void>()
  const firstLine = Promise.withResolvers<string>()
  const errors: string[] = []
  const io = {
    stdout: { write: (text: string) => firstLine.resolve(text) },
    stderr: { write: (text: string) => errors.push(text) },
    stopped: stopping.promise,
  }
  const exit = command(['--port', '0', ...flags], io)
  // A failed start prints nothing on standard output.
  exit.catch(firstLine.reject)
  const output = await firstLine.promise
  return {
    output,
    errors,
    async stop() {
      stopping.resolve()
      return exit
    },
  }
}

/** The error message for refused flags. */
export async function refusal(...flags: string[]): Promise<string> {
  const error: unknown = await start(...flags).then(
    async ({ stop }) => stop(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof UsageError)) throw new Error(`There was no refusal: ${String(error)}`)
  return error.message
}

/** The output of a server that is stopped immediately. */
export async function outputOf(...flags: string[]): Promise<string> {
  const { output, stop } = await start(...flags)
  await stop()
  return output
}

/** Creates a folder for the tests of a file; returns a function that writes a file and returns its path. */
export function temporaryFolder() {
  const folder = { path: '' }
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'serve-'))
  })
  afterAll(() => rm(folder.path, { recursive: true }))
  return {
    folder,
    async file(name: string, text: string) {
      const path = join(folder.path, name)
      await writeFile(path, text)
      return path
    },
  }
}
