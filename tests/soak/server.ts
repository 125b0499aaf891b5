import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'

/**
 * A fake in a process of its own, so that its memory is its own. It tells its parent where it listens,
 * and how it stands whenever it is asked.
 */

/** How a server stands: what it holds, and what went wrong in it. */
export type Standing = {
  /** Bytes that are reachable. */
  readonly heap: number
  readonly rss: number
  /** What keeps its process alive: sockets, timers; how many of each. */
  readonly resources: Readonly<Record<string, number>>
  readonly worlds: number
  readonly streams: number
  readonly crashes: readonly string[]
}

const crashes: string[] = []
const note = (error: unknown) =>
  crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
process.on('warning', note)
process.on('unhandledRejection', note)
process.on('uncaughtException', note)

const generated = <T>(file: string) => JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T
const fake = createFake({
  fixture: generated<Fixture>('fixtures/demo.json'),
  scenarios: generated<Scenario[]>('scenarios.json'),
  onCrash: note,
})
const { streams } = fake.world().plan
const { url, server } = await listen(fake)
// After each round those who load it wait until idle connections have ended: not for five seconds.
server.keepAliveTimeout = 2000

function stand(): Standing {
  // It fills up to its bound with what rude clients call, and would be taken for a leak until then.
  fake.control().journal.clear()
  // Twice: what finalizers let go of is gone after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return {
    heap: heapUsed + external,
    rss,
    resources,
    worlds: fake.worlds.list().length,
    streams: streams.open,
    crashes: [...crashes],
  }
}

// Opened with the first word otherwise, and taken for a leak then.
void [process.stdout, process.stderr]
process.on('message', () => process.send?.(stand()))
process.on('disconnect', () => process.exit())
process.send?.({ url })
