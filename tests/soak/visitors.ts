import { setTimeout as delay } from 'node:timers/promises'
import { openPages } from './browse.ts'
import { startSoaked } from './soaked-server.ts'
import type { Standing } from './stand.ts'
import { stay, type Visits } from './stay.ts'

/** How many visitors come to a demo, and for how long. */
export type VisitorsSoakOptions = {
  readonly visitors: number
  readonly ms: number
  /** Whether some leave without a word, which takes the better part of a minute until all are gone. */
  readonly abandon?: boolean
  /** Told how the server stands, some times on the way. */
  readonly onLook?: (standing: Standing) => void
  /** Further visitors who come with a page in a real browser. */
  readonly pages?: number
}

/** What came of them. */
export type VisitorsSoaked = {
  /** Crossings, gaps, crashes, leaks; none is what should be. */
  readonly problems: readonly string[]
  /** Worlds that visitors had, and the turns of each visitor that were cut and resumed. */
  readonly worlds: number
  readonly turns: readonly number[]
  /** Turns of each page that arrived whole. */
  readonly pageTurns: readonly number[]
  readonly calls: number
  /** Milliseconds that a call took: of half of them at most, of 99 in a hundred, and of all. */
  readonly took: { readonly median: number; readonly p99: number; readonly most: number }
  /** How the server stood before, under the visitors, and when all were gone. */
  readonly began: Standing
  readonly during: readonly Standing[]
  readonly ended: Standing
}

/** Worlds of those who closed the window end within 45 seconds. */
const restMs = 90_000
const looks = 10

/** Lets visitors loose on one demo side by side, each of whom watches for traces of the others. */
export async function soakVisitors(options: VisitorsSoakOptions): Promise<VisitorsSoaked> {
  const { visitors, ms, abandon = false, onLook, pages = 0 } = options
  // Pages take a while to open; those that came first shall still have their worlds then.
  const server = await startSoaked('demo-server.ts', pages > 0 ? '10m' : '45s')
  let opened: Awaited<ReturnType<typeof openPages>> | undefined
  try {
    const began = await server.look()
    if (pages > 0) opened = await openPages(server.url, pages)
    const until = performance.now() + ms
    const goesOn = () => performance.now() < until
    const visits: Visits = {
      url: server.url,
      goesOn,
      abandon,
      took: [],
      turns: Array.from({ length: visitors }, () => 0),
      worlds: { count: 0 },
      known: [],
      problems: [],
    }
    const during: Standing[] = []
    const watch = async () => {
      while (goesOn()) {
        await delay(ms / looks)
        const standing = await server.look()
        during.push(standing)
        onLook?.(standing)
      }
    }
    const all = visits.turns.map((_, number) => stay(visits, number))
    const [browsed] = await Promise.all([opened?.stay(goesOn), watch(), ...all])
    visits.problems.push(...(browsed?.problems ?? []))
    const ended = await atRest(() => server.look())
    const { problems, turns, worlds } = visits
    if (ended.worlds > 0) problems.push(`At rest there are ${ended.worlds} worlds.`)
    if (ended.streams > 0) problems.push(`At rest there are ${ended.streams} streams.`)
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

async function atRest(look: () => Promise<Standing>): Promise<Standing> {
  const until = performance.now() + restMs
  for (;;) {
    const standing = await look()
    if (standing.worlds + standing.streams === 0 || performance.now() > until) return standing
    await delay(200)
  }
}
