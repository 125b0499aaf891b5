import { deviates, open, openNumber, policy, specified, unseen, wire } from './choice.ts'

/** Choices about turns and resume (4.2, 6). */
export const turnChoices = {
  'turn.on-disconnect': policy({
    question: 'What happens to a turn whose client disconnects?',
    clause: '4.2: clients re-subscribe to an interrupted turn, and the agent does not run again',
    options: {
      'goes-on': specified('it continues'),
      cancels: deviates('it is cancelled, and nothing is stored'),
    },
    default: 'goes-on',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'] },
  }),
  'turn.concurrent': policy({
    question: 'What happens to a turn while another one runs in the conversation?',
    clause: '4.2: not specified',
    options: { 'side-by-side': open('both run'), refused: open('409') },
    default: 'side-by-side',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'], conditions: ['turn-running'] },
  }),
  'turn.without-conversation': policy({
    question: 'What happens to a turn without a conversation?',
    clause: '2.6: not specified',
    options: {
      'not-stored': open('it runs, and nothing is stored'),
      'makes-one': open('a conversation is created for it'),
    },
    default: 'not-stored',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'], without: 'conversation_id' },
  }),
  'turn.unknown-agent': policy({
    question: 'What happens to a turn with an agent that the caller cannot see?',
    clause: '2.6: not specified',
    options: { ignored: open('it runs without an agent'), refused: open('404') },
    default: 'ignored',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'], with: 'agent_id' },
  }),
  'turn.failure': policy({
    question: 'What does a turn look like that fails?',
    clause: '6: the table has no event for it',
    options: {
      'error-event': open('an `error` event with a code and a message, then `end`'),
      'done-text': open(
        'a `done` whose answer begins with the error, with no iterations and without usage, then `end`',
      ),
    },
    default: 'error-event',
    shows: { events: ['error'] },
  }),
  'turn.given-title': policy({
    question: 'Does the first turn replace a title that the client gave?',
    clause: '4.2: not specified',
    options: { kept: open('no'), replaced: open('yes, with the generated one') },
    default: 'kept',
    unobservableWhen: [{ 'events.title': ['never'] }],
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'] },
  }),
  'chat.query': policy({
    question: 'Must a chat request have a query?',
    clause: '2.6: not specified',
    options: { required: open('yes'), optional: open('no: the default is an empty text') },
    default: 'required',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'] },
  }),
  'chat.query-length': policy({
    question: 'How long may a query be?',
    clause: '8: not specified',
    options: {
      unlimited: open('as long as the body'),
      characters: openNumber('a number of characters'),
    },
    default: 'unlimited',
    shows: { endpoints: ['chat.react', 'chat.dag', 'chat.auto'] },
  }),
  'chat.routing-event': policy({
    question: 'Does `/api/auto` send how it classified the query?',
    clause: '4.2: not specified',
    options: { first: open('yes, in its first event, `routing`'), absent: open('no') },
    default: 'first',
    unobservableWhen: [{ 'auth.chat-header': ['ignored'], 'auth.auto-body-token': ['ignored'] }],
    shows: { endpoints: ['chat.auto'] },
  }),
  'chat.inject-without-turn': wire({
    question: 'What is the response to an inject while no turn runs?',
    clause: '4.2: not specified',
    options: { not_found: open('404 `not_found`'), conflict: open('409 `conflict`') },
    default: 'not_found',
    shows: { conditions: ['turn-not-running'] },
  }),

  'resume.mid-turn': policy({
    question: 'What does a resume send while the turn still runs?',
    clause: '4.2',
    options: {
      follow: open('the stored events, then new ones until the end of the turn'),
      stored: open('the events stored so far'),
      previous: deviates('the previous turn: a turn is only stored when it is done'),
    },
    default: 'follow',
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.replay-range': policy({
    question: 'Which turns does a replay cover?',
    clause: "4.2: the stored events of the conversation's assistant message",
    options: {
      'newest-turn': open('the newest'),
      conversation: open('all turns of the conversation'),
    },
    default: 'newest-turn',
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.frame': wire({
    question: 'What does a replayed event look like?',
    clause: '4.2: not specified',
    options: { live: open('like the live event'), wrapped: open('as `{cursor, data}`') },
    default: 'live',
    unobservableWhen: [{ 'events.cursor-carrier': ['wrapped'] }],
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.end-replayed': policy({
    question: 'Is the `end` of a turn replayed before `resume_done`?',
    clause: '6.O1: two rules contradict each other',
    options: { no: open('no'), yes: open('yes') },
    default: 'no',
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.done-stored': policy({
    question: 'Is the `done` of a turn replayed?',
    clause: '4.2: not specified',
    options: { yes: open('yes'), no: open('no') },
    default: 'yes',
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.done-payload': wire({
    question: 'What does `resume_done` contain?',
    clause: '6: not specified',
    options: { counts: open('`{replayed, last_cursor}`'), empty: open('nothing') },
    default: 'counts',
    shows: { events: ['resume_done'] },
  }),
  'resume.live-only': policy({
    question: 'Are there events that come only live?',
    clause: '4.2, 6: every event carries a cursor',
    options: {
      none: specified('no'),
      progress: unseen(
        'yes: `routing` and the thinking of plan steps have no cursor, and are not stored',
        'the suite asks `/api/auto` for no turn, and its plans need not think',
      ),
    },
    default: 'none',
    unobservableWhen: [
      { 'auth.chat-header': ['ignored'], 'auth.auto-body-token': ['ignored'] },
      { 'chat.routing-event': ['absent'] },
    ],
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.cursor-required': policy({
    question: 'Is the cursor of a resume required?',
    clause: '4.2',
    options: { required: specified('yes'), optional: deviates('no, -1 is the default') },
    default: 'required',
    shows: { endpoints: ['chat.resume'], without: 'cursor' },
  }),
  'resume.below-minus-one': policy({
    question: 'What is the response to a cursor below -1?',
    clause: '7',
    options: {
      invalid_cursor: specified('400 `invalid_cursor`'),
      accepted: deviates('as a full replay'),
    },
    default: 'invalid_cursor',
    shows: { endpoints: ['chat.resume'], conditions: ['cursor-invalid'] },
  }),
  'resume.non-integer-cursor': policy({
    question: 'What is the response to a cursor that is not an integer? Two rules apply.',
    clause: '7',
    options: { validation: open('422'), invalid_cursor: open('400 `invalid_cursor`') },
    default: 'validation',
    shows: { endpoints: ['chat.resume'] },
  }),
  'resume.body-token': policy({
    question: 'Does the body field `token` replace the header on resume?',
    clause: '5.R2: named for react and dag only',
    options: { ignored: open('no'), accepted: open('yes') },
    default: 'ignored',
    shows: { endpoints: ['chat.resume'], with: 'token' },
  }),
}
