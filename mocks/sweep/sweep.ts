import { concatBytes } from '@noble/hashes/utils.js'
import { createFake, type Fake, type NewFakeOptions } from '../fake.ts'
import { fixtureOf } from '../read-fixture.ts'
import { type Cut, planRuns } from './cuts.ts'
import { describeDifference, SweepError, type SweepFailure } from './sweep-error.ts'
import { type Question, type TurnRun, runTurn, type SweepClient } from './run-turn.ts'
import { systemClock } from '../world/clock.ts'
import { moveToPresent } from '../world/dates.ts'

/** Options of `sweep`. */
export type SweepOptions = {
  /** The options of the fakes, or a function that creates them. Each cut gets a fresh fake. */
  readonly fake: NewFakeOptions | (() => Fake)
  readonly question: Question
  readonly client: SweepClient
  /**
   * `running`, the default: the turn runs while the client reads, so it is resumed while it runs.
   * `ended`: the turn has ended, and is stored, before its first byte is read.
   */
  readonly turn?: 'running' | 'ended'
  /**
   * The number of cuts, drawn by the seed of the fake; all cuts by default. Cuts of resumes and
   * streams in other pieces are always played.
   */
  readonly sample?: number
  /** Also cuts the resumed stream, at a random position per cut of the turn. */
  readonly twice?: boolean
  /**
   * Whether the deployment sends an event only live, so that a resume does not contain it. Such
   * events are not compared. Default: false for all events.
   */
  readonly isLiveOnly?: (event: unknown) => boolean
  /** Real milliseconds after which a client is reported as hanging; 5000 by default. */
  readonly timeoutMs?: number
}

/** The result of a sweep without failures. */
export type SweepResult = {
  readonly seed: string
  /** The number of cuts of the turn that were played. */
  readonly cuts: number
  /** The events that the client received in the uncut turn, without `end`. */
  readonly seen: readonly unknown[]
}

/**
 * Tests a client against broken streams: plays a turn uncut, then once for every place at which its
 * stream can break. That is after and inside every event, by a reset and by an early end. Then the
 * resume breaks at each stage, and the stream arrives in other pieces: split inside characters, line
 * ends and lines, all at once, and with CRLF. The client must see the same each time: no gap, no
 * duplicate, the same order and payloads. Only `end` and `resume_done` may replace each other.
 * Approval requests are approved at once.
 *
 * Throws a `SweepError` that lists every run which changed the received events.
 *
 * @example
 * const { cuts } = await sweep({
 *   fake: { fixture: demo, scenarios },
 *   question: { q: 'What can you help me with?' },
 *   client: async ({ fetch, path, body }) => readEvents(fetch, path, body),
 * })
 */
export async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { question, client, turn = 'running', timeoutMs = 5000, isLiveOnly, sample } = options
  if (sample !== undefined && !(Number.isInteger(sample) && sample >= 0))
    throw new TypeError(`\`sample\` takes a whole number of 0 or more, not ${String(sample)}.`)
  const create = createFakeFactory(options.fake)
  const runOptions = { question, client, turn, timeoutMs, isLiveOnly }
  const uncut = await runTurn(create(), runOptions, {})
  const { seed, seen } = uncut
  const { cuts, further } = planRuns(uncutBytes(uncut), seed, options)
  const plans = [...cuts, ...further]
  const failures: SweepFailure[] = []
  for (const plan of plans) {
    const run = await runTurn(create(), runOptions, plan)
    const problem = findProblem(run, uncut, plan.cut)
    if (problem !== undefined) failures.push({ cut: plan.description, problem, seen: run.seen })
  }
  if (failures.length > 0)
    throw new SweepError(failures, { runs: plans.length, q: question.q, seed })
  return { seed, seen, cuts: cuts.length }
}

/** Returns the bytes of the stream to cut. Throws if the client read no stream. */
function uncutBytes({ failed, seen, streams }: TurnRun): Uint8Array {
  const [first] = streams
  if (failed !== undefined)
    throw new Error(`The client failed in the first run, in which no stream is cut: ${failed}`)
  if (first === undefined || seen.length === 0)
    throw new Error(
      'The sweep begins with a run in which no stream is cut, and the client reported no events of it. Check that the client reads the stream.',
    )
  return concatBytes(...first.chunks)
}

/** Describes the problem of a cut turn; `undefined` if it has none. */
function findProblem(cut: TurnRun, uncut: TurnRun, first: Cut | undefined) {
  if (cut.failed !== undefined) return `the client failed: ${cut.failed}`
  const [stream] = cut.streams
  const size = countBytes(stream?.chunks ?? [])
  const [least, most] = first?.bytes ?? [0, Infinity]
  if (size > most || (size < least && stream?.cancelled !== true))
    return `the cut had no effect: ${size} bytes arrived, at least ${least} were expected`
  return describeDifference(uncut.seen, cut.seen)
}

const countBytes = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)

/** Returns a function that creates equal fakes. Their clocks start at the same time. */
function createFakeFactory(source: NewFakeOptions | (() => Fake)): () => Fake {
  const moment = systemClock.now()
  const create = typeof source === 'function' ? source : factoryFromOptions(source, moment)
  return () => {
    const fake = create()
    fake.world().clock.freeze(moment)
    return fake
  }
}

function factoryFromOptions(options: NewFakeOptions, moment: number): () => Fake {
  // Data is completed and its dates are moved once, not for every fake.
  const fixture = moveToPresent(fixtureOf(options), moment)
  const wall = { ...systemClock, now: () => moment }
  return () => createFake({ ...options, fixture, systemClock: wall })
}
