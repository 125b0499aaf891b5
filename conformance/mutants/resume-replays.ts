import { member } from '../session/json.ts'
import { changeRequest, resume, type Call, turns } from './call.ts'
import {
  onCall,
  onEvent,
  onEvents,
  onResponse,
  jsonResponse,
  refusal,
  respondWith,
  mutants,
  type Wrap,
  onBody,
  type Rewrite,
} from './wrap.ts'
import { withPayload, type WireFrame } from './wire-frame.ts'
import { isObject } from '../../contract/json.ts'

const conversationOf = ({ body }: Call): string => String(member(body, 'conversation_id'))

/** Returns the requested cursor of a resume. */
const requestedCursor = ({ body }: Call): unknown => member(body, 'cursor')

/** Replaces the requested cursor of a resume; `undefined` leaves it unchanged. */
export const replaceCursor = (move: (cursor: unknown) => number | undefined): Wrap =>
  onBody(resume, (body) => {
    const cursor = move(body['cursor'])
    return cursor === undefined ? undefined : { ...body, cursor }
  })

const isClosing = ({ event }: WireFrame): boolean => event === 'resume_done'

/** Whether a value can be the cursor of an event: an integer of 0 or more. */
const isEventCursor = (cursor: unknown): cursor is number =>
  Number.isInteger(cursor) && Number(cursor) >= 0

/** Mutants with a fault in the events that a resume replays. */
export const replayMutants = mutants({
  'full-replay-refused': {
    killedBy: 'resume.minus-one-answers-a-stream',
    description: 'The cursor -1 is refused as invalid.',
    wrap: respondWith(
      resume,
      (call, status) => requestedCursor(call) === -1 && status === 200,
      refusal(400, 'invalid_cursor'),
    ),
  },
  'replay-as-a-list': {
    killedBy: 'resume.minus-one-answers-a-stream',
    description: 'A resume responds with a JSON list of events.',
    wrap: onResponse(resume, ({ status }) => (status === 200 ? jsonResponse(200, []) : undefined)),
  },
  'full-replay-empty': {
    killedBy: 'resume.minus-one-replays-something',
    description: 'The cursor -1 replays nothing.',
    wrap: onEvents(
      resume,
      () => (frame, call) => (requestedCursor(call) === -1 && !isClosing(frame) ? [] : frame),
    ),
  },
  'replay-without-resume-done': {
    killedBy: 'resume.ends-with-resume-done',
    description: 'A replay ends without `resume_done`.',
    wrap: onEvent(resume, 'resume_done', () => []),
  },
  'replay-done-twice': {
    killedBy: 'resume.ends-with-resume-done',
    looksLike: (got) => /^\d+$/.test(got),
    description: 'A replay ends with two `resume_done` events.',
    wrap: onEvent(resume, 'resume_done', (frame) => [frame, frame]),
  },
  'replay-goes-on-after-resume-done': {
    killedBy: 'resume.ends-with-resume-done',
    looksLike: (got) => got === 'end',
    description: 'A replay sends `end` after `resume_done`.',
    wrap: onEvent(resume, 'resume_done', (frame) => [frame, { event: 'end', data: '{}' }]),
  },
  'replay-from-the-cursor-on': {
    killedBy: 'resume.replays-only-after-the-cursor',
    description: 'A resume also replays the event at the cursor, not only those after it.',
    wrap: replaceCursor((cursor) => (isEventCursor(cursor) ? cursor - 1 : undefined)),
  },
  'replay-skips-one': {
    killedBy: 'resume.replays-all-after-the-cursor',
    description: 'A resume leaves out the first event after the cursor.',
    wrap: replaceCursor((cursor) => (isEventCursor(cursor) ? cursor + 1 : undefined)),
  },
  'replay-of-all-where-nothing-is-left': {
    killedBy: 'resume.has-nothing-after-the-last-cursor',
    description: 'A resume from the last cursor replays the whole turn.',
    wrap: onCall(resume, async (call, next, hit) => {
      const response = await next(call.request.clone())
      if (requestedCursor(call) === -1 || response.status !== 200) return response
      const text = await response.clone().text()
      if (text.split('event:').length > 2) return response
      hit()
      return next(changeRequest(call, { body: { ...Object(call.body), cursor: -1 } }))
    }),
  },
  'replay-runs-the-agent-again': {
    killedBy: 'resume.replays-are-identical',
    description: 'Each replay has a different answer.',
    wrap: withNewAnswers((run) => `Answer number ${run}.`),
  },
  'replay-of-another-answer': {
    killedBy: 'resume.keeps-the-answer',
    description: 'A replay has a different answer than the turn.',
    wrap: withNewAnswers(() => 'A better answer.'),
  },
  'replayed-text-altered': {
    killedBy: 'resume.replays-the-streamed-text',
    description: 'A replay writes the text of an answer in capitals.',
    wrap: onEvent(resume, 'answer', (frame) => withPayload(frame, inCapitals)),
  },
  'resume-beyond-the-end-replays-all': {
    killedBy: 'resume.beyond-the-end-replays-nothing',
    description: 'A resume from beyond the end replays everything.',
    wrap: replaceCursor((cursor) => (Number(cursor) > 100_000 ? -1 : undefined)),
  },
  'replay-without-steps': {
    killedBy: 'resume.replays-the-turn-as-it-was-live',
    description: 'A replay leaves out the steps of the turn.',
    wrap: onEvent(resume, 'step step_progress', () => []),
  },
})

/** Writes the text of an answer delta in capitals. */
const inCapitals = (payload: unknown): unknown => {
  const text = member(payload, 'text')
  return typeof text === 'string' ? { ...Object(payload), text: text.toUpperCase() } : payload
}

/** A fault: the answer in `done` changes with the number of replays so far. */
function withNewAnswers(answer: (run: number) => string): Wrap {
  return (fetch, hit) => {
    let run = 0
    const rewrite = onEvents(resume, () => {
      run += 1
      const text = answer(run)
      return (frame) =>
        frame.event === 'done'
          ? withPayload(frame, (payload) => ({ ...(isObject(payload) && payload), answer: text }))
          : frame
    })
    return rewrite(fetch, hit)
  }
}

/** Mutants that store or replay a turn wrongly after its client disconnected. */
export const interruptionMutants = mutants({
  'interrupted-turn-never-done': {
    killedBy: 'resume.interrupted-turn-is-read-to-its-end',
    description: 'A turn whose reader disconnects is stored without its `done` event.',
    wrap: onReplaysAfterCut((frame) => (frame.event === 'done' ? [] : frame)),
  },
  'interrupted-turn-without-resume-done': {
    killedBy: 'resume.interrupted-turn-is-read-to-its-end',
    looksLike: (got) => got.includes('suggestions'),
    description: 'The resume of an interrupted turn ends without `resume_done`.',
    wrap: onReplaysAfterCut((frame) => (isClosing(frame) ? [] : frame)),
  },
  'running-turn-unknown-to-resume': {
    killedBy: 'resume.midway-gives-the-running-turn',
    description: 'A full replay of an interrupted turn is empty.',
    wrap: onReplaysAfterCut((frame, call) =>
      requestedCursor(call) === -1 && !isClosing(frame) ? [] : frame,
    ),
  },
})

/** Rewrites the replays of a conversation if a client did not read the last turn to its end. */
function onReplaysAfterCut(rewrite: Rewrite): Wrap {
  return (fetch, hit) => {
    const open = new Set<string>()
    const watched = onEvents(turns, () => (frame, call) => {
      if (frame.event === 'end') open.delete(conversationOf(call))
      else open.add(conversationOf(call))
      return frame
    })
    const replayed = onEvents(
      resume,
      () => (frame, call) => (open.has(conversationOf(call)) ? rewrite(frame, call) : frame),
    )
    return replayed(
      watched(fetch, () => undefined),
      hit,
    )
  }
}
