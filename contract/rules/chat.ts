import { clause } from './rule.ts'

/** Rules of the chat requests (2.6, 4.2), the events (6) and the errors of resume (7). */
export const chatRules = {
  ...clause('2.6', {
    'chat.declared-types': 'Every field of the chat request body is declared as a string.',
    'chat.field-meanings': {
      says: '`conversation_id` is the conversation to continue, and `agent_id` is the agent to run.',
      excluded:
        'a resume shows the conversation of a turn; no response shows the effect of an agent or of images',
    },
  }),
  ...clause('4.2', {
    'chat.react-streams': 'POST /api/react runs the ReAct loop and streams its events.',
    'chat.dag-streams':
      'POST /api/dag runs the DAG planner pipeline and returns 200 with an SSE stream.',
  }),
  ...clause('5.R2', {
    'chat.body-token':
      'On react and dag the credential may be sent in the body field `token` instead.',
  }),
  ...clause('4.C1', {
    'chat.header': 'Every endpoint accepts `Authorization: Bearer`, also react and dag.',
  }),
  ...clause('4.2', {
    'chat.auto-exists': 'POST /api/auto exists.',
    'chat.auto-classifies': {
      says: 'A fast model classifies the query of POST /api/auto as ReAct or DAG.',
      excluded: 'the request, the response and the right mode of a query are not specified',
    },
    'chat.inject-exists': 'POST /api/chat/inject exists.',
    'resume.request': 'A resume requires `conversation_id` (string) and `cursor` (integer).',
    'resume.full-replay':
      'The cursor -1 requests a full replay from the start, as an SSE stream with status 200.',
    'resume.after-cursor':
      'A resume replays the stored events whose cursor is greater than the given one.',
    'resume.terminal': 'A resume stream ends with a terminal `resume_done` event.',
    'resume.stateless': 'A replay is stateless: it returns the same stored events each time.',
    'resume.no-rerun': 'A resume returns the stored turn; the agent does not run again.',
    'resume.interrupted':
      'A client can resume a turn whose stream was interrupted, and read it to its end.',
  }),
  ...clause('7', {
    'resume.unknown-conversation':
      'A resume of an unknown or invalid conversation is refused with 404 `conversation_not_found`.',
    'resume.foreign-conversation':
      "A resume of another user's conversation is refused with 404 `conversation_not_found`.",
    'resume.no-turn':
      'A resume without a stored assistant turn is refused with 404 `no_recent_assistant_message`.',
    'resume.invalid-cursor':
      'A cursor that is neither a non-negative integer nor -1 is refused with 400 `invalid_cursor`.',
  }),
  ...clause('6', {
    'events.framing': 'Each event has an `event:` line with its type and a `data:` line with JSON.',
    'events.types': 'Only the event types of the table are sent.',
  }),
  ...clause('1', {
    'events.progress': 'The progress of a turn is streamed while the turn runs.',
  }),
  ...clause('6', {
    'events.progress-of-steps': {
      says: '`step` reports a ReAct step; `step_progress` reports that a DAG step started, iterates or completed.',
      excluded: 'their payload fields are not specified, and a pipeline need not send either',
    },
    'events.step-tool-call': 'A `step` with a tool call has `type`, `tool` and `input`.',
    'events.thinking-delta': '`step` and `step_progress` may include `thinking_delta` text.',
    'events.phase': '`phase` reports a phase change: planning, executing, analyzing.',
    'events.compact': {
      says: '`compact` reports that the context was compacted.',
      excluded: 'it needs a long context, and the necessary length is not specified',
    },
    'events.answer': '`answer` has the `type` start, delta or done; a delta has `text`.',
    'events.done': '`done` is the final result, with `answer` (string) and `tokens` (integer).',
    'events.done-cache': '`done` may have a `cache` object with cache token counts.',
    'events.done-usage': {
      says: '`done` may have usage.',
      excluded: 'it may be absent, and the names of its fields are not specified',
    },
    'events.suggestions': '`suggestions` is an array of strings.',
    'events.title': '`title` is the generated conversation title.',
    'events.end': 'The data of `end` is an empty object.',
  }),
  ...clause('6.O1', {
    'events.end-is-last': '`end` is the last event of a stream.',
  }),
  ...clause('6.O3', {
    'events.suggestions-before-end':
      'The example stream of the specification has the suggestions before `end`.',
  }),
  ...clause('6', {
    'cursor.every-event': 'Every event has an integer `cursor`.',
    'cursor.increases': 'The cursor increases within a conversation.',
  }),
  ...clause('7', {
    'cursor.not-negative':
      'Every cursor of an event is a non-negative integer, so that a client can resume from it.',
  }),
  ...clause('6.O2', {
    'cursor.resume-exceeds':
      'A resume stream replays only events whose cursor exceeds the requested one.',
  }),
}
