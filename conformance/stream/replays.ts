import { pollUntil } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { Inconclusive } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  type Frame,
  fingerprint,
  type Stream,
  cursorsOf,
  framesIn,
  isStream,
  placedFrames,
  readStream,
  turnFrames,
} from './stream.ts'
import { type Turn, dagTurn, reactTurn } from './turns.ts'

/** A turn that the target stored, with two full replays of it. */
export type StoredTurn = {
  readonly turn: Turn
  readonly full: Stream
  /** The same request once more. */
  readonly again: Stream
}

/** A replay of the events after one cursor. */
export type ReplayPart = { readonly after: number; readonly stream: Stream }

/** Asks for a resume with exactly this body, as the user unless told otherwise. */
export async function postResume(
  lab: TestSession,
  body: object,
  credential?: string,
): Promise<Exchange> {
  return lab.stream({
    method: 'POST',
    path: '/api/chat/resume',
    bearer: credential ?? (await userCredential(lab)),
    body,
  })
}

/** Asks for what a conversation stored after a cursor; -1 is everything. */
export const resume = (
  lab: TestSession,
  conversationId: string,
  cursor: number,
): Promise<Exchange> => postResume(lab, { conversation_id: conversationId, cursor })

/**
 * The react turn with its full replays; the dag turn where react stores none: that it takes a
 * conversation at all is not shown.
 */
export const storedTurn = (lab: TestSession): Promise<StoredTurn> =>
  lab.once('the full replay', async () => {
    const turn = await reactTurn(lab).catch(() => dagTurn(lab))
    const replays = await fullReplays(lab, turn)
    if (replays.full.status !== 404) return read(replays)
    return read(await fullReplays(lab, await dagTurn(lab)))
  })

/** What comes after the first, the middle and the last cursor of the full replay. */
export const replayParts = (lab: TestSession): Promise<readonly ReplayPart[]> =>
  lab.once('the replays after a cursor', async () => {
    const { turn, full } = await storedTurn(lab)
    const cursors = cursorsOf(full.frames).toSorted((a, b) => a - b)
    if (cursors.length === 0) throw new Inconclusive('no replayed event carries a cursor')
    const places = [0, Math.floor(cursors.length / 2), cursors.length - 1]
    const parts: ReplayPart[] = []
    for (const after of new Set(places.map((place) => cursors[place] ?? -1))) {
      const exchange = await resume(lab, turn.conversationId, after)
      parts.push({ after, stream: readStream(`replay after ${after}`, false, exchange) })
    }
    return parts
  })

/** The events of a stream that a resume from this cursor has to give. */
export const eventsAfter = (stream: Stream, cursor: number): readonly Frame[] =>
  placedFrames(stream.frames).filter((frame) => Number(frame.cursor) > cursor)

/** Whether two rows of events are the same, however their cursors are carried. */
export const sameEvents = (one: readonly Frame[], other: readonly Frame[]): boolean =>
  one.map(fingerprint).join('\n') === other.map(fingerprint).join('\n')

type Replays = { readonly turn: Turn; readonly full: Exchange; readonly again: Exchange }

/** Two replays, taken once the storage has settled: it may lag a moment behind the stream. */
async function fullReplays(lab: TestSession, turn: Turn): Promise<Replays> {
  const ask = () => resume(lab, turn.conversationId, -1)
  let { exchange: full } = await pollUntil(lab, ask, ({ status }) => status !== 404)
  let again = full
  if (isStream(full)) {
    await pollUntil(
      lab,
      async () => ([full, again] = [again, await ask()])[1],
      () => sameEvents(turnFrames(framesIn(full)), turnFrames(framesIn(again))),
    )
  }
  return { turn, full, again }
}

const read = ({ turn, full, again }: Replays): StoredTurn => ({
  turn,
  full: readStream('replay after -1', false, full),
  again: readStream('second replay after -1', false, again),
})

/** A resume replays the newest turn, so the replays of a turn are taken before the next one. */
export async function takeReplaysFirst(lab: TestSession): Promise<void> {
  // What is wrong with them is told by the checks of resume.
  await replayParts(lab).catch(() => undefined)
}

export async function takesBodyToken(lab: TestSession, conversationId: string): Promise<boolean> {
  const body = { conversation_id: conversationId, cursor: -1, token: await userCredential(lab) }
  return isStream(await lab.send({ method: 'POST', path: '/api/chat/resume', body }))
}
