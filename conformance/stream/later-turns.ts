import { isUndecided, pollUntil, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { idOf, itemsOf, requireList } from '../setup/lists.ts'
import { resume, sameEvents, storedTurn, takeReplaysFirst } from './replays.ts'
import {
  cursorsOf,
  eventList,
  type Frame,
  framesIn,
  isStream,
  newFrames,
  turnFrames,
} from './stream.ts'
import { dagTurn, reactTurn, runTurn, toolQuestion, type Turn } from './turns.ts'
import type { JsonObject } from '../../contract/json.ts'

/** Number of events of the interrupted turn that are read before the connection is cut. */
const readBeforeCut = 3

type Interrupted = Turn & {
  /** A full replay of the conversation before the turn. */
  readonly earlier: readonly Frame[]
}

/**
 * Runs a turn and disconnects after a few events; the credential is in the header only. It runs in
 * the conversation of the dag turn, so that a wrong server could confuse it with the earlier turn.
 */
export const interruptedTurn = (session: TestSession): Promise<Interrupted> =>
  session.once('the interrupted turn', async () => {
    const { conversationId } = await dagTurn(session)
    await takeReplaysFirst(session)
    const earlier = framesIn(await resume(session, conversationId, -1))
    const turn = await runTurn(session, {
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
  /** The highest cursor that was read before the cut; -1 if events carry none. */
  readonly lastCursor: number
  /** A full replay, requested right after the cut. */
  readonly midway: Exchange
  /** A resume after `lastCursor`, once it included the end of the turn. */
  readonly resumed: Exchange
  /** Milliseconds until `resumed` included the end of the turn. */
  readonly delay: number
  readonly complete: boolean
  /** A full replay of the finished turn. */
  readonly full: Exchange
}

/** Resumes the interrupted turn until the response has its end or the time limit is reached. */
export const recovery = (session: TestSession): Promise<Recovery> =>
  session.once('resuming the interrupted turn', async () => {
    const { conversationId, stream, earlier } = await interruptedTurn(session)
    const { stream: whole } = await dagTurn(session)
    const isOver = stream.frames.some(({ type }) => type === 'end')
    requireBaseline(!isOver, 'the turn was over before it could be interrupted')
    const framesBeforeCut = stream.frames.slice(0, readBeforeCut)
    const lastCursor = Math.max(-1, ...framesBeforeCut.flatMap(({ cursor }) => cursor ?? []))
    const midway = await resume(session, conversationId, -1)
    const final = await finalType(session)
    const isComplete = (exchange: Exchange) =>
      newFrames(framesIn(exchange), earlier).some(({ type }) => type === final)
    const { exchange, settled, delay } = await pollUntil(
      session,
      () => resume(session, conversationId, lastCursor),
      isComplete,
      // The turn may take as long again as the one before it.
      { ms: whole.exchange.ms * 2 + session.grace },
    )
    const full = await resume(session, conversationId, -1)
    return { earlier, lastCursor, midway, resumed: exchange, delay, complete: settled, full }
  })

/** The event type that ends a stored turn: `done`, or the last type if `done` is not stored. */
async function finalType(session: TestSession): Promise<string> {
  const { full } = await storedTurn(session)
  const types = full.exchange.events.map(({ event }) => event)
  if (types.includes('done')) return 'done'
  return types.findLast((type) => !notInEveryTurn.has(type ?? 'end')) ?? 'done'
}

/** Types that do not end every stored turn: only the first turn of a conversation sends a title. */
const notInEveryTurn: ReadonlySet<string> = new Set(['resume_done', 'end', 'title'])

/**
 * Returns the cursors of two turns of a conversation, from the live streams or else from replays.
 */
export async function cursorsOfTwoTurns(session: TestSession) {
  const first = await reactTurn(session)
  const { stream, earlier, replayed } = await secondTurn(session)
  const { exchange } = stream
  const live = { first: cursorsOf(first.stream.frames), second: cursorsOf(stream.frames) }
  if (live.first.length > 0) return { ...live, exchange }
  const second = cursorsOf(newFrames(replayed, earlier))
  return { first: cursorsOf(earlier), second, exchange }
}

/** Describes the events of a resume, also if they belong to the turn before the interrupted one. */
export function describeResume(frames: readonly Frame[], earlier: readonly Frame[]): string {
  const events = turnFrames(frames)
  const isBefore = events.length > 0 && newFrames(events, earlier).length === 0
  if (!isBefore) return eventList(frames)
  return `only the turn before it: ${eventList(events)}`
}

type Midway = Pick<Recovery, 'earlier' | 'midway' | 'full'>

/**
 * The result of a resume during a turn: the stored events, all events to the end (`follow`), or
 * only earlier turns. Undefined if the whole turn arrived at once, because it may have ended before
 * the resume.
 */
export function midTurn({ earlier, midway, full }: Midway) {
  if (!isStream(midway)) return String(midway.status)
  const replayed = framesIn(midway)
  if (newFrames(replayed, earlier).length === 0) return 'previous'
  if (!sameEvents(turnFrames(replayed), turnFrames(framesIn(full)))) return 'stored'
  return cameInSteps(midway) ? 'follow' : undefined
}

/** Events that arrive within this time (ms) count as stored, also on slow connections. */
const storedWithinMs = 20

/** Whether the events of a stream arrived at different times. */
function cameInSteps({ events }: Exchange): boolean {
  const moments = events.map(({ at }) => at)
  return Math.max(...moments) - Math.min(...moments) > storedWithinMs
}

type SecondTurn = Turn & {
  /** A full replay of the conversation before the turn. */
  readonly earlier: readonly Frame[]
  /** A full replay after the turn. */
  readonly replayed: readonly Frame[]
}

/**
 * Runs a second turn in the conversation of the react turn, with an agent and a question for which
 * tool calls and suggestions are likely. If the target refuses an agent that the suite chose, the
 * turn runs without one.
 */
export const secondTurn = (session: TestSession): Promise<SecondTurn> =>
  session.once('the second turn of a conversation', async () => {
    const { conversationId } = await reactTurn(session)
    await takeReplaysFirst(session)
    const replay = () => resume(session, conversationId, -1)
    const earlier = framesIn(await replay())
    const options = {
      path: '/api/react',
      conversationId,
      credential: 'header',
      key: 'chat',
    } as const
    const request = await toolRequest(session)
    const run = () => runTurn(session, { ...options, ...request })
    const turn = await run().catch((error: unknown) => {
      if (request.agentId === undefined || !(error instanceof Finding)) throw error
      if (session.target.agentId === undefined)
        return runTurn(session, { ...options, query: toolQuestion })
      throw new Blocked(`the agent of --agent cannot be used: ${error.message}`)
    })
    const isStored = (exchange: Exchange) => newFrames(framesIn(exchange), earlier).length > 0
    const { exchange } = await pollUntil(session, replay, isStored)
    return { ...turn, earlier, replayed: framesIn(exchange) }
  })

/**
 * Resumes a turn while another connection still reads it. This shows what a resume during a turn
 * returns on targets that end a turn when its reader disconnects. It runs in the conversation of
 * the dag turn, so that a wrong server could confuse it with the earlier turn.
 */
export async function resumeBesideReader(session: TestSession) {
  const { conversationId } = await dagTurn(session)
  await takeReplaysFirst(session)
  const replay = () => resume(session, conversationId, -1)
  const earlier = framesIn(await replay())
  let asked: Promise<Exchange> | undefined
  await runTurn(session, {
    path: '/api/dag',
    conversationId,
    credential: 'header',
    query: toolQuestion,
    until: ({ length }) => {
      if (length >= readBeforehand) asked ??= replay()
      return false
    },
  })
  const midway = (await asked) ?? skip('the turn had too few events')
  return { earlier, midway, full: await replay() }
}

const readBeforehand = 3

type ToolRequest = { readonly query: string; readonly agentId: string | undefined }

/**
 * Returns the agent and the query of the turn that shows tool calls and suggestions: what the user
 * named, else a listed agent with one of its own questions, else a question about documents.
 */
async function toolRequest(session: TestSession): Promise<ToolRequest> {
  const { toolQuery, agentId } = session.target
  const agents = await listedAgents(session)
  const chosen = agents.find((agent) =>
    agentId === undefined ? isPromising(agent) : idOf(agent) === agentId,
  )
  const query = toolQuery ?? questionsOf(chosen ?? {})[0] ?? toolQuestion
  return { query, agentId: agentId ?? idOf(chosen) }
}

async function listedAgents(session: TestSession): Promise<readonly JsonObject[]> {
  try {
    return itemsOf(await requireList(session, 'agents')) ?? []
  } catch (error) {
    if (isUndecided(error)) return []
    throw error
  }
}

/**
 * Whether an agent suggests questions, by the fields that it has. Excludes an agent that may wait
 * for an approval, because nobody would approve.
 */
function isPromising(agent: JsonObject): boolean {
  const fields = Object.entries(agent)
  const waits = fields.some(
    ([name, value]) =>
      (/confirm|approv/.test(name) && value === true) ||
      (/connector/.test(name) && Array.isArray(value) && value.length > 0),
  )
  const suggests = fields.some(([name, value]) => /suggest/.test(name) && value === true)
  return !waits && (suggests || questionsOf(agent).length > 0)
}

/** The questions that an agent proposes to its users. */
const questionsOf = (agent: JsonObject): readonly string[] =>
  Object.entries(agent)
    .filter(([name]) => /prompt|question|suggest/.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
    .filter((value) => typeof value === 'string')
