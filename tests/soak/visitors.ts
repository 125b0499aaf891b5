import { setTimeout as delay } from 'node:timers/promises'
import { openPages } from './browse.ts'
import { startServerProcess } from './server-process.ts'
import type { ServerStatus } from './server-status.ts'
import { visitDemo, type VisitContext } from './visit-demo.ts'

/** The number of visitors of a demo, and the duration of their visits. */
export type VisitorsSoakOptions = {
  readonly visitors: number
  readonly ms: number
  /** Whether some leave without ending their world, so that it takes a minute to expire. */
  readonly abandon?: boolean
  /** Called with the status of the server, ten times. */
  readonly onLook?: (status: ServerStatus) => void
  /** Additional visitors with a page in a real browser. */
  readonly pages?: number
}

/** The result of a soak test of a demo. */
export type VisitorsSoakResult = {
  /** Leaked data, missing events, crashes and leaks; empty if all is well. */
  readonly problems: readonly string[]
  /** The number of worlds, and the turns of each visitor that were interrupted and resumed. */
  readonly worlds: number
  readonly turns: readonly number[]
  /** Complete turns of each page. */
  readonly pageTurns: readonly number[]
  readonly calls: number
  /** Milliseconds that a request took: median, 99th percentile and maximum. */
  readonly took: { readonly median: number; readonly p99: number; readonly most: number }
  /** The server before, during and after the visits. */
  readonly began: ServerStatus
  readonly during: readonly ServerStatus[]
  readonly ended: ServerStatus
}

/** Abandoned worlds expire within 45 seconds. */
const restMs = 90_000
const looks = 10

/** Runs visitors on one demo server in parallel; each looks for data of the others. */
export async function soakVisitors(options: VisitorsSoakOptions): Promise<VisitorsSoakResult> {
  const { visitors, ms, abandon = false, onLook, pages = 0 } = options
  // Opening all pages takes time; the first world must not expire before the last page is open.
  const server = await startServerProcess<ServerStatus>('tests/soak/demo-server.ts', [
    pages > 0 ? '10m' : '45s',
  ])
  let opened: Awaited<ReturnType<typeof openPages>> | undefined
  try {
    const began = await server.look()
    if (pages > 0) opened = await openPages(server.url, pages)
    const until = performance.now() + ms
    const isRunning = () => performance.now() < until
    const visits: VisitContext = {
      url: server.url,
      isRunning,
      abandon,
      took: [],
      turns: Array.from({ length: visitors }, () => 0),
      worlds: { count: 0 },
      known: [],
      problems: [],
    }
    const during: ServerStatus[] = []
    const watch = async () => {
      while (isRunning()) {
        await delay(ms / looks)
        const status = await server.look()
        during.push(status)
        onLook?.(status)
      }
    }
    const all = visits.turns.map((_, number) => visitDemo(visits, number))
    const [browsed] = await Promise.all([opened?.visitDemo(isRunning), watch(), ...all])
    visits.problems.push(...(browsed?.problems ?? []))
    const ended = await waitForIdle(() => server.look())
    const { problems, turns, worlds } = visits
    if (ended.worlds > 0) problems.push(`The idle server has ${ended.worlds} worlds.`)
    if (ended.streams > 0) problems.push(`The idle server has ${ended.streams} streams.`)
    const took = visits.took.toSorted((a, b) => a - b)
    const share = (part: number) => took[Math.floor((took.length - 1) * part)] ?? Number.NaN
    return {
      problems: [...problems, ...ended.crashes],
      worlds: worlds.count,
      turns,
      pageTurns: browsed?.turns ?? [],
      calls: took.length,
      took: { median: share(0.5), p99: share(0.99), most: share(1) },
      began,
      during,
      ended,
    }
  } finally {
    await opened?.close()
    await server.stop()
  }
}

async function waitForIdle(look: () => Promise<ServerStatus>): Promise<ServerStatus> {
  const until = performance.now() + restMs
  for (;;) {
    const status = await look()
    if (status.worlds + status.streams === 0 || performance.now() > until) return status
    await delay(200)
  }
}
