import { deviates, open, openNumber, policy, specified, wire } from './choice.ts'

/** Choices about the events of streams (6). */
export const eventChoices = {
  'events.cursor-carrier': wire({
    question: 'Where is the cursor of a live event?',
    clause: '6: every event has one, its place is not specified',
    options: {
      'data-and-id': open('in `data.cursor` of objects, and on an `id:` line of every event'),
      'data-or-id': open('in `data.cursor` of objects; on an `id:` line of the others'),
      id: open('on an `id:` line'),
      wrapped: open('in `{cursor, data}` around every payload'),
      none: deviates('nowhere'),
    },
    default: 'data-and-id',
    shows: { replies: ['stream'] },
  }),
  'events.cursor-range': policy({
    question: 'In what range do cursors increase?',
    clause: '6',
    options: {
      conversation: specified('in the conversation'),
      turn: deviates('within a turn: each turn starts again'),
    },
    default: 'conversation',
    shows: { replies: ['stream'] },
  }),
  'events.cursor-step': policy({
    question: 'By how much do cursors increase?',
    clause: '6: not specified',
    options: { 1: open('by one'), step: openNumber('by another number') },
    default: '1',
    shows: { replies: ['stream'] },
  }),
  'events.first-cursor': policy({
    question: 'Which cursor has the first event of a conversation?',
    clause: '6: not specified',
    options: { 0: open('0'), later: openNumber('another number') },
    default: '0',
    unobservableWhen: [{ 'events.cursor-carrier': ['none'] }],
    shows: { replies: ['stream'] },
  }),
  'events.line-ends': wire({
    question: 'How do the lines of a stream end?',
    clause: '6: not specified',
    options: { lf: open('LF'), crlf: open('CRLF') },
    default: 'lf',
    shows: { replies: ['stream'] },
  }),
  'events.data-space': wire({
    question: 'Is there a space after the colon of a field?',
    clause: '6: not specified',
    options: { yes: open('yes'), no: open('no') },
    default: 'yes',
    shows: { replies: ['stream'] },
  }),
  'events.comments': wire({
    question: 'Does a stream begin with comments and a `retry:` line?',
    clause: '6: not specified',
    options: { no: open('no'), yes: open('yes') },
    default: 'no',
    shows: { replies: ['stream'] },
  }),
  'events.content-type': wire({
    question: 'Does the content type of a stream have a charset?',
    clause: '1.G1: not specified',
    options: { charset: open('yes: utf-8'), plain: open('no') },
    default: 'charset',
    shows: { replies: ['stream'] },
  }),
  'events.unlisted': policy({
    question: 'Does a stream have event types that the table does not list?',
    clause: '6: the table may be incomplete',
    options: { no: open('no'), heartbeat: open('yes: a `heartbeat` before the answer') },
    default: 'no',
    shows: { replies: ['stream'] },
  }),
  'events.extra-fields': wire({
    question:
      'Do payloads have the field names that web clients read, besides those of the specification?',
    clause: '6: not specified',
    options: { both: open('yes'), documented: open('no') },
    default: 'both',
    unobservableWhen: [{ 'events.answer-names': ['status'], 'events.step-names': ['prefixed'] }],
    shows: { events: ['answer', 'step', 'step_progress', 'suggestions'] },
  }),
  'events.answer-names': wire({
    question: 'What are the fields of `answer` called?',
    clause: '6',
    options: { documented: specified('`type`, `text`'), status: deviates('`status`, `content`') },
    default: 'documented',
    shows: { events: ['answer'] },
  }),
  'events.step-names': wire({
    question: 'What are the fields of a tool call called?',
    clause: '6',
    options: {
      documented: specified('`tool`, `input`'),
      prefixed: deviates('`tool_name`, `tool_args`, and thinking as `content`'),
    },
    default: 'documented',
    shows: { events: ['step', 'step_progress'] },
  }),
  'events.done-tokens': wire({
    question: 'Does `done` have `tokens`?',
    clause: '6',
    options: { present: specified('yes, an integer'), absent: deviates('no, only `usage`') },
    default: 'present',
    shows: { events: ['done'] },
  }),
  'events.suggestions-shape': wire({
    question: 'What is the payload of `suggestions`?',
    clause: '6',
    options: { array: specified('an array of strings'), items: open('`{items: […]}`') },
    default: 'array',
    shows: { events: ['suggestions'] },
  }),
  'events.suggestions': policy({
    question: 'When does a turn suggest follow-up questions?',
    clause: '6: not specified',
    options: {
      always: open('whenever the script has suggestions'),
      'by-agent': open('only if its agent is configured to'),
    },
    default: 'always',
    // `done` is listed because a turn without suggestions shows this choice, too.
    shows: { events: ['suggestions', 'done'] },
  }),
  'events.post-processing': policy({
    question: 'Is there an event between `done` and the suggestions?',
    clause: '6: the table lists none',
    options: { no: open('no'), yes: open('yes: `post_processing`') },
    default: 'no',
    shows: { events: ['suggestions'] },
  }),
  'events.tool-selection': policy({
    question: 'Does a turn send phases that the specification does not list?',
    clause: '6: the table names three phases',
    options: {
      no: open('no'),
      yes: open(
        'yes: `selecting_tools` on react, a `phase` event of its own form, and `replanning` before another round of a plan',
      ),
    },
    default: 'no',
    shows: { events: ['phase'] },
  }),
  'events.call-fields': policy({
    question: 'Which fields does a tool call have without a value of their own?',
    clause: '6: only `type`, `tool` and `input` are specified',
    options: {
      documented: open('`reasoning` is null if the script has none'),
      filled: open(
        '`reasoning` is always a text: the thought before the first call at its start, else an empty one; calls of a plan have `observation` and `error` from their start',
      ),
    },
    default: 'documented',
    shows: { events: ['step', 'step_progress'] },
  }),
  'events.step-usage': policy({
    question: 'Does a completed step of a plan have its own `usage`?',
    clause: '6: not specified',
    options: { no: open('no'), yes: open('yes, as in `done`') },
    default: 'no',
    shows: { events: ['step_progress'] },
  }),
  'events.inject': policy({
    question: 'How does a turn show an injected text?',
    clause: '6: not specified',
    options: {
      'id-and-phase': open('with its id and the current phase; the agent thinks on'),
      'by-mode': open(
        'with its id on react, where the agent starts to think anew in another iteration; with the phase on dag',
      ),
    },
    default: 'id-and-phase',
    shows: { events: ['inject'] },
  }),
  'events.step-moments': wire({
    question: 'How are the times of plan steps written?',
    clause: '1.G2',
    options: {
      iso: specified('like every date'),
      epoch: deviates('as seconds since 1970'),
    },
    default: 'iso',
    unobservableWhen: [{ 'records.timestamps': ['epoch'] }],
    shows: { events: ['step_progress', 'phase'] },
  }),
  'events.title': policy({
    question: 'Is the generated title sent on the stream?',
    clause: '6: the moment is not specified',
    options: {
      'after-suggestions': open('yes, after the suggestions'),
      'before-suggestions': open('yes, before the suggestions'),
      'after-end': openNumber(
        'no: it is stored so many seconds after the end of the first turn, if nothing was injected',
      ),
      never: open('no'),
    },
    default: 'after-suggestions',
    shows: { events: ['title', 'suggestions'] },
  }),
}
