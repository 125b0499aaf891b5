import { isObject, member } from '../json.ts'
import { type Call, changed } from './call.ts'
import { onCall, onEvent, onEvents, onReply, onRequest, refusal, reply } from './kit.ts'
import type { Mutant, Wrap } from './mutant.ts'
import { type WireFrame, withPayload } from './wire-frame.ts'

const turns = 'POST /api/react | POST /api/dag'
const resume = 'POST /api/chat/resume'

const conversationOf = ({ body }: Call): string => String(member(body, 'conversation_id'))
const cursorOf = ({ body }: Call): unknown => member(body, 'cursor')

/** The call asking from another cursor. */
const from = (call: Call, cursor: number): Request =>
  changed(call, { body: { ...(isObject(call.body) ? call.body : {}), cursor } })

/** Moves the cursor of a resume; `undefined` leaves it. */
const movesCursor = (move: (cursor: number) => number | undefined): Wrap =>
  onRequest(resume, (call) => {
    const cursor = cursorOf(call)
    const other = typeof cursor === 'number' ? move(cursor) : undefined
    return other === undefined ? undefined : from(call, other)
  })

/** Answers another refusal where the right one has this code. */
const refusesAs = (code: string, status: number, other: string): Wrap =>
  onReply(resume, async (response) => {
    if (response.status < 400) return undefined
    const body: unknown = await response.clone().json()
    return member(body, 'error') === code ? refusal(status, other) : undefined
  })

const isClosing = ({ event }: WireFrame): boolean => event === 'resume_done'

/** Wrong in what a resume refuses. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: 'resume-of-the-unknown-is-400',
    breaks: 'resume.unknown-conversation-is-404',
    says: 'A resume of an unknown conversation is 400.',
    wrap: refusesAs('conversation_not_found', 400, 'conversation_not_found'),
  },
  {
    id: 'resume-of-the-unknown-is-not-found',
    breaks: 'resume.unknown-conversation-has-its-code',
    says: 'A resume of an unknown conversation has the general code.',
    wrap: refusesAs('conversation_not_found', 404, 'not_found'),
  },
  {
    id: 'resume-of-nothing-is-409',
    breaks: 'resume.without-a-turn-is-404',
    says: 'A resume without a turn is 409.',
    wrap: refusesAs('no_recent_assistant_message', 409, 'no_recent_assistant_message'),
  },
  {
    id: 'resume-of-nothing-is-not-found',
    breaks: 'resume.without-a-turn-has-its-code',
    says: 'A resume without a turn has the general code.',
    wrap: refusesAs('no_recent_assistant_message', 404, 'not_found'),
  },
  {
    id: 'resume-tells-that-a-foreign-conversation-exists',
    breaks: 'resume.foreign-conversation-is-not-found',
    says: 'A resume of a foreign conversation says that it has no turn.',
    wrap: refusesAs('conversation_not_found', 404, 'no_recent_assistant_message'),
  },
  {
    id: 'resume-gives-away-a-foreign-turn',
    breaks: 'resume.foreign-turn-stays-hidden',
    says: "A resume replays another user's turn.",
    wrap: givesAwayTurns(),
  },
  {
    id: 'resume-of-nowhere-is-404',
    breaks: 'resume.needs-a-conversation',
    says: 'A resume without a conversation_id is 404.',
    wrap: onReply(resume, (response, { body }) =>
      response.status === 422 && member(body, 'conversation_id') === undefined
        ? refusal(404, 'conversation_not_found')
        : undefined,
    ),
  },
  {
    id: 'resume-guesses-the-cursor',
    breaks: 'resume.needs-a-cursor',
    says: 'A resume without a cursor starts from -1.',
    wrap: onRequest(resume, (call) => (cursorOf(call) === undefined ? from(call, -1) : undefined)),
  },
  {
    id: 'resume-from-below-replays-all',
    breaks: 'resume.below-minus-one-is-400',
    says: 'Any cursor below -1 is a full replay.',
    wrap: movesCursor((cursor) => (cursor < -1 ? -1 : undefined)),
  },
  {
    id: 'invalid-cursor-is-a-bad-request',
    breaks: 'resume.below-minus-one-has-its-code',
    says: 'A cursor below -1 has the general code.',
    wrap: refusesAs('invalid_cursor', 400, 'bad_request'),
  },
  {
    id: 'resume-from-any-word',
    breaks: 'resume.refuses-a-cursor-that-is-no-integer',
    says: 'A cursor that is a word is a full replay.',
    wrap: onRequest(resume, (call) =>
      typeof cursorOf(call) === 'string' ? from(call, -1) : undefined,
    ),
  },
  {
    id: 'resume-from-a-fraction',
    breaks: 'resume.refuses-a-cursor-that-is-no-integer',
    says: 'A cursor with a fraction is cut to an integer.',
    wrap: movesCursor((cursor) => (Number.isInteger(cursor) ? undefined : Math.floor(cursor))),
  },
]

/** Wrong in what a resume replays. */
export const replayMutants: readonly Mutant[] = [
  {
    id: 'full-replay-refused',
    breaks: 'resume.minus-one-answers-a-stream',
    says: 'The cursor -1 is refused as invalid.',
    wrap: onCall(resume, async (call, next, hit) => {
      const response = await next(call.request)
      if (cursorOf(call) !== -1 || response.status !== 200) return response
      hit()
      return refusal(400, 'invalid_cursor')
    }),
  },
  {
    id: 'replay-as-a-list',
    breaks: 'resume.minus-one-answers-a-stream',
    says: 'A resume answers a JSON list of events.',
    wrap: onReply(resume, ({ status }) => (status === 200 ? reply(200, []) : undefined)),
  },
  {
    id: 'full-replay-empty',
    breaks: 'resume.minus-one-replays-something',
    says: 'The cursor -1 replays nothing.',
    wrap: onEvents(
      resume,
      () => (frame, call) => (cursorOf(call) === -1 && !isClosing(frame) ? [] : frame),
    ),
  },
  {
    id: 'replay-without-resume-done',
    breaks: 'resume.ends-with-resume-done',
    says: 'A replay just closes.',
    wrap: onEvent(resume, 'resume_done', () => []),
  },
  {
    id: 'replay-done-twice',
    breaks: 'resume.ends-with-resume-done',
    says: 'A replay ends with two resume_done events.',
    wrap: onEvent(resume, 'resume_done', (frame) => [frame, frame]),
  },
  {
    id: 'replay-goes-on-after-resume-done',
    breaks: 'resume.ends-with-resume-done',
    says: 'The end of the turn follows resume_done.',
    wrap: onEvent(resume, 'resume_done', (frame) => [
      frame,
      { event: 'end', data: '{}', rest: [] },
    ]),
  },
  {
    id: 'replay-from-the-cursor-on',
    breaks: 'resume.replays-only-after-the-cursor',
    says: 'A resume also replays the event at the cursor: it compares by >=.',
    wrap: movesCursor((cursor) => (cursor >= 0 ? cursor - 1 : undefined)),
  },
  {
    id: 'replay-skips-one',
    breaks: 'resume.replays-all-after-the-cursor',
    says: 'A resume leaves out the first event after the cursor.',
    wrap: movesCursor((cursor) => (cursor >= 0 ? cursor + 1 : undefined)),
  },
  {
    id: 'replay-of-all-where-nothing-is-left',
    breaks: 'resume.has-nothing-after-the-last-cursor',
    says: 'A resume from the last cursor replays the whole turn.',
    wrap: onCall(resume, async (call, next, hit) => {
      const response = await next(call.request.clone())
      if (cursorOf(call) === -1 || response.status !== 200) return response
      const text = await response.clone().text()
      if (text.split('event:').length > 2) return response
      hit()
      return next(from(call, -1))
    }),
  },
  {
    id: 'replay-runs-the-agent-again',
    breaks: 'resume.replays-are-identical',
    says: 'Each replay has an answer of its own.',
    wrap: answersAnew((run) => `Answer number ${run}.`),
  },
  {
    id: 'replay-of-another-answer',
    breaks: 'resume.keeps-the-answer',
    says: 'A replay has another answer than the turn had.',
    wrap: answersAnew(() => 'A better answer.'),
  },
]

/** Wrong in what becomes of a turn whose reader left. */
export const interruptionMutants: readonly Mutant[] = [
  {
    id: 'interrupted-turn-never-done',
    breaks: 'resume.interrupted-turn-is-read-to-its-end',
    says: 'A turn whose reader left is stored without its final result.',
    wrap: afterCut((frame) => (frame.event === 'done' ? [] : frame)),
  },
  {
    id: 'interrupted-turn-without-resume-done',
    breaks: 'resume.interrupted-turn-is-read-to-its-end',
    says: 'A resumed stream of an interrupted turn just closes.',
    wrap: afterCut((frame) => (isClosing(frame) ? [] : frame)),
  },
  {
    id: 'running-turn-unknown-to-resume',
    breaks: 'resume.midway-gives-the-running-turn',
    says: 'A full replay of an interrupted turn is empty.',
    wrap: afterCut((frame, call) => (cursorOf(call) === -1 && !isClosing(frame) ? [] : frame)),
  },
]

/** Replays with an answer that depends on how many replays there were. */
function answersAnew(answer: (run: number) => string): Wrap {
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

/** Rewrites the replays of conversations whose last turn was not read to its end. */
function afterCut(
  rewrite: (frame: WireFrame, call: Call) => WireFrame | readonly WireFrame[],
): Wrap {
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

/** Resumes in the name of whoever ran the turn. */
function givesAwayTurns(): Wrap {
  return (fetch, hit) => {
    const owners = new Map<string, string>()
    const resumed = onCall(resume, async (call, next) => {
      const response = await next(call.request)
      const owner = owners.get(conversationOf(call))
      if (response.status !== 404 || owner === undefined) return response
      hit()
      return next(changed(call, { bearer: owner }))
    })
    const remembering = onCall(turns, (call, next) => {
      const credential = call.bearer ?? member(call.body, 'token')
      if (typeof credential === 'string') owners.set(conversationOf(call), credential)
      return next(call.request)
    })
    return resumed(remembering(fetch, hit), hit)
  }
}
