import type { TestSession } from '../session/test-session.ts'
import { each, isUndecided, skip } from '../session/assertions.ts'
import { type Frame, type Stream, framesOf } from './stream.ts'
import { replayParts, storedTurn } from './replays.ts'
import { dagTurn, reactTurn } from './turns.ts'

/** The streams of the turns that ran. Rejects only if none did. */
export async function liveStreams(lab: TestSession): Promise<readonly Stream[]> {
  const turns = await available([() => reactTurn(lab), () => dagTurn(lab)])
  return turns.map(({ stream }) => stream)
}

/** Every stream that the rules of payloads and cursors are judged on: turns and replays. */
export async function allStreams(lab: TestSession): Promise<readonly Stream[]> {
  return (await available([() => liveStreams(lab), () => replays(lab)])).flat()
}

/** The full replay of a turn, and what comes after its first, middle and last cursor. */
export async function replays(lab: TestSession): Promise<readonly Stream[]> {
  const groups = await available([
    async () => [(await storedTurn(lab)).full],
    async () => (await replayParts(lab)).map(({ stream }) => stream),
  ])
  return groups.flat()
}

/** Judges each event of a type, stream by stream; skipped where there is none at all. */
export async function eachEvent(
  lab: TestSession,
  type: string,
  judge: (frame: Frame, stream: Stream) => unknown,
): Promise<readonly unknown[]> {
  return each(await allStreams(lab), (stream) => {
    const frames = framesOf(stream, type)
    if (frames.length === 0) skip(`${stream.name} has no ${type} event`)
    return frames.map((frame) => judge(frame, stream))
  })
}

/** The results of the set-ups that worked. A failed one is told by the check that judges it. */
async function available<T>(setUps: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = []
  let failure: unknown
  for (const setUp of setUps) {
    try {
      results.push(await setUp())
    } catch (error) {
      if (!isUndecided(error)) throw error
      failure = error
    }
  }
  if (results.length === 0) throw failure
  return results
}
