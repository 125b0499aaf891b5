import { member } from '../session/json.ts'
import { answerAsFirstUser } from './issued-credentials.ts'
import { onResponse, errorResponse, type Mutant, type Wrap } from './wrap.ts'
import { replaceCursor } from './resume-replays.ts'
import { resume } from './call.ts'
import { isObject } from '../../contract/json.ts'

/** Replaces an error with this code by another one. */
const refusesAs = (code: string, status: number, other: string): Wrap =>
  onResponse(resume, async (response) => {
    if (response.status < 400) return undefined
    const body: unknown = await response.clone().json()
    return member(body, 'error') === code ? errorResponse(status, other) : undefined
  })

/** Faults in the refusal of resumes. */
export const refusalMutants: readonly Mutant[] = [
  {
    id: 'resume-of-the-unknown-is-400',
    killedBy: 'resume.unknown-conversation-is-404',
    description: 'A resume of an unknown conversation is 400.',
    wrap: refusesAs('conversation_not_found', 400, 'conversation_not_found'),
  },
  {
    id: 'resume-of-the-unknown-is-not-found',
    killedBy: 'resume.unknown-conversation-has-its-code',
    description: 'A resume of an unknown conversation has the code not_found.',
    wrap: refusesAs('conversation_not_found', 404, 'not_found'),
  },
  {
    id: 'resume-of-a-malformed-id-is-400',
    killedBy: 'resume.malformed-conversation-is-refused',
    description: 'A resume of an id of another form is a bad request.',
    wrap: onResponse(resume, ({ status }, { body }) =>
      status >= 400 && String(member(body, 'conversation_id')).includes(' ')
        ? errorResponse(400, 'bad_request')
        : undefined,
    ),
  },
  {
    id: 'resume-of-nothing-is-409',
    killedBy: 'resume.without-a-turn-is-404',
    description: 'A resume without a turn is 409.',
    wrap: refusesAs('no_recent_assistant_message', 409, 'no_recent_assistant_message'),
  },
  {
    id: 'resume-of-nothing-is-not-found',
    killedBy: 'resume.without-a-turn-has-its-code',
    description: 'A resume without a turn has the code not_found.',
    wrap: refusesAs('no_recent_assistant_message', 404, 'not_found'),
  },
  {
    id: 'resume-tells-that-a-foreign-conversation-exists',
    killedBy: 'resume.foreign-conversation-is-not-found',
    description: "A resume of another user's conversation is refused because it has no turn.",
    wrap: refusesAs('conversation_not_found', 404, 'no_recent_assistant_message'),
  },
  {
    id: 'resume-gives-away-a-foreign-turn',
    killedBy: 'resume.foreign-turn-stays-hidden',
    description: "A resume replays another user's turn.",
    wrap: answerAsFirstUser(resume),
  },
  {
    id: 'resume-of-nowhere-is-400',
    killedBy: 'resume.needs-a-conversation',
    description: 'A resume without a conversation_id is a bad request.',
    wrap: onResponse(resume, (response, { body }) =>
      response.status === 422 && member(body, 'conversation_id') === undefined
        ? errorResponse(400, 'bad_request')
        : undefined,
    ),
  },
  {
    id: 'resume-of-nowhere-is-404',
    killedBy: 'resume.needs-a-conversation',
    description: 'A resume without a conversation_id finds no conversation.',
    wrap: onResponse(resume, ({ status }, { body }) =>
      status === 422 && member(body, 'conversation_id') === undefined
        ? errorResponse(404, 'conversation_not_found')
        : undefined,
    ),
  },
  {
    id: 'resume-of-an-object-is-400',
    killedBy: 'resume.conversation-is-not-an-object',
    description: 'A resume of an object as conversation_id is a bad request.',
    wrap: onResponse(resume, ({ status }, { body }) =>
      status === 422 && isObject(member(body, 'conversation_id'))
        ? errorResponse(400, 'bad_request')
        : undefined,
    ),
  },
  {
    id: 'resume-guesses-the-cursor',
    killedBy: 'resume.needs-a-cursor',
    description: 'A resume without a cursor starts from -1.',
    wrap: replaceCursor((cursor) => (cursor === undefined ? -1 : undefined)),
  },
  {
    id: 'resume-from-below-replays-all',
    killedBy: 'resume.below-minus-one-is-400',
    description: 'Any cursor below -1 is a full replay.',
    wrap: replaceCursor((cursor) => (Number(cursor) < -1 ? -1 : undefined)),
  },
  {
    id: 'invalid-cursor-is-a-bad-request',
    killedBy: 'resume.below-minus-one-has-its-code',
    description: 'A cursor below -1 has the code bad_request.',
    wrap: refusesAs('invalid_cursor', 400, 'bad_request'),
  },
  {
    id: 'resume-from-any-word',
    killedBy: 'resume.refuses-a-cursor-that-is-no-integer',
    description: 'A cursor that is a word is a full replay.',
    wrap: replaceCursor((cursor) => (typeof cursor === 'string' ? -1 : undefined)),
  },
  {
    id: 'resume-from-a-fraction',
    killedBy: 'resume.refuses-a-cursor-that-is-no-integer',
    description: 'A cursor with a fraction is cut to an integer.',
    wrap: replaceCursor((cursor) =>
      typeof cursor === 'number' && !Number.isInteger(cursor) ? Math.floor(cursor) : undefined,
    ),
  },
]
