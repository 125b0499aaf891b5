import { skip } from '../session/assertions.ts'
import { recovery, midTurn, secondTurn, resumeBesideReader } from '../stream/later-turns.ts'
import { postResume, resumeWithBodyToken, storedTurn } from '../stream/replays.ts'
import { framesOf, turnFrames, newFrames } from '../stream/stream.ts'
import { resumeReadings } from './resume-readings.ts'
import { noOption, observed } from './look.ts'
import type { Observers, ObserverContext } from './observer.ts'

const plan = 'turn'

const stored = async ({ session }: ObserverContext) => (await storedTurn(session)).full

/** The stored turn, if its replay came to its own end: only then an event that lacks is absent. */
async function wholeReplay(context: ObserverContext) {
  const full = await stored(context)
  if (framesOf(full, 'resume_done').length === 0) skip('the replay has no resume_done')
  return full.exchange
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
    provoke: async (context) => {
      const { frames, exchange } = await stored(context)
      return turnFrames(frames).length > 0 ? exchange : skip('the replay has no events')
    },
    read: resumeReadings['resume.frame'],
  },
  'resume.end-replayed': {
    plan,
    provoke: wholeReplay,
    read: resumeReadings['resume.end-replayed'],
  },
  'resume.done-stored': {
    plan,
    provoke: wholeReplay,
    read: resumeReadings['resume.done-stored'],
  },
  'resume.done-payload': {
    plan,
    provoke: wholeReplay,
    read: resumeReadings['resume.done-payload'],
  },
  'resume.replay-range': {
    plan,
    provoke: async ({ session }) => {
      const { conversationId, earlier, replayed } = await secondTurn(session)
      if (newFrames(replayed, earlier).length === 0) skip('the second turn is not stored')
      return postResume(session, { conversation_id: conversationId, cursor: -1 })
    },
    read: resumeReadings['resume.replay-range'],
  },
  'resume.mid-turn': {
    plan: 'full',
    needsProvoking: 'a resume while the turn certainly runs',
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
    provoke: (context) => resumeWith(context, {}),
    read: resumeReadings['resume.cursor-required'],
  },
  'resume.below-minus-one': {
    plan,
    provoke: (context) => resumeWith(context, { cursor: -2 }),
    read: resumeReadings['resume.below-minus-one'],
  },
  'resume.non-integer-cursor': {
    plan,
    provoke: async (context) => [
      await resumeWith(context, { cursor: 'abc' }),
      await resumeWith(context, { cursor: 1.5 }),
    ],
    read: resumeReadings['resume.non-integer-cursor'],
  },
  'resume.body-token': {
    plan,
    provoke: async ({ session }) => {
      const { turn } = await storedTurn(session)
      return resumeWithBodyToken(session, turn.conversationId)
    },
    read: resumeReadings['resume.body-token'],
  },
} as const satisfies Observers
