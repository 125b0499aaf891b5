import { resume } from './call.ts'
import { answerAsFirstUser } from './issued-credentials.ts'
import { replaceCursor } from './resume-replays.ts'
import {
  refusal,
  hasObject,
  replaceValidationError,
  lacksField,
  mutants,
  refuseAs,
  respondWith,
} from './wrap.ts'
import { member } from '../session/json.ts'

/** Mutants that do not refuse a wrong resume, or refuse it in a wrong way. */
export const refusalMutants = mutants({
  'resume-of-the-unknown-is-400': {
    killedBy: 'resume.unknown-conversation-is-404',
    description: 'Resuming an unknown conversation responds with 400.',
    wrap: refuseAs(resume, 'conversation_not_found', 400, 'conversation_not_found'),
  },
  'resume-of-the-unknown-is-not-found': {
    killedBy: 'resume.unknown-conversation-has-its-code',
    description: 'Resuming an unknown conversation gets the code `not_found`.',
    wrap: refuseAs(resume, 'conversation_not_found', 404, 'not_found'),
  },
  'resume-of-a-malformed-id-is-400': {
    killedBy: 'resume.malformed-conversation-is-refused',
    description: 'Resuming an id with another format gets the code `bad_request`.',
    wrap: respondWith(
      resume,
      ({ body }, status) => status >= 400 && String(member(body, 'conversation_id')).includes(' '),
      refusal(400, 'bad_request'),
    ),
  },
  'resume-of-nothing-is-409': {
    killedBy: 'resume.without-a-turn-is-404',
    description: 'Resuming a conversation without a turn responds with 409.',
    wrap: refuseAs(resume, 'no_recent_assistant_message', 409, 'no_recent_assistant_message'),
  },
  'resume-of-nothing-is-not-found': {
    killedBy: 'resume.without-a-turn-has-its-code',
    description: 'Resuming a conversation without a turn gets the code `not_found`.',
    wrap: refuseAs(resume, 'no_recent_assistant_message', 404, 'not_found'),
  },
  'resume-tells-that-a-foreign-conversation-exists': {
    killedBy: 'resume.foreign-conversation-is-not-found',
    description: "Resuming another user's conversation gets the error for a missing turn.",
    wrap: refuseAs(resume, 'conversation_not_found', 404, 'no_recent_assistant_message'),
  },
  'resume-gives-away-a-foreign-turn': {
    killedBy: 'resume.foreign-turn-stays-hidden',
    description: "A resume replays another user's turn.",
    wrap: answerAsFirstUser(resume),
  },
  'resume-gives-away-the-rest-of-a-foreign-turn': {
    killedBy: 'resume.foreign-turn-stays-hidden',
    description: "A resume from a cursor of 0 or more replays another user's turn.",
    wrap: answerAsFirstUser(resume, ({ body }) => Number(member(body, 'cursor')) >= 0),
  },
  'resume-of-nowhere-is-400': {
    killedBy: 'resume.needs-a-conversation',
    description: 'A resume without `conversation_id` gets 400.',
    wrap: replaceValidationError(resume, lacksField('conversation_id'), 400, 'bad_request'),
  },
  'resume-of-nowhere-is-404': {
    killedBy: 'resume.needs-a-conversation',
    description: 'A resume without a conversation_id finds no conversation.',
    wrap: replaceValidationError(
      resume,
      lacksField('conversation_id'),
      404,
      'conversation_not_found',
    ),
  },
  'resume-of-an-object-is-400': {
    killedBy: 'resume.conversation-is-not-an-object',
    description: 'A resume with an object as `conversation_id` gets 400.',
    wrap: replaceValidationError(resume, hasObject('conversation_id'), 400, 'bad_request'),
  },
  'resume-guesses-the-cursor': {
    killedBy: 'resume.needs-a-cursor',
    description: 'A resume without a cursor uses -1.',
    wrap: replaceCursor((cursor) => (cursor === undefined ? -1 : undefined)),
  },
  'resume-from-below-replays-all': {
    killedBy: 'resume.below-minus-one-is-400',
    description: 'Any cursor below -1 is accepted as a full replay.',
    wrap: replaceCursor((cursor) => (Number(cursor) < -1 ? -1 : undefined)),
  },
  'invalid-cursor-is-a-bad-request': {
    killedBy: 'resume.below-minus-one-has-its-code',
    description: 'A cursor below -1 gets the code `bad_request`.',
    wrap: refuseAs(resume, 'invalid_cursor', 400, 'bad_request'),
  },
  'resume-from-any-word': {
    killedBy: 'resume.refuses-a-cursor-that-is-no-integer',
    description: 'A cursor that is a word is accepted as a full replay.',
    wrap: replaceCursor((cursor) => (typeof cursor === 'string' ? -1 : undefined)),
  },
  'resume-from-a-fraction': {
    killedBy: 'resume.refuses-a-cursor-that-is-no-integer',
    description: 'A cursor with a fraction is rounded down.',
    wrap: replaceCursor((cursor) =>
      typeof cursor === 'number' && !Number.isInteger(cursor) ? Math.floor(cursor) : undefined,
    ),
  },
})
