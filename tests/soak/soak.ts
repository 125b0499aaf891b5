import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { seeded } from '../seeded.ts'
import { beRude } from './be-rude.ts'
import { churn } from './churn.ts'
import { type Actor, type Load, newTally, type Tally } from './load.ts'
import { read } from './read.ts'
import type { Standing } from './stand.ts'
import { type SoakedServer, startSoaked } from './soaked-server.ts'
import { write } from './write.ts'

/** How long to soak a server, in rounds between which it comes to rest. */
export type SoakOptions = {
  readonly rounds: number
  readonly roundMs: number
  /** What the actors draw from; how their calls meet is up to the machine. */
  readonly seed: number
  /** Told of each round. */
  readonly onRound?: (round: number, standing: Standing, tally: Tally) => void
}

/** What a soak came to. */
export type Soaked = {
  /** Lost writes, gaps, crashes, leaks; none is what should be. */
  readonly problems: readonly string[]
  readonly tally: Tally
  /** How the server stood after each round, at rest. */
  readonly standings: readonly Standing[]
}

const actors: readonly Actor[] = [write, write, write, read, read, read, churn, beRude]
/** So much of the rounds are warm-up: code is compiled, tables reach their size. */
const warmUp = 0.25
/** What the heap may grow by after it. */
const mostGrowth = 1.1
/** Fewer rounds are warm-up throughout, and tell nothing of growth. */
const tellingRounds = 8
/** Idle connections end after two seconds; who is still there after this leaks. */
const restMs = 30_000

/** Loads one server with everything at once, and holds what it is left with against what it began with. */
export async function soak({ rounds, roundMs, seed, onRound }: SoakOptions): Promise<Soaked> {
  const server = await startSoaked()
  const tally = newTally()
  const problems: string[] = []
  const standings: Standing[] = []
  try {
    const began = await server.look()
    for (let round = 0; round < rounds; round++) {
      const until = performance.now() + roundMs
      const goesOn = () => performance.now() < until
      const load: Load = { url: server.url, goesOn, tally, problems }
      await Promise.all(
        actors.map((act, index) =>
          act(load, `${round}-${index}`, seeded(seed + round * actors.length + index)),
        ),
      )
      const standing = await atRest(server, began)
      standings.push(standing)
      problems.push(...leaks(standing, began), ...standing.crashes)
      onRound?.(round, standing, tally)
      if (problems.length > 0) break
    }
  } catch (error) {
    problems.push(inspect(error))
  } finally {
    await server.stop()
  }
  const growth = growthOf(standings)
  if (rounds >= tellingRounds && growth > mostGrowth)
    problems.push(`The heap grew by ${growth.toFixed(2)} after warm-up.`)
  return { problems, tally, standings }
}

/** How a server stands once its clients have left, or when it has had time enough for that. */
async function atRest(server: SoakedServer, began: Standing): Promise<Standing> {
  const until = performance.now() + restMs
  for (;;) {
    const standing = await server.look()
    if (leaks(standing, began).length === 0 || performance.now() > until) return standing
    await delay(100)
  }
}

/** What a server at rest holds beyond what it held at the beginning. */
function leaks(standing: Standing, began: Standing): string[] {
  const kept = Object.entries(standing.resources)
    .filter(([kind, count]) => count > (began.resources[kind] ?? 0))
    .map(([kind, count]) => `At rest there are ${count} ${kind}.`)
  if (standing.streams > 0) kept.push(`At rest there are ${standing.streams} streams.`)
  if (standing.worlds > began.worlds) kept.push(`At rest there are ${standing.worlds} worlds.`)
  return kept
}

/** The heap of the last rounds by that of the first ones after warm-up; medians, as rounds differ. */
export function growthOf(standings: readonly Standing[]): number {
  const heaps = standings.slice(Math.floor(standings.length * warmUp)).map(({ heap }) => heap)
  const third = Math.max(1, Math.floor(heaps.length / 3))
  return median(heaps.slice(-third)) / median(heaps.slice(0, third))
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
