import { type Fake, createFake } from '../fake.ts'
import type { FakeOptions } from '../fake-options.ts'
import { type Cut, planCuts } from './cuts.ts'
import { describeDifference, SweepError, type SweepFailure } from './sweep-error.ts'
import { type Question, type TurnRun, runTurn, type SweepClient } from './run-turn.ts'
import { systemClock } from '../world/clock.ts'
import { moveToPresent } from '../world/dates.ts'

/** What is swept. */
export type SweepOptions = {
  /** What fakes are made from, or a way to make them: there is a fresh one for each cut. */
  readonly fake: FakeOptions | (() => Fake)
  readonly question: Question
  readonly client: SweepClient
  /**
   * `running`, the default: the turn goes on as the client reads, so that it is resumed while it
   * runs. `ended`: it is over, and stored, before its first byte is read.
   */
  readonly turn?: 'running' | 'ended'
  /** So many cuts, drawn by the seed of the fake; every one unless given. */
  readonly sample?: number
  /** Cuts the stream of the resume, too, at a place that is drawn for each cut of the turn. */
  readonly twice?: boolean
  /** Milliseconds of the machine after which a client hangs; 5000 unless given. */
  readonly patienceMs?: number
}

/** How a sweep went that found nothing. */
export type Sweep = {
  readonly seed: string
  /** How many turns were cut. */
  readonly cuts: number
  /** What the client saw of the turn that was not cut, without `end`. */
  readonly seen: readonly unknown[]
}

/**
 * Plays a turn uncut, and then once for every place at which its stream can break: behind and inside
 * of every event, by a reset and by an early end. The client must see the same each time: no gap, no
 * duplicate, the same order and payloads; only `end` and `resume_done` may stand for each other.
 * Approvals are given as they are asked for. Throws a `SweepError` that names every cut that showed.
 */
export async function sweep(options: SweepOptions): Promise<Sweep> {
  const { question, client, turn = 'running', patienceMs = 5000 } = options
  const make = createFakeFactory(options.fake)
  const through = { question, client, turn, patienceMs }
  const uncut = await runTurn(make(), through, [])
  const { seed, seen } = uncut
  const plans = planCuts(uncutBytes(uncut), seed, options)
  const failures: SweepFailure[] = []
  for (const { cuts, description: words } of plans) {
    const cut = await runTurn(make(), through, cuts)
    const problem = findProblem(cut, uncut, cuts)
    if (problem !== undefined) failures.push({ cut: words, problem, seen: cut.seen })
  }
  if (failures.length > 0)
    throw new SweepError(failures, { cuts: plans.length, q: question.q, seed })
  return { seed, seen, cuts: plans.length }
}

/** The bytes of the stream that is to be cut. Throws where the client gets along with no stream. */
function uncutBytes({ failed, seen, streams }: TurnRun): Uint8Array {
  const [first] = streams
  if (failed !== undefined) throw new Error(`Failed to sweep: without any cut, ${failed}`)
  if (first === undefined || seen.length === 0)
    throw new Error('Failed to sweep: without any cut, the client saw nothing. Is it a stream?')
  const bytes = new Uint8Array(countBytes(first.chunks))
  let at = 0
  for (const chunk of first.chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** What is wrong with a turn that was cut, in words. */
function findProblem(cut: TurnRun, uncut: TurnRun, [first]: readonly Cut[]) {
  if (cut.failed !== undefined) return `the client failed: ${cut.failed}`
  const [stream] = cut.streams
  const size = countBytes(stream?.chunks ?? [])
  const [least, most] = first?.bytes ?? [0, Infinity]
  if (size > most || (size < least && stream?.cancelled !== true))
    return `the cut did not hold: ${size} bytes came instead of ${least}`
  return describeDifference(uncut.seen, cut.seen)
}

const countBytes = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)

/** A way to make fakes that are alike: all of them begin at the same moment. */
function createFakeFactory(given: FakeOptions | (() => Fake)): () => Fake {
  const moment = systemClock.now()
  const make = typeof given === 'function' ? given : factoryFromOptions(given, moment)
  return () => {
    const fake = make()
    fake.world().clock.freeze(moment)
    return fake
  }
}

function factoryFromOptions(options: FakeOptions, moment: number): () => Fake {
  // Once instead of for every fake, as is the moment that they begin at.
  const fixture = moveToPresent(options.fixture, moment)
  const wall = { ...systemClock, now: () => moment }
  return () => createFake({ ...options, fixture, systemClock: wall })
}
