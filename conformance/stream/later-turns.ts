import { pollUntil, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import { type Frame, framesIn, cursorsOf, newFrames, isStream, turnFrames } from './stream.ts'
import { resume, storedTurn, takeReplaysFirst, sameEvents } from './replays.ts'
import { type Turn, dagTurn, toolQuestion, runTurn, reactTurn } from './turns.ts'

/** How many events of the interrupted turn are read before its connection is cut. */
const readBeforeCut = 3

type Interrupted = Turn & {
  /** What a full replay of the conversation gave before the turn. */
  readonly earlier: readonly Frame[]
}

/**
 * A turn whose reader leaves after a few events, its credential in the header alone. It runs in the
 * conversation of the dag turn, so that an earlier turn is there to be mistaken for it.
 */
export const interruptedTurn = (lab: TestSession): Promise<Interrupted> =>
  lab.once('the interrupted turn', async () => {
    const { conversationId } = await dagTurn(lab)
    await takeReplaysFirst(lab)
    const earlier = framesIn(await resume(lab, conversationId, -1))
    const turn = await runTurn(lab, {
      path: '/api/dag',
      conversationId,
      credential: 'header',
      query: toolQuestion,
      until: (events) => events.length >= readBeforeCut,
    })
    return { ...turn, earlier }
  })

export type Recovery = {
  readonly earlier: readonly Frame[]
  /** The highest cursor that was read before the cut; -1 where events carry none. */
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

/** The interrupted turn, resumed until its end shows or there is no more hope for it. */
export const recovery = (lab: TestSession): Promise<Recovery> =>
  lab.once('the resume of the interrupted turn', async () => {
    const { conversationId, stream, earlier } = await interruptedTurn(lab)
    const { stream: whole } = await dagTurn(lab)
    const isOver = stream.frames.some(({ type }) => type === 'end')
    requireBaseline(!isOver, 'the turn was over before it could be interrupted')
    const seen = stream.frames.slice(0, readBeforeCut)
    const last = Math.max(-1, ...seen.flatMap(({ cursor }) => cursor ?? []))
    const midway = await resume(lab, conversationId, -1)
    const final = await finalType(lab)
    const isComplete = (exchange: Exchange) =>
      newFrames(framesIn(exchange), earlier).some(({ type }) => type === final)
    const { exchange, settled, delay } = await pollUntil(
      lab,
      () => resume(lab, conversationId, last),
      isComplete,
      // The turn may need as long again as the one before it did.
      whole.exchange.ms * 2 + lab.grace,
    )
    const full = await resume(lab, conversationId, -1)
    return { earlier, last, midway, later: exchange, delay, complete: settled, full }
  })

/** The event type that closes a stored turn: `done`, or what comes last where that isn't stored. */
async function finalType(lab: TestSession): Promise<string> {
  const { full } = await storedTurn(lab)
  const types = full.exchange.events.map(({ event }) => event)
  if (types.includes('done')) return 'done'
  return types.findLast((type) => type !== 'resume_done' && type !== 'end') ?? 'done'
}

/** The cursors of two turns of a conversation: as they were live, else as they are replayed. */
export async function cursorsOfTwoTurns(lab: TestSession) {
  const first = await reactTurn(lab)
  const { stream, earlier, replayed } = await secondTurn(lab)
  const { exchange } = stream
  const live = { first: cursorsOf(first.stream.frames), second: cursorsOf(stream.frames) }
  if (live.first.length > 0) return { ...live, exchange }
  const second = cursorsOf(newFrames(replayed, earlier))
  return { first: cursorsOf(earlier), second, exchange }
}

type Midway = Pick<Recovery, 'earlier' | 'midway' | 'full'>

/**
 * What a resume in mid-turn gave: what is stored, all to the end, or only turns before. Undefined
 * where the whole turn came at once: it may have been over before it was asked for.
 */
export function midTurn({ earlier, midway, full }: Midway) {
  if (!isStream(midway)) return String(midway.status)
  const replayed = framesIn(midway)
  if (newFrames(replayed, earlier).length === 0) return 'previous'
  if (!sameEvents(turnFrames(replayed), turnFrames(framesIn(full)))) return 'stored'
  return waited(midway) ? 'follow' : undefined
}

/** What is stored comes within a moment, even over a slow line; what is still to come takes longer. */
const aMoment = 20

/** Whether events of a stream came after others, and not with them. */
function waited({ events }: Exchange): boolean {
  const moments = events.map(({ at }) => at)
  return Math.max(...moments) - Math.min(...moments) > aMoment
}

type SecondTurn = Turn & {
  /** What a full replay of the conversation gave before the turn. */
  readonly earlier: readonly Frame[]
  /** What it gave after the turn. */
  readonly replayed: readonly Frame[]
}

/** A second turn in the conversation of the react turn; it may well call a tool. */
export const secondTurn = (lab: TestSession): Promise<SecondTurn> =>
  lab.once('the second turn of a conversation', async () => {
    const { conversationId } = await reactTurn(lab)
    await takeReplaysFirst(lab)
    const replay = () => resume(lab, conversationId, -1)
    const earlier = framesIn(await replay())
    const options = { path: '/api/react', conversationId, credential: 'header' } as const
    const turn = await runTurn(lab, { ...options, query: toolQuestion })
    const isStored = (exchange: Exchange) => newFrames(framesIn(exchange), earlier).length > 0
    const { exchange } = await pollUntil(lab, replay, isStored)
    return { ...turn, earlier, replayed: framesIn(exchange) }
  })

/**
 * What a resume gives while another connection still reads the turn: it shows what a resume gives
 * in mid-turn where a turn ends with its reader. Runs in the conversation of the dag turn, so that
 * an earlier turn is there to be mistaken for it.
 */
export async function resumeBesideReader(lab: TestSession) {
  const { conversationId } = await dagTurn(lab)
  await takeReplaysFirst(lab)
  const replay = () => resume(lab, conversationId, -1)
  const earlier = framesIn(await replay())
  let asked: Promise<Exchange> | undefined
  await runTurn(lab, {
    path: '/api/dag',
    conversationId,
    credential: 'header',
    query: toolQuestion,
    until: ({ length }) => {
      if (length >= readBeforehand) asked ??= replay()
      return false
    },
  })
  const midway = (await asked) ?? skip('the turn gave too few events')
  return { earlier, midway, full: await replay() }
}

const readBeforehand = 3
