import type { Fetch } from '../../conformance/http/transport.ts'

type Means = {
  readonly fetch: Fetch
  readonly env: Readonly<Record<string, string>>
  /** Waits on the clock of the server. */
  readonly sleep: (ms: number) => Promise<void>
  /** Parts of `process` that the script uses to handle signals; without them, it handles none. */
  readonly signals?: {
    readonly once: (signal: string, handle: () => void) => void
    readonly exit: (code: number) => void
  }
}

type Globals = Record<'process' | 'fetch' | 'console' | 'setTimeout', unknown>

/**
 * Runs a module without imports inside this process, which is fast for hundreds of modules. Its
 * `fetch`, variables, timers and output are parameters. Returns its output lines and exit code.
 */
export async function playScript(script: string, { fetch, env, sleep, signals }: Means) {
  const printed: string[] = []
  const process: { readonly env: Means['env']; exitCode?: number } = { env, ...signals }
  const globals: Globals = {
    process,
    fetch,
    console: { log: (line: string) => printed.push(line) },
    setTimeout: (run: () => void, ms: number) => void sleep(ms).then(run),
  }
  const names = Object.keys(globals)
  // oxlint-disable-next-line no-empty-function -- only its prototype is needed
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: readonly string[]
  ) => (...values: readonly unknown[]) => Promise<void>
  await new AsyncFunction(...names, script)(...Object.values(globals))
  return { lines: printed, exitCode: process.exitCode }
}
