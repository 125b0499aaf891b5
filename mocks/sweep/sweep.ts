import type { Fake, FakeOptions } from '../fake.ts'
import { createRandom } from '../state/random.ts'
import { type Cut, cutsOf, waysToCut } from './cuts.ts'
import { differenceOf } from './difference.ts'
import { layoutOf } from './layout.ts'
import {
  makerOf,
  type Question,
  type RunThrough,
  runThrough,
  type SweepClient,
} from './run-through.ts'
import { SweepError, type SweepFailure } from './sweep-error.ts'

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

type Plan = { readonly cuts: readonly Cut[]; readonly words: string }

/**
 * Plays a turn uncut, and then once for every place at which its stream can break: behind and inside
 * of every event, by a reset and by an early end. The client must see the same each time: no gap, no
 * duplicate, the same order and payloads; only `end` and `resume_done` may stand for each other.
 * Approvals are given as they are asked for. Throws a `SweepError` that names every cut that showed.
 */
export async function sweep(options: SweepOptions): Promise<Sweep> {
  const { question, client, turn = 'running', patienceMs = 5000 } = options
  const make = makerOf(options.fake)
  const through = { question, client, turn, patienceMs }
  const uncut = await runThrough(make(), through, [])
  const { seed, seen } = uncut
  const plans = plansOf(streamOf(uncut), seed, options)
  const failures: SweepFailure[] = []
  for (const { cuts, words } of plans) {
    const cut = await runThrough(make(), through, cuts)
    const problem = problemOf(cut, uncut, cuts)
    if (problem !== undefined) failures.push({ cut: words, problem, seen: cut.seen })
  }
  if (failures.length > 0)
    throw new SweepError(failures, { cuts: plans.length, q: question.q, seed })
  return { seed, seen, cuts: plans.length }
}

/** The bytes of the stream that is to be cut. Throws where the client gets along with no stream. */
function streamOf({ failed, seen, streams }: RunThrough): Uint8Array {
  const [first] = streams
  if (failed !== undefined) throw new Error(`Failed to sweep: without any cut, ${failed}`)
  if (first === undefined || seen.length === 0)
    throw new Error('Failed to sweep: without any cut, the client saw nothing. Is it a stream?')
  const bytes = new Uint8Array(sizeOf(first.chunks))
  let at = 0
  for (const chunk of first.chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function plansOf(bytes: Uint8Array, seed: string, { sample, twice }: SweepOptions): Plan[] {
  const spans = layoutOf(bytes)
  const random = createRandom(seed)
  const draw = (purpose: string, below: number) =>
    Math.floor(random.fraction('sweep', purpose) * below)
  const plans = cutsOf(bytes, spans).map((cut): Plan => {
    const words = wordsOf(cut)
    if (twice !== true) return { cuts: [cut], words }
    const second = secondCut(spans.length - cut.event + 1, draw)
    return { cuts: [cut, second], words: `${words}, and in its resume ${wordsOf(second)}` }
  })
  const left = Math.max(0, plans.length - (sample ?? plans.length))
  for (let taken = 0; taken < left; taken++) plans.splice(draw('sample', plans.length), 1)
  return plans
}

const wordsOf = ({ cut, words }: Cut) =>
  `${cut.how === 'close' ? 'stream ended' : 'connection reset'} ${words}`

const parts = ['fields', 'data', 'character', 'blank-line'] as const

/** A cut of a resume, which has so many events left to replay, and then `resume_done`. */
function secondCut(left: number, draw: (purpose: string, below: number) => number): Cut {
  const event = 1 + draw('event', Math.max(1, left))
  const how = waysToCut[draw('how', waysToCut.length)] ?? 'reset'
  const part = parts[draw('part', parts.length + 1)]
  const cut = part === undefined ? { after_event: event - 1, how } : { event, inside: part, how }
  const words =
    part === undefined ? `behind ${event - 1} events` : `inside event ${event} (${part})`
  return { cut, words, event, bytes: [0, Infinity] }
}

/** What is wrong with a turn that was cut, in words. */
function problemOf(cut: RunThrough, uncut: RunThrough, [first]: readonly Cut[]) {
  if (cut.failed !== undefined) return `the client failed: ${cut.failed}`
  const [stream] = cut.streams
  const size = sizeOf(stream?.chunks ?? [])
  const [least, most] = first?.bytes ?? [0, Infinity]
  if (size > most || (size < least && stream?.left !== true))
    return `the cut did not hold: ${size} bytes came instead of ${least}`
  return differenceOf(uncut.seen, cut.seen)
}

const sizeOf = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((sum, { length }) => sum + length, 0)
