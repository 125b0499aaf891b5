import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Writes the URL of each file that the process loads to the file named by `LOADED`. */
const recorder = `
  import { registerHooks } from 'node:module'
  import { appendFileSync } from 'node:fs'
  registerHooks({
    load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(process.env.LOADED, url + '\\n')
      return next(url, context)
    },
  })
`

/** The files that the built `serve` loads: until it is ready, and until the end of `firstCalls`. */
export async function loadedFiles(firstCalls?: (output: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-loaded-'))
  const LOADED = join(folder, 'files')
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`
  const args = ['--import', hook, 'dist/cli/understudy.js', 'serve', '--port', '0']
  const server = spawn(process.execPath, args, {
    env: { ...process.env, LOADED },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(server, 'exit')
  const read = async () =>
    (await readFile(LOADED, 'utf8'))
      .trim()
      .split('\n')
      .map((url) => fileURLToPath(url))
  try {
    const [output] = (await once(server.stdout, 'data')) as [Buffer]
    const atStart = await read()
    await firstCalls?.(String(output))
    return { atStart, afterCalls: await read() }
  } finally {
    server.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true })
  }
}

/** The texts of the files that the built `serve` has loaded when it is ready. */
export const textsAtStart = async (): Promise<string[]> =>
  Promise.all((await loadedFiles()).atStart.map((file) => readFile(file, 'utf8')))
