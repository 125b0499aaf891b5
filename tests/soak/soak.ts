import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { seeded } from '../support/seeded.ts'
import { sendMalformed } from './send-malformed.ts'
import { churn } from './churn.ts'
import { type Actor, type Load, newTally, type Tally } from './load.ts'
import { read } from './read.ts'
import type { ServerStatus } from './server-status.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { write } from './write.ts'

/** The duration of the load, in rounds; between rounds the server becomes idle. */
export type SoakOptions = {
  readonly rounds: number
  readonly roundMs: number
  /** Seed of all random choices. The interleaving of requests depends on the machine. */
  readonly seed: number
  /** Called after each round. */
  readonly onRound?: (round: number, status: ServerStatus, tally: Tally) => void
}

/** The result of a soak test. */
export type SoakResult = {
  /** Lost writes, missing events, crashes and leaks; empty if all is well. */
  readonly problems: readonly string[]
  readonly tally: Tally
  /** The idle server after each round. */
  readonly statuses: readonly ServerStatus[]
}

const actors: readonly Actor[] = [write, write, write, read, read, read, churn, sendMalformed]
/** The share of rounds that are warm-up: code is compiled, tables reach their size. */
const warmUp = 0.25
/** The factor by which the heap may grow after the warm-up. */
const mostGrowth = 1.1
/** With fewer rounds, growth cannot be distinguished from the warm-up. */
const fewestRounds = 8
/**
 * Idle connections close after two seconds. A connection that is open after this time is a leak.
 */
const restMs = 30_000

/** Runs all actors on one server in parallel, and compares the idle server with its initial state. */
export async function soak({ rounds, roundMs, seed, onRound }: SoakOptions): Promise<SoakResult> {
  const server = await startServerProcess<ServerStatus>('tests/soak/server.ts')
  const tally = newTally()
  const problems: string[] = []
  const statuses: ServerStatus[] = []
  try {
    const began = await server.look()
    for (let round = 0; round < rounds; round++) {
      const until = performance.now() + roundMs
      const isRunning = () => performance.now() < until
      const load: Load = { url: server.url, isRunning, tally, problems }
      await Promise.all(
        actors.map((act, index) =>
          act(load, `${round}-${index}`, seeded(seed + round * actors.length + index)),
        ),
      )
      const status = await waitForIdle(server, began)
      statuses.push(status)
      problems.push(...leaks(status, began), ...status.crashes)
      onRound?.(round, status, tally)
      if (problems.length > 0) break
    }
  } catch (error) {
    problems.push(inspect(error))
  } finally {
    await server.stop()
  }
  const growth = heapGrowth(statuses)
  if (rounds >= fewestRounds && growth > mostGrowth)
    problems.push(`The heap grew to ${growth.toFixed(2)} times its size after the warm-up.`)
  return { problems, tally, statuses }
}

/** Waits until the server holds nothing more than at the beginning, `restMs` at most. */
async function waitForIdle(
  server: ServerProcess<ServerStatus>,
  began: ServerStatus,
): Promise<ServerStatus> {
  const until = performance.now() + restMs
  for (;;) {
    const status = await server.look()
    if (leaks(status, began).length === 0 || performance.now() > until) return status
    await delay(100)
  }
}

/** Resources, streams and worlds that an idle server holds beyond those at the beginning. */
function leaks(status: ServerStatus, began: ServerStatus): string[] {
  const kept = Object.entries(status.resources)
    .filter(([kind, count]) => count > (began.resources[kind] ?? 0))
    .map(([kind, count]) => `The idle server has ${count} ${kind}.`)
  if (status.streams > 0) kept.push(`The idle server has ${status.streams} streams.`)
  if (status.worlds > began.worlds) kept.push(`The idle server has ${status.worlds} worlds.`)
  return kept
}

/** Median heap of the last third of the rounds, divided by that of the first third after the warm-up. */
export function heapGrowth(statuses: readonly ServerStatus[]): number {
  const heaps = statuses.slice(Math.floor(statuses.length * warmUp)).map(({ heap }) => heap)
  const third = Math.max(1, Math.floor(heaps.length / 3))
  return median(heaps.slice(-third)) / median(heaps.slice(0, third))
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
