import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { runConformance } from '../../../conformance/runner/runner.ts'
import { type Walk, walkOf } from './walk.ts'

/**
 * Counts the functions that the conformance suite runs for one check, from start to report. The
 * fake runs in another thread, so that only the suite is counted.
 */
export async function walkOfCheck(id: string): Promise<Walk> {
  const worker = new Worker(new URL('fake-worker.ts', import.meta.url))
  try {
    const [baseUrl]: unknown[] = await once(worker, 'message')
    const options = { target: targetAt(String(baseUrl)), plan: 'core', only: [id] } as const
    // The first run is not counted, because it also loads modules.
    const { results } = await runConformance(options)
    if (results.length !== 1 || results[0]?.verdict !== 'pass')
      throw new Error(`"${id}" is not a passing check of the plan core.`)
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
