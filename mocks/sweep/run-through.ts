import type { Fake } from '../fake.ts'
import { systemClock } from '../world/clock.ts'
import type { Cut } from './cuts.ts'
import { type Delivery, pacedFetch } from './paced-fetch.ts'
import { prepareTurn, type Question, type SweptTurn } from './prepare-turn.ts'

/**
 * Plays a turn to its end, whatever happens to its stream, and gives what it saw, in order. What
 * that is, is up to the client: its events, or the state that they lead to.
 */
export type SweepClient = (turn: SweptTurn) => Promise<readonly unknown[]>

/** How a turn went. */
export type RunThrough = {
  readonly seed: string
  readonly seen: readonly unknown[]
  /** What the client failed with. */
  readonly failed?: string
  readonly streams: readonly Delivery[]
}

export type RunThroughs = {
  readonly question: Question
  readonly client: SweepClient
  readonly turn: 'running' | 'ended'
  readonly patienceMs: number
}

/** Lets a client play the turn in a fresh fake, its streams cut: the first one, then the resumes. */
export async function runThrough(
  fake: Fake,
  { question, client, turn, patienceMs }: RunThroughs,
  cuts: readonly Cut[],
): Promise<RunThrough> {
  const { fetch, streams } = pacedFetch(fake, turn)
  const { seed } = fake.world()
  const { faults } = fake.control()
  try {
    const swept = await prepareTurn(fetch, question)
    for (const [index, { cut }] of cuts.entries())
      faults.add({
        match: { endpoint: `POST ${index === 0 ? swept.path : '/api/chat/resume'}` },
        times: 1,
        effect: { stream: { cut } },
      })
    const outcome = await settled(client(swept), patienceMs)
    return { seed, streams, seen: [], ...outcome }
  } finally {
    fake.close()
  }
}

/** What came of a client, which may fail, or never end. */
async function settled(playing: ReturnType<SweepClient>, patienceMs: number) {
  let callOff: () => void
  const tooLong = new Promise<never>((_resolve, reject) => {
    callOff = systemClock.after(patienceMs, () =>
      reject(new Error(`it had not come to an end after ${patienceMs} ms`)),
    )
  })
  return Promise.race([playing, tooLong])
    .then(
      (seen) => ({ seen: seen.filter((one) => !isTerminator(one)) }),
      (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => callOff())
}

/** What tells a client that all has come: the one of the live stream, or the one of a resume. */
const isTerminator = (seen: unknown) =>
  typeof seen === 'object' &&
  seen !== null &&
  'event' in seen &&
  (seen.event === 'end' || seen.event === 'resume_done')
