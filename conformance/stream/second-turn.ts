import { eventually } from '../eventually.ts'
import type { Exchange } from '../exchange.ts'
import type { Lab } from '../lab.ts'
import { type Frame, fingerprint } from './frame.ts'
import { replayParts, resume } from './replays.ts'
import { framesIn } from './stream.ts'
import { type Turn, lookUp, reactTurn, runTurn } from './turns.ts'

export type SecondTurn = Turn & {
  /** What a full replay of the conversation gave before the turn. */
  readonly earlier: readonly Frame[]
  /** What it gave after the turn. */
  readonly replayed: readonly Frame[]
}

/** A second turn in the conversation of the react turn; it may well call a tool. */
export const secondTurn = (lab: Lab): Promise<SecondTurn> =>
  lab.once('the second turn of a conversation', async () => {
    const { conversationId } = await reactTurn(lab)
    await beforeMoreTurns(lab)
    const replay = () => resume(lab, conversationId, -1)
    const earlier = framesIn(await replay())
    const options = { path: '/api/react', conversationId, credential: 'header' } as const
    const turn = await runTurn(lab, { ...options, query: lookUp })
    const isStored = (exchange: Exchange) => newFrames(framesIn(exchange), earlier).length > 0
    const { exchange } = await eventually(lab, replay, isStored)
    return { ...turn, earlier, replayed: framesIn(exchange) }
  })

/** A resume replays the newest turn, so the replays of a turn are taken before the next one. */
export async function beforeMoreTurns(lab: Lab): Promise<void> {
  // What is wrong with them is told by the checks of resume.
  await replayParts(lab).catch(() => undefined)
}

/** The events that are not among others: what a turn added to those before it. */
export function newFrames(frames: readonly Frame[], others: readonly Frame[]): readonly Frame[] {
  const known = new Set(others.map(fingerprint))
  return frames.filter((frame) => frame.type !== 'resume_done' && !known.has(fingerprint(frame)))
}
