import { type ServerProcess, startServerProcess } from '../server-process.ts'
import type { ServerMode } from './attack.ts'
import type { Usage } from './probe.ts'

/** The attacked server. Its status is its usage, with `heap` after a garbage collection. */
export type AttackedServer = ServerProcess<Usage> & { readonly mode: ServerMode }

/** Megabytes of JavaScript heap; a process that needs more crashes. */
const heapLimit = 600

const probe = new URL('probe.ts', import.meta.url).href

/** Starts the built `serve` or `serve --demo` with default flags. */
export async function startAttacked(mode: ServerMode, heap = heapLimit): Promise<AttackedServer> {
  const argv = ['serve', '--port', '0', '--json', ...(mode === 'demo' ? ['--demo'] : [])]
  const execArgv = [`--max-old-space-size=${heap}`, '--import', probe]
  return { ...(await startServerProcess<Usage>('dist/cli/understudy.js', argv, execArgv)), mode }
}
