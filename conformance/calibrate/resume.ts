import { conversationInBody } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { skip } from '../session/assertions.ts'
import { type Exchange, resumePath } from '../session/exchange.ts'
import { resumeBesideReader, resumeResult, resumeToEnd, secondTurn } from '../stream/later-turns.ts'
import { postResume, resumeWithBodyToken, storedTurn } from '../stream/replays.ts'
import {
  type Frame,
  framesIn,
  framesOf,
  isStream,
  framesNotIn,
  turnFrames,
} from '../stream/stream.ts'
import {
  subjectOrCredential,
  hasNoCredentialHeader,
  fieldsOf,
  isResume,
  isTurn,
  isUnset,
} from '../session/request.ts'
import { isValidCredential } from '../history/credentials.ts'
import type { History } from '../history/history.ts'
import {
  conversationBefore,
  hasType,
  isFullReplay,
  isCompleteTurn,
  replayIn,
  storedTurnsIn,
  type TurnEvent,
} from './known-conversations.ts'
import { observedNoOption, observedOption } from './look.ts'
import type { ObserverContext, Observers } from './observer.ts'
import { anyErrorCode, complaintAbout, isDenied, isInvalid } from '../history/response.ts'
import { autoTurn } from './turns.ts'

/** One observer for each choice about resume responses (specification, 4.2 and 6). */
export const resumeObservers = {
  'resume.frame': {
    plan: 'turn',
    provoke: async (context) => {
      const { frames, exchange } = await fullStoredReplay(context)
      return turnFrames(frames).length > 0 ? exchange : skip('the replay has no events')
    },
    read: (exchange) => {
      const frames = turnFrames(replayIn(exchange))
      if (frames.length === 0) return undefined
      if (!frames.some(({ carriers }) => carriers.includes('wrapper'))) return 'live'
      return { option: 'wrapped', given: { 'events.cursor-carrier': unwrappedCursorOptions } }
    },
  },
  'resume.end-replayed': {
    plan: 'turn',
    provoke: wholeReplay,
    read: (exchange, before) => {
      const frames = wholeReplayIn(exchange)
      if (frames === undefined) return undefined
      if (hasType(frames, 'end')) return 'yes'
      const isOver = hasType(frames, 'done') || replayedTurn(exchange, frames, before) !== undefined
      return isOver ? 'no' : undefined
    },
  },
  'resume.done-stored': {
    plan: 'turn',
    provoke: wholeReplay,
    read: (exchange, before) => {
      const frames = wholeReplayIn(exchange)
      if (frames === undefined) return undefined
      if (hasType(frames, 'done')) return 'yes'
      // A failed turn has no `done`. A missing `done` counts only if the live turn had one.
      return hasType(replayedTurn(exchange, frames, before) ?? [], 'done') ? 'no' : undefined
    },
  },
  'resume.done-payload': {
    plan: 'turn',
    provoke: wholeReplay,
    read: (exchange) => {
      const closing = replayIn(exchange).find(({ type }) => type === 'resume_done')
      if (closing === undefined) return undefined
      const { payload } = closing
      const fields = isObject(payload) ? Object.keys(payload) : []
      if (fields.includes('replayed')) return 'counts'
      return isObject(payload) && fields.length === 0
        ? 'empty'
        : { came: `a payload of ${excerpt(fields.join(', '), 100)}` }
    },
  },
  'resume.replay-range': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { conversationId, earlier, replayed } = await secondTurn(session)
      if (framesNotIn(replayed, earlier).length === 0) skip('the second turn is not stored')
      return postResume(session, { conversation_id: conversationId, cursor: -1 })
    },
    read: (exchange, before) => {
      const frames = wholeReplayIn(exchange)
      if (frames === undefined) return undefined
      const { turn, earlierTurn } = conversationBefore(exchange, before)
      const [first, second] = [ifCompleteTurn(earlierTurn), ifCompleteTurn(turn)]
      if (first === undefined || second === undefined) return undefined
      // Two turns with the same events cannot be distinguished in a replay.
      if (includesTurn(second, first) || !includesTurn(frames, second)) return undefined
      return includesTurn(frames, first) ? 'conversation' : 'newest-turn'
    },
  },
  'resume.live-only': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { exchange, conversation_id } = await autoTurn(session)
      const routes = exchange.events.some(({ event }) => event === 'routing')
      if (!routes) skip('the turn of `/api/auto` has no `routing`')
      return postResume(session, { conversation_id, cursor: -1 })
    },
    read: (exchange, before) => {
      if (isTurn(exchange) && isStream(exchange)) return readRoutingCursor(framesIn(exchange))
      const frames = wholeReplayIn(exchange) ?? storedTurnsIn(exchange).at(-1)
      if (frames === undefined) return undefined
      const at = { method: 'POST', path: resumePath }
      if (hasType(frames, 'routing')) return { option: 'none', at }
      const live = ifCompleteTurn(conversationBefore(exchange, before).turn)
      return live !== undefined && hasType(live, 'routing') && includesTurn(frames, live)
        ? { option: 'progress', at }
        : undefined
    },
  },
  'resume.mid-turn': {
    plan: 'full',
    needsProvoking: 'a resume while the turn certainly runs',
    observe: async ({ session, option }) => {
      const isCancelled = (await option('turn.on-disconnect')) === 'cancels'
      const recovered = isCancelled ? await resumeBesideReader(session) : await resumeToEnd(session)
      const midTurnResult = resumeResult(recovered)
      if (
        midTurnResult === 'follow' ||
        midTurnResult === 'stored' ||
        midTurnResult === 'previous'
      ) {
        return observedOption(recovered.midway, midTurnResult)
      }
      if (midTurnResult === undefined) return skip('the turn was over before the resume came')
      return observedNoOption(recovered.midway, `status ${midTurnResult} right after the cut`)
    },
  },
  'resume.cursor-required': {
    plan: 'turn',
    provoke: (context) => resumeWith(context, {}),
    read: (exchange) => {
      if (!isResume(exchange) || cursorIn(exchange) !== undefined) return undefined
      if (conversationInBody(exchange) === undefined) return undefined
      if (isStream(exchange)) return 'optional'
      return complaintAbout(exchange, 'cursor') ? 'required' : undefined
    },
  },
  'resume.below-minus-one': {
    plan: 'turn',
    provoke: (context) => resumeWith(context, { cursor: -2 }),
    read: (exchange, before) => {
      const cursor = cursorIn(exchange)
      if (!isResume(exchange) || !Number.isInteger(cursor) || Number(cursor) >= -1) return undefined
      if (isStream(exchange)) return 'accepted'
      if (exchange.status !== 400 || isInvalid(exchange)) return undefined
      const code = anyErrorCode(exchange)
      // Without a code, a refusal may be about the credential, unless the caller is the owner.
      const { owner } = conversationBefore(exchange, before)
      const isOwn = owner !== undefined && owner === subjectOrCredential(exchange)
      return code === 'invalid_cursor' || (code === undefined && isOwn)
        ? 'invalid_cursor'
        : undefined
    },
  },
  'resume.non-integer-cursor': {
    plan: 'turn',
    provoke: async (context) => [
      await resumeWith(context, { cursor: 'abc' }),
      await resumeWith(context, { cursor: 1.5 }),
    ],
    read: (exchange) => {
      const cursor = cursorIn(exchange)
      if (!isResume(exchange) || isUnset(cursor) || Number.isInteger(cursor)) return undefined
      // Some deployments accept a text of digits as an integer.
      if (typeof cursor === 'string' && /^\s*-?\d+(?:\.0*)?\s*$/.test(cursor)) return undefined
      if (complaintAbout(exchange, 'cursor')) return 'validation'
      return exchange.status === 400 && anyErrorCode(exchange) === 'invalid_cursor'
        ? 'invalid_cursor'
        : undefined
    },
  },
  'resume.body-token': {
    plan: 'turn',
    provoke: async ({ session }) => {
      const { turn } = await storedTurn(session)
      return resumeWithBodyToken(session, turn.conversationId)
    },
    read: (exchange, before) => {
      const { token } = fieldsOf(exchange)
      if (!isResume(exchange) || typeof token !== 'string') return undefined
      if (!hasNoCredentialHeader(exchange)) return undefined
      if (isStream(exchange)) return 'accepted'
      // The token is valid, so a refusal means that the target ignores tokens in the body.
      const isReason =
        isValidCredential(token, before) && anyErrorCode(exchange) !== 'token_expired'
      return isReason && isDenied(exchange) ? 'ignored' : undefined
    },
  },
} as const satisfies Observers

const fullStoredReplay = async ({ session }: ObserverContext) => (await storedTurn(session)).full

/** Returns the full replay of the stored turn. Throws `Skipped` if it has no `resume_done`. */
async function wholeReplay(context: ObserverContext): Promise<Exchange> {
  const full = await fullStoredReplay(context)
  if (framesOf(full, 'resume_done').length === 0) skip('the replay has no resume_done')
  return full.exchange
}

/** Resumes the stored turn. The request has these fields instead of the field `cursor`. */
async function resumeWith({ session }: ObserverContext, cursor: object): Promise<Exchange> {
  const { turn } = await storedTurn(session)
  return postResume(session, { conversation_id: turn.conversationId, ...cursor })
}

const cursorIn = (exchange: Exchange): unknown => fieldsOf(exchange)['cursor']

const unwrappedCursorOptions = ['data-and-id', 'data-or-id', 'id', 'none']

/** Returns the events of a full replay with `resume_done`; `undefined` for any other exchange. */
function wholeReplayIn(exchange: Exchange): readonly Frame[] | undefined {
  const frames = replayIn(exchange)
  return isFullReplay(exchange) && hasType(frames, 'resume_done') ? frames : undefined
}

/** Returns the events of a turn if its stream reached `end`, else `undefined`. */
const ifCompleteTurn = (turn: readonly Frame[] = []): readonly Frame[] | undefined =>
  isCompleteTurn(turn) ? turn : undefined

/**
 * Finds the newest live turn before a replay, if the turn is complete and the replay has its
 * events.
 */
function replayedTurn(
  exchange: Exchange,
  replay: readonly Frame[],
  before: History,
): readonly Frame[] | undefined {
  const turn = ifCompleteTurn(conversationBefore(exchange, before).turn)
  return turn !== undefined && includesTurn(replay, turn) ? turn : undefined
}

/** Whether a replay contains all steps, phases and answers of a turn. */
function includesTurn(replay: readonly TurnEvent[], turn: readonly TurnEvent[]): boolean {
  const replayed = new Set(storedIn(replay))
  const events = storedIn(turn)
  return events.length > 0 && events.every((event) => replayed.has(event))
}

/** Returns the steps, phases and answers of a turn, which every deployment stores, as texts. */
const storedIn = (events: readonly TurnEvent[]): readonly string[] =>
  events
    .filter(({ type }) => /^(?:step|phase|answer)$/.test(type ?? ''))
    .map(({ type, payload }) => JSON.stringify([type, payload]))

/** Reads from the event `routing` whether events about progress lack cursors in a live turn. */
function readRoutingCursor(frames: readonly Frame[]) {
  const routing = frames.find(({ type }) => type === 'routing')
  const hasCursors = frames.some(({ type, carriers }) => type === 'answer' && carriers.length > 0)
  if (routing === undefined || !hasCursors) return undefined
  return routing.carriers.length > 0 ? 'none' : 'progress'
}
