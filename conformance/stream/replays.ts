import { isUndecided, pollUntil } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { Inconclusive } from '../session/outcomes.ts'
import { userCredential } from '../setup/credentials.ts'
import {
  type Frame,
  fingerprint,
  type Stream,
  cursorsOf,
  framesIn,
  hasEvents,
  framesWithCursor,
  readStream,
  turnFrames,
} from './stream.ts'
import { type Turn, dagTurn, reactTurn } from './turns.ts'

/** A turn that the target stored, with two full replays of it. */
export type StoredTurn = {
  readonly turn: Turn
  readonly full: Stream
  /** A second full replay, from the same request. */
  readonly repeated: Stream
}

/** The replay of all events after the cursor `after`. */
export type ReplayPart = { readonly after: number; readonly stream: Stream }

/** Sends a resume with this body, by default as the user. */
export async function postResume(
  session: TestSession,
  body: object,
  credential?: string,
): Promise<Exchange> {
  return session.stream({
    method: 'POST',
    path: '/api/chat/resume',
    bearer: credential ?? (await userCredential(session)),
    body,
  })
}

/** Requests the stored events of a conversation after a cursor; -1 requests all of them. */
export const resume = (
  session: TestSession,
  conversationId: string,
  cursor: number,
): Promise<Exchange> => postResume(session, { conversation_id: conversationId, cursor })

/** Returns the react turn with its full replays, or the dag turn if react stores none. */
export const storedTurn = sharedSetUp<StoredTurn>('the full replay', async (session) => {
  const turn = await reactTurn(session).catch(() => dagTurn(session))
  const replays = await fullReplays(session, turn)
  if (replays.full.status !== 404) return readTurn(replays)
  return readTurn(await fullReplays(session, await dagTurn(session)))
})

/**
 * Returns the stored turn, else the react turn: a target that refuses the full replay may accept a
 * resume after a cursor.
 */
export async function resumableTurn(session: TestSession): Promise<Turn> {
  const stored = await storedTurn(session).catch((error: unknown) => {
    if (isUndecided(error)) return undefined
    throw error
  })
  return stored?.turn ?? reactTurn(session)
}

/** Returns the replays after the first, the middle and the last cursor of the full replay. */
export const replayParts = sharedSetUp('the replays after a cursor', async (session) => {
  const { conversationId, stream: live } = await resumableTurn(session)
  const { full } = await storedTurn(session).catch(() => ({ full: live }))
  const cursors = cursorsOf(full.frames).toSorted((a, b) => a - b)
  if (cursors.length === 0) throw new Inconclusive('no replayed event has a cursor')
  const places = [0, Math.floor(cursors.length / 2), cursors.length - 1]
  const parts: ReplayPart[] = []
  for (const after of new Set(places.map((place) => cursors[place] ?? -1))) {
    const exchange = await resume(session, conversationId, after)
    parts.push({ after, stream: readStream(`replay after ${after}`, false, exchange) })
  }
  return parts
})

/** The events of a turn that a resume after this cursor must return. */
export const eventsAfter = (frames: readonly Frame[], cursor: number): readonly Frame[] =>
  framesWithCursor(frames).filter((frame) => Number(frame.cursor) > cursor)

/** Whether two lists have equal types, cursors and payloads. Ignores the place of the cursors. */
export const sameEvents = (one: readonly Frame[], other: readonly Frame[]): boolean =>
  one.map(fingerprint).join('\n') === other.map(fingerprint).join('\n')

/**
 * Pairs the events of a live turn with those of its replay: by cursor, or by position if they share
 * no cursor and have the same types. In pairs by position, the replayed event gets the live cursor,
 * so cursors never differ.
 */
export function pairedEvents(live: Stream, replay: Stream): readonly (readonly [Frame, Frame])[] {
  const byCursor = new Map(framesWithCursor(live.frames).map((frame) => [frame.cursor, frame]))
  const shared = framesWithCursor(replay.frames).flatMap((frame) => {
    const other = byCursor.get(frame.cursor)
    return other === undefined ? [] : [[other, frame] as const]
  })
  if (shared.length > 0) return shared
  const [left, right] = [storedFrames(live), storedFrames(replay)]
  if (left.map(({ type }) => type).join() !== right.map(({ type }) => type).join()) return []
  return left.flatMap((frame, index) => {
    const other = right[index]
    return other === undefined ? [] : [[frame, { ...other, cursor: frame.cursor }] as const]
  })
}

/** The events of a turn without `end`, which closes a stream and does not have to be stored. */
export const storedFrames = (stream: Stream): readonly Frame[] =>
  turnFrames(stream.frames).filter(({ type }) => type !== 'end')

type Replays = { readonly turn: Turn; readonly full: Exchange; readonly again: Exchange }

/** Repeats a full replay until it is whole and two replays are equal: events may be stored late. */
async function fullReplays(session: TestSession, turn: Turn): Promise<Replays> {
  const request = () => resume(session, turn.conversationId, -1)
  let full = await pollReplay(session, turn)
  let again = full
  if (hasEvents(full)) {
    await pollUntil(
      session,
      async () => ([full, again] = [again, await request()])[1],
      () => sameEvents(turnFrames(framesIn(full)), turnFrames(framesIn(again))),
    )
  }
  return { turn, full, again }
}

/** Requests a full replay until it has the last event of the live turn, or the time is over. */
export async function pollReplay(session: TestSession, turn: Turn): Promise<Exchange> {
  const live = storedFrames(turn.stream)
  const last = live.at(-1)
  const count = (frames: readonly Frame[]) =>
    frames.filter(({ type }) => type === last?.type).length
  const isWhole = (exchange: Exchange) => {
    const frames = framesIn(exchange)
    const hasCursor = frames.some(({ cursor }) => cursor !== undefined && cursor === last?.cursor)
    return hasEvents(exchange) && (hasCursor || count(frames) >= count(live))
  }
  const request = () => resume(session, turn.conversationId, -1)
  const effect = `the whole ${turn.stream.name} is stored`
  return (await pollUntil(session, request, isWhole, { effect })).exchange
}

const readTurn = ({ turn, full, again }: Replays): StoredTurn => ({
  turn,
  full: readStream('replay after -1', false, full),
  repeated: readStream('the second full replay', false, again),
})

/** The full replay of the dag turn in a list; empty if the replay has no `step_progress`. */
export const planReplay = sharedSetUp('the full replay of a plan', async (session) => {
  const { conversationId } = await dagTurn(session)
  const exchange = await resume(session, conversationId, -1)
  if (!hasEvents(exchange)) return []
  const stream = readStream('the replay of a plan', false, exchange)
  return stream.frames.some(({ type }) => type === 'step_progress') ? [stream] : []
})

/** Sends a resume whose credential is only in the body. */
export async function resumeWithBodyToken(
  session: TestSession,
  conversationId: string,
): Promise<Exchange> {
  const body = { conversation_id: conversationId, cursor: -1, token: await userCredential(session) }
  return session.send({ method: 'POST', path: '/api/chat/resume', body })
}
