import { formatCount } from '../../contract/format-count.ts'
import { member } from '../session/json.ts'
import { Blocked } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { isUndecided, skip } from '../session/assertions.ts'
import { type Stream, framesOf } from './stream.ts'
import { secondTurn } from './later-turns.ts'
import { replayParts, storedTurn } from './replays.ts'
import { dagTurn, reactTurn } from './turns.ts'

/** Returns the streams of the react turn and the dag turn. Rejects only if both failed. */
export async function liveStreams(session: TestSession): Promise<readonly Stream[]> {
  const turns = await resultsOfSucceeded([() => reactTurn(session), () => dagTurn(session)])
  return turns.map(({ stream }) => stream)
}

/** Returns every stream on which payloads and cursors are checked: turns and replays. */
export async function allStreams(session: TestSession): Promise<readonly Stream[]> {
  return (await resultsOfSucceeded([() => liveStreams(session), () => replays(session)])).flat()
}

/** Returns the full replay of a turn, and the replays after its first, middle and last cursor. */
export async function replays(session: TestSession): Promise<readonly Stream[]> {
  const groups = await resultsOfSucceeded([
    async () => [(await storedTurn(session)).full],
    async () => (await replayParts(session)).map(({ stream }) => stream),
  ])
  return groups.flat()
}

/** Returns all streams and the second turn, which is the one most likely to use tools. */
export async function allStreamsAndTools(session: TestSession): Promise<readonly Stream[]> {
  const second = async () => [(await secondTurn(session)).stream]
  return (await resultsOfSucceeded([() => allStreams(session), second])).flat()
}

/** Returns the results of the set-ups that succeeded. Other checks report the failures. */
async function resultsOfSucceeded<T>(setUps: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
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

export const isAnswerType = (value: unknown): boolean =>
  ['start', 'delta', 'done'].includes(String(value))

/** Ends a check of answer deltas: skips it, or blocks it if the answers have no valid type. */
export function skipDeltas(stream: Stream): never {
  const answers = framesOf(stream, 'answer')
  if (answers.every(({ payload }) => isAnswerType(member(payload, 'type'))))
    skip(`${stream.name} has no answer delta`)
  throw new Blocked(
    `the ${formatCount(answers.length, 'answer event')} of ${stream.name} have no type that shows which are deltas`,
    { reportedBy: ['events.answer-has-its-type'] },
  )
}
