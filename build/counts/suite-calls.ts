import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import { Worker } from 'node:worker_threads'
import { runConformance } from '../../conformance/runner/runner.ts'

/** How much of our own code ran: its files, its functions, and their calls. */
export type Walk = {
  readonly files: number
  readonly functions: number
  readonly calls: number
  /** The functions with the most calls, such as `[281, 'contract/glob.ts toGlob']`. */
  readonly most: readonly (readonly [calls: number, name: string])[]
}

const root = new URL('../../', import.meta.url).href

/**
 * What the suite runs for one check, from its start to the report. The fake that it checks runs in
 * another thread, so that only the calls of the suite are counted.
 */
export async function walkOfCheck(id: string): Promise<Walk> {
  const worker = new Worker(new URL('fake-worker.ts', import.meta.url))
  try {
    const [baseUrl]: unknown[] = await once(worker, 'message')
    const options = { target: targetAt(String(baseUrl)), plan: 'core', only: [id] } as const
    // The first run loads what is loaded once.
    const { results } = await runConformance(options)
    if (results.length !== 1 || results[0]?.verdict !== 'pass')
      throw new Error(`"${id}" is no check of the plan core that passes.`)
    return await walkOf(async () => runConformance(options))
  } finally {
    await worker.terminate()
  }
}

const targetAt = (baseUrl: string) => ({
  baseUrl,
  email: 'demo@example.com',
  password: 'demo-password',
  otherEmail: 'other@example.com',
  otherPassword: 'other-password',
})

/** Counts the calls of our own functions during some work; built-ins and packages are left out. */
async function walkOf(work: () => Promise<unknown>): Promise<Walk> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const called = result
      .filter(({ url }) => url.startsWith(root) && !url.includes('/node_modules/'))
      .flatMap(({ url, functions }) =>
        functions.map(({ functionName, ranges }) => {
          const file = url.slice(root.length)
          return { file, name: `${file} ${functionName}`, calls: ranges[0]?.count ?? 0 }
        }),
      )
      .filter(({ calls }) => calls > 0)
      .toSorted((a, b) => b.calls - a.calls)
    return {
      files: new Set(called.map(({ file }) => file)).size,
      functions: called.length,
      calls: called.reduce((sum, { calls }) => sum + calls, 0),
      most: called.slice(0, 15).map(({ calls, name }) => [calls, name] as const),
    }
  } finally {
    session.disconnect()
  }
}
