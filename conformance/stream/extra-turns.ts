import { eventually } from '../eventually.ts'
import type { Exchange } from '../exchange.ts'
import type { Lab } from '../lab.ts'
import { control } from '../must.ts'
import type { Frame } from './frame.ts'
import { resume, replayParts, storedTurn } from './replays.ts'
import { type Turn, dagTurn, lookUp, reactTurn, runTurn } from './turns.ts'

/** A second turn in the conversation of the react turn; it may well call a tool. */
export const secondTurn = (lab: Lab): Promise<Turn> =>
  lab.once('the second turn of a conversation', async () => {
    const { conversationId } = await reactTurn(lab)
    await beforeMoreTurns(lab)
    const options = { path: '/api/react', conversationId, credential: 'header' } as const
    return runTurn(lab, { ...options, query: lookUp })
  })

/** How many events of the interrupted turn are read before its connection is cut. */
const readBeforeCut = 3

/**
 * A turn whose reader leaves after a few events, its credential in the header alone. It runs in the
 * conversation of the dag turn, so that an earlier turn is there to be mistaken for it.
 */
export const interruptedTurn = (lab: Lab): Promise<Turn> =>
  lab.once('the interrupted turn', async () => {
    const { conversationId } = await dagTurn(lab)
    await beforeMoreTurns(lab)
    return runTurn(lab, {
      path: '/api/dag',
      conversationId,
      credential: 'header',
      until: (events) => events.length >= readBeforeCut,
    })
  })

export type Recovery = {
  /** What was read before the cut. */
  readonly seen: readonly Frame[]
  /** The highest cursor that was read. */
  readonly last: number
  /** A full replay asked for right after the cut. */
  readonly midway: Exchange
  /** What a resume after `last` gave, once it led through the end of the turn. */
  readonly later: Exchange
  /** Milliseconds until it did. */
  readonly delay: number
  readonly complete: boolean
  /** The full replay of the finished turn. */
  readonly full: Exchange
}

/** The interrupted turn, resumed until its end shows or the grace is over. */
export const recovery = (lab: Lab): Promise<Recovery> =>
  lab.once('the resume of the interrupted turn', async () => {
    const { conversationId, stream } = await interruptedTurn(lab)
    const { stream: whole } = await dagTurn(lab)
    const seen = stream.frames.slice(0, readBeforeCut)
    control(
      !stream.frames.some(({ type }) => type === 'end'),
      'the turn was over before it could be interrupted',
    )
    const last = Math.max(-1, ...seen.flatMap(({ cursor }) => cursor ?? []))
    control(last >= 0, 'no event that was read carries a cursor to resume from')
    const midway = await resume(lab, conversationId, -1)
    const final = await finalType(lab)
    const { exchange, settled, delay } = await eventually(
      lab,
      () => resume(lab, conversationId, last),
      ({ events }) => events.some(({ event }) => event === final),
      // The turn may need as long again as the one before it did.
      whole.exchange.ms * 2 + lab.grace,
    )
    const full = await resume(lab, conversationId, -1)
    return { seen, last, midway, later: exchange, delay, complete: settled, full }
  })

/** The event type that closes a stored turn: `done`, or what comes last where that isn't stored. */
async function finalType(lab: Lab): Promise<string> {
  const { full } = await storedTurn(lab)
  const types = full.exchange.events.map(({ event }) => event)
  if (types.includes('done')) return 'done'
  return types.findLast((type) => type !== 'resume_done' && type !== 'end') ?? 'done'
}

/** A resume replays the newest turn, so the replays of a turn are taken before the next one. */
async function beforeMoreTurns(lab: Lab): Promise<void> {
  // What is wrong with them is told by the checks of resume.
  await replayParts(lab).catch(() => undefined)
}
