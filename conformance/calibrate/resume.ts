import { member } from '../session/json.ts'
import { skip } from '../session/assertions.ts'
import { recovery, midTurn, secondTurn, resumeBesideReader } from '../stream/later-turns.ts'
import { postResume, storedTurn, takesBodyToken } from '../stream/replays.ts'
import { framesOf, isStream, turnFrames, newFrames } from '../stream/stream.ts'
import {
  anyErrorCode,
  isInvalid,
  type Observers,
  observed,
  type ObserverContext,
} from './observer.ts'

const plan = 'turn'

const stored = async ({ lab }: ObserverContext) => (await storedTurn(lab)).full

/** A resume of the stored turn, with this in place of its cursor. */
async function resumeWith({ lab }: ObserverContext, cursor: object) {
  const { turn } = await storedTurn(lab)
  return postResume(lab, { conversation_id: turn.conversationId, ...cursor })
}

/** What resume gives back (4.2, 6). */
export const resumeObservers = {
  'resume.frame': {
    plan,
    look: async (view) => {
      const { frames, exchange } = await stored(view)
      const wrapped = turnFrames(frames).some(({ carriers }) => carriers.includes('wrapper'))
      if (!wrapped) return observed(exchange, 'live')
      const carrier = await view.option('events.cursor-carrier')
      return carrier === 'wrapped'
        ? skip('it is wrapped as it was live')
        : observed(exchange, 'wrapped')
    },
  },
  'resume.end-replayed': {
    plan,
    look: async (view) => {
      const full = await stored(view)
      return observed(full.exchange, framesOf(full, 'end').length > 0 ? 'yes' : 'no')
    },
  },
  'resume.done-stored': {
    plan,
    look: async (view) => {
      const full = await stored(view)
      return observed(full.exchange, framesOf(full, 'done').length > 0 ? 'yes' : 'no')
    },
  },
  'resume.done-payload': {
    plan,
    look: async (view) => {
      const full = await stored(view)
      const closing = framesOf(full, 'resume_done')[0] ?? skip('there is no resume_done')
      const counts = member(closing.payload, 'replayed') !== undefined
      return observed(full.exchange, counts ? 'counts' : 'empty')
    },
  },
  'resume.replay-range': {
    plan,
    look: async ({ lab }) => {
      const { earlier, replayed, stream } = await secondTurn(lab)
      if (newFrames(replayed, earlier).length === 0) skip('the second turn is not stored')
      const isWhole = newFrames(earlier, replayed).length === 0
      return observed(stream.exchange, isWhole ? 'conversation' : 'newest-turn')
    },
  },
  'resume.mid-turn': {
    plan: 'full',
    look: async ({ lab, option }) => {
      const isCancelled = (await option('turn.on-disconnect')) === 'cancels'
      const found = isCancelled ? await resumeBesideReader(lab) : await recovery(lab)
      const given = midTurn(found)
      if (given === 'follow' || given === 'stored' || given === 'previous') {
        return observed(found.midway, given)
      }
      if (given === undefined) return skip('the turn was over before the resume came')
      return skip(`status ${given} right after the cut`)
    },
  },
  'resume.cursor-required': {
    plan,
    look: async (view) => {
      const exchange = await resumeWith(view, {})
      if (isStream(exchange)) return observed(exchange, 'optional')
      return isInvalid(exchange)
        ? observed(exchange, 'required')
        : skip(`status ${exchange.status}`)
    },
  },
  'resume.below-minus-one': {
    plan,
    look: async (view) => {
      const exchange = await resumeWith(view, { cursor: -2 })
      return observed(exchange, isStream(exchange) ? 'accepted' : 'invalid_cursor')
    },
  },
  'resume.non-integer-cursor': {
    plan,
    look: async (view) => {
      const looks = []
      for (const cursor of ['abc', 1.5]) {
        const exchange = await resumeWith(view, { cursor })
        if (isInvalid(exchange)) looks.push(observed(exchange, 'validation'))
        else if (anyErrorCode(exchange) === 'invalid_cursor') {
          looks.push(observed(exchange, 'invalid_cursor'))
        }
      }
      return looks
    },
  },
  'resume.body-token': {
    plan,
    look: async ({ lab }) => {
      const { turn, full } = await storedTurn(lab)
      const takes = await takesBodyToken(lab, turn.conversationId)
      return observed(full.exchange, takes ? 'accepted' : 'ignored')
    },
  },
} as const satisfies Observers
