import { isObject } from '../../contract/json.ts'
import { excerpt } from '../report/evidence.ts'
import { skip } from '../session/assertions.ts'
import { recovery, midTurn, secondTurn, resumeBesideReader } from '../stream/later-turns.ts'
import { postResume, resumeWithBodyToken, storedTurn } from '../stream/replays.ts'
import { framesOf, isStream, turnFrames, newFrames } from '../stream/stream.ts'
import { anyErrorCode, isDenied, isInvalid, noOption, observed } from './look.ts'
import type { Observers, ObserverContext } from './observer.ts'

const plan = 'turn'

const stored = async ({ session }: ObserverContext) => (await storedTurn(session)).full

/** The stored turn, if its replay came to its own end: only then an event that lacks is absent. */
async function wholeReplay(context: ObserverContext) {
  const full = await stored(context)
  if (framesOf(full, 'resume_done').length === 0) skip('the replay has no resume_done')
  return full
}

/** Resumes the stored turn with this instead of its cursor. */
async function resumeWith({ session }: ObserverContext, cursor: object) {
  const { turn } = await storedTurn(session)
  return postResume(session, { conversation_id: turn.conversationId, ...cursor })
}

/** Responses to a resume (4.2, 6). */
export const resumeObservers = {
  'resume.frame': {
    plan,
    observe: async (context) => {
      const { frames, exchange } = await stored(context)
      const wrapped = turnFrames(frames).some(({ carriers }) => carriers.includes('wrapper'))
      if (!wrapped && turnFrames(frames).length === 0) skip('the replay has no events')
      if (!wrapped) return observed(exchange, 'live')
      const carrier = await context.option('events.cursor-carrier')
      return carrier === 'wrapped'
        ? skip('live events are also wrapped')
        : observed(exchange, 'wrapped')
    },
  },
  'resume.end-replayed': {
    plan,
    observe: async (context) => {
      const full = await wholeReplay(context)
      return observed(full.exchange, framesOf(full, 'end').length > 0 ? 'yes' : 'no')
    },
  },
  'resume.done-stored': {
    plan,
    observe: async (context) => {
      const full = await wholeReplay(context)
      return observed(full.exchange, framesOf(full, 'done').length > 0 ? 'yes' : 'no')
    },
  },
  'resume.done-payload': {
    plan,
    observe: async (context) => {
      const full = await stored(context)
      const closing = framesOf(full, 'resume_done')[0] ?? skip('there is no resume_done')
      const { payload } = closing
      const fields = isObject(payload) ? Object.keys(payload) : []
      if (fields.includes('replayed')) return observed(full.exchange, 'counts')
      return isObject(payload) && fields.length === 0
        ? observed(full.exchange, 'empty')
        : noOption(full.exchange, `a payload of ${excerpt(fields.join(', '), 100)}`)
    },
  },
  'resume.replay-range': {
    plan,
    observe: async ({ session }) => {
      const { earlier, replayed, stream } = await secondTurn(session)
      if (newFrames(replayed, earlier).length === 0) skip('the second turn is not stored')
      const isWhole = newFrames(earlier, replayed).length === 0
      return observed(stream.exchange, isWhole ? 'conversation' : 'newest-turn')
    },
  },
  'resume.mid-turn': {
    plan: 'full',
    observe: async ({ session, option }) => {
      const isCancelled = (await option('turn.on-disconnect')) === 'cancels'
      const found = isCancelled ? await resumeBesideReader(session) : await recovery(session)
      const given = midTurn(found)
      if (given === 'follow' || given === 'stored' || given === 'previous') {
        return observed(found.midway, given)
      }
      if (given === undefined) return skip('the turn was over before the resume came')
      return noOption(found.midway, `status ${given} right after the cut`)
    },
  },
  'resume.cursor-required': {
    plan,
    observe: async (context) => {
      const exchange = await resumeWith(context, {})
      if (isStream(exchange)) return observed(exchange, 'optional')
      return isInvalid(exchange) ? observed(exchange, 'required') : noOption(exchange)
    },
  },
  'resume.below-minus-one': {
    plan,
    observe: async (context) => {
      const exchange = await resumeWith(context, { cursor: -2 })
      if (isStream(exchange)) return observed(exchange, 'accepted')
      const code = anyErrorCode(exchange)
      const isRefused = exchange.status === 400 && !isInvalid(exchange)
      return isRefused && (code === undefined || code === 'invalid_cursor')
        ? observed(exchange, 'invalid_cursor')
        : noOption(exchange, `status ${exchange.status}, code ${code ?? 'none'}`)
    },
  },
  'resume.non-integer-cursor': {
    plan,
    observe: async (context) => {
      const looks = []
      for (const cursor of ['abc', 1.5]) {
        const exchange = await resumeWith(context, { cursor })
        if (isInvalid(exchange)) looks.push(observed(exchange, 'validation'))
        else if (anyErrorCode(exchange) === 'invalid_cursor') {
          looks.push(observed(exchange, 'invalid_cursor'))
        } else looks.push(noOption(exchange))
      }
      return looks
    },
  },
  'resume.body-token': {
    plan,
    observe: async ({ session }) => {
      const { turn, full } = await storedTurn(session)
      const response = await resumeWithBodyToken(session, turn.conversationId)
      if (isStream(response)) return observed(full.exchange, 'accepted')
      return isDenied(response) ? observed(response, 'ignored') : noOption(response)
    },
  },
} as const satisfies Observers
