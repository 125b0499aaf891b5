import { isUndecided, pollUntil, requireBaseline, skip } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { Blocked, Finding } from '../session/outcomes.ts'
import { defaultTimeout } from '../session/limits.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { agentIdsOf, itemsOf, requireList } from '../setup/lists.ts'
import { eventsAfter, pollReplay, replayParts, resume, sameEvents, storedTurn } from './replays.ts'
import {
  besideStream,
  cursorsOf,
  eventList,
  type Frame,
  framesIn,
  isStream,
  framesNotIn,
  framesWithCursor,
  turnFrames,
} from './stream.ts'
import { dagTurn, reactTurn, runTurn, toolQuestion, type Turn } from './turns.ts'
import type { JsonObject } from '../../contract/json.ts'

/** Number of events to read from a turn before its client disconnects, or resumes it. */
const eventsReadFirst = 3

/**
 * Takes all replays of a turn before the next turn of its conversation runs, because a resume
 * replays the newest turn. Returns its full replay, and a function that takes it again.
 */
async function beforeNextTurn(session: TestSession, turn: Turn) {
  const { conversationId } = turn
  // Ignores failures, because the checks of resume report them.
  await replayParts(session).catch(() => undefined)
  const earlier = framesIn(await pollReplay(session, turn))
  return { conversationId, replay: () => resume(session, conversationId, -1), earlier }
}

type Interrupted = Turn & {
  /** A full replay, requested before the turn started. */
  readonly earlier: readonly Frame[]
}

/**
 * Runs a turn and disconnects after a few events; the credential is in the header only. Uses the
 * conversation of the dag turn, to find a server that wrongly replays the dag turn.
 */
const interruptedTurn = sharedSetUp<Interrupted>('the interrupted turn', async (session) => {
  const { conversationId, earlier } = await beforeNextTurn(session, await dagTurn(session))
  const turn = await runTurn(session, {
    path: '/api/dag',
    conversationId,
    credential: 'header',
    query: toolQuestion,
    until: ({ length }) => length >= eventsReadFirst,
  })
  return { ...turn, earlier }
})

export type Recovery = {
  readonly earlier: readonly Frame[]
  /** The highest cursor that was read before the disconnect; -1 if events have no cursors. */
  readonly lastCursor: number
  /** The response to a full replay, requested right after the disconnect. */
  readonly midway: Exchange
  /** The last response to a resume after `lastCursor`. It has the turn's end, or time was over. */
  readonly resumed: Exchange
  /** Milliseconds until `resumed` included the end of the turn. */
  readonly delay: number
  readonly complete: boolean
  /** Whether `resumed` was still growing when the time was over. */
  readonly isGoingOn: boolean
  /** A full replay of the finished turn. */
  readonly full: Exchange
}

/** Milliseconds between two requests for the end of a turn that is slow, or does not go on. */
const slowPause = 5000

/** Resumes the interrupted turn repeatedly, until a response has the turn's end or time is over. */
export const resumeToEnd = sharedSetUp<Recovery>(
  'resuming the interrupted turn',
  async (session) => {
    const { conversationId, stream, earlier } = await interruptedTurn(session)
    const { stream: whole } = await dagTurn(session)
    const isOver = stream.frames.some(({ type }) => type === 'end')
    requireBaseline(!isOver, 'the turn was over before it could be interrupted')
    const framesBeforeCut = stream.frames.slice(0, eventsReadFirst)
    const lastCursor = Math.max(-1, ...framesBeforeCut.flatMap(({ cursor }) => cursor ?? []))
    const midway = await resume(session, conversationId, -1)
    const final = await finalType(session)
    const ms = whole.exchange.ms * 2 + session.grace
    const start = session.now()
    let known = { events: Number.POSITIVE_INFINITY, isGoingOn: false }
    const isComplete = (exchange: Exchange) => {
      const frames = framesNotIn(framesIn(exchange), earlier)
      const isLate = session.now() - start > ms / 2
      const isGoingOn = known.isGoingOn || (isLate && frames.length > known.events)
      known = { events: frames.length, isGoingOn }
      return frames.some(({ type }) => type === final)
    }
    const again = () => resume(session, conversationId, lastCursor)
    let polled = await pollUntil(session, again, isComplete, { ms })
    // This turn may take much longer than the earlier one, because it has another question.
    if (!polled.settled)
      polled = await pollUntil(session, again, isComplete, {
        since: start,
        ms: defaultTimeout,
        pause: slowPause,
      })
    const { exchange, settled } = polled
    const delay = session.now() - start
    const replayAll = () => resume(session, conversationId, -1)
    let end = { resumed: exchange, full: await replayAll() }
    const isWhole = () =>
      sameEvents(
        framesWithCursor(framesIn(end.resumed)),
        eventsAfter(framesIn(end.full), lastCursor),
      )
    // Between the two requests, the target may have stored later events, such as suggestions.
    if (settled && !isWhole()) {
      const readAgain = async () => {
        end = {
          resumed: await resume(session, conversationId, lastCursor),
          full: await replayAll(),
        }
        return end.full
      }
      await pollUntil(session, readAgain, isWhole)
    }
    const { isGoingOn } = known
    return { earlier, lastCursor, midway, delay, complete: settled, isGoingOn, ...end }
  },
)

/**
 * Runs the interrupted turn and resumes it at once, because the turn could end while other checks
 * run. If a resume fails, the checks of resumes say why.
 */
export async function recoveredTurn(session: TestSession): Promise<Interrupted> {
  const turn = await interruptedTurn(session)
  await resumeToEnd(session).catch(() => undefined)
  return turn
}

/** The type of the last event of a stored turn: `done`, or another type if `done` is not stored. */
async function finalType(session: TestSession): Promise<string> {
  const { full } = await storedTurn(session)
  const types = full.exchange.events.map(({ event }) => event)
  if (types.includes('done')) return 'done'
  return types.findLast((type) => !optionalEventTypes.has(type ?? 'end')) ?? 'done'
}

/** Types that cannot show the end of a stored turn, because not every turn has them. */
const optionalEventTypes: ReadonlySet<string> = new Set(['resume_done', 'end', 'title'])

/**
 * Returns the cursors of two turns of a conversation, from live streams if they have any, else from
 * replays.
 */
export async function cursorsOfTwoTurns(session: TestSession) {
  const first = await reactTurn(session)
  const { stream, earlier, replayed } = await secondTurn(session)
  const { exchange } = stream
  const live = { first: cursorsOf(first.stream.frames), second: cursorsOf(stream.frames) }
  if (live.first.length > 0) return { ...live, exchange }
  const second = cursorsOf(framesNotIn(replayed, earlier))
  return { first: cursorsOf(earlier), second, exchange }
}

/** Describes the events of a resume, and says if all of them are from the earlier turn. */
export function describeResume(frames: readonly Frame[], earlier: readonly Frame[]): string {
  const events = turnFrames(frames)
  const isBefore = events.length > 0 && framesNotIn(events, earlier).length === 0
  if (!isBefore) return eventList(frames)
  return `only the turn before it: ${eventList(events)}`
}

type MidTurnResume = Pick<Recovery, 'earlier' | 'midway' | 'full'>

/**
 * The result of a resume during a turn: only stored events (`stored`), all events to the end
 * (`follow`), only earlier turns (`previous`), or the status of a refusal. Undefined if all events
 * arrived at once, because the turn may have ended before.
 */
export function resumeResult({ earlier, midway, full }: MidTurnResume) {
  if (!isStream(midway)) return String(midway.status)
  const replayed = framesIn(midway)
  if (framesNotIn(replayed, earlier).length === 0) return 'previous'
  if (!sameEvents(turnFrames(replayed), turnFrames(framesIn(full)))) return 'stored'
  return hasArrivedOverTime(midway) ? 'follow' : undefined
}

/** Milliseconds. If all events arrive within this time, they count as stored, not as live. */
const storedWithinMs = 20

/** Whether more than `storedWithinMs` passed between the first and the last event of a stream. */
function hasArrivedOverTime({ events }: Exchange): boolean {
  const moments = events.map(({ at }) => at)
  return Math.max(...moments) - Math.min(...moments) > storedWithinMs
}

/**
 * Runs a second turn in the conversation of the react turn, with an agent and a question for which
 * tool calls and suggestions are likely. If the target refuses an agent that the suite chose, the
 * turn runs without one. `earlier` and `replayed` are full replays before and after the turn.
 */
export const secondTurn = sharedSetUp('the second turn of a conversation', async (session) => {
  const { conversationId, replay, earlier } = await beforeNextTurn(
    session,
    await reactTurn(session),
  )
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
  const isStored = (exchange: Exchange) => framesNotIn(framesIn(exchange), earlier).length > 0
  const { exchange } = await pollUntil(session, replay, isStored)
  return { ...turn, earlier, replayed: framesIn(exchange) }
})

/**
 * Resumes a turn while another connection still reads it, for targets that cancel a turn when its
 * client disconnects. Uses the conversation of the dag turn, because a wrong server may replay the
 * dag turn instead.
 */
export async function resumeBesideReader(session: TestSession) {
  const { conversationId, replay, earlier } = await beforeNextTurn(session, await dagTurn(session))
  let asked: Promise<Exchange> | undefined
  await runTurn(session, {
    path: '/api/dag',
    conversationId,
    credential: 'header',
    query: toolQuestion,
    until: ({ length }) => {
      if (length >= eventsReadFirst) asked ??= besideStream(replay())
      return false
    },
  })
  const midway = (await asked) ?? skip('the turn had too few events')
  return { earlier, midway, full: await replay() }
}

type ToolRequest = { readonly query: string; readonly agentId: string | undefined }

/**
 * Returns the agent and the query of a turn that should have tool calls and suggestions: from the
 * flags, else a listed agent and one of its questions, else a question about documents.
 */
async function toolRequest(session: TestSession): Promise<ToolRequest> {
  const { toolQuery, agentId } = session.target
  const agents = await listedAgents(session)
  const chosen = agents.find((agent) =>
    agentId === undefined ? suggestsQuestions(agent) : agentIdsOf(agent).includes(agentId),
  )
  const query = toolQuery ?? questionsOf(chosen ?? {})[0] ?? toolQuestion
  return { query, agentId: agentId ?? agentIdsOf(chosen)[0] }
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
 * Whether the fields of an agent show that the agent suggests questions. Excludes an agent that may
 * wait for an approval, because nobody would approve.
 */
function suggestsQuestions(agent: JsonObject): boolean {
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
