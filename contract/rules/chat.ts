import type { Rule } from './rule.ts'

/** Rules of the chat requests (2.6, 4.2), the events (6) and the errors of resume (7). */
export const chatRules = {
  'chat.declared-types': {
    clause: '2.6',
    says: 'Every field of the chat request body is declared as a string.',
  },
  'chat.field-meanings': {
    clause: '2.6',
    says: '`conversation_id` is the conversation to continue, and `agent_id` is the agent to run.',
    excluded:
      'a resume shows the conversation of a turn; no response shows the effect of an agent or of images',
  },
  'chat.react-streams': {
    clause: '4.2',
    says: 'POST /api/react runs the ReAct loop and streams its events.',
  },
  'chat.dag-streams': {
    clause: '4.2',
    says: 'POST /api/dag runs the DAG planner pipeline and returns 200 with an SSE stream.',
  },
  'chat.body-token': {
    clause: '5.R2',
    says: 'On react and dag the credential may be sent in the body field `token` instead.',
  },
  'chat.header': {
    clause: '4.C1',
    says: 'Every endpoint accepts `Authorization: Bearer`, also react and dag.',
  },
  'chat.auto-exists': { clause: '4.2', says: 'POST /api/auto exists.' },
  'chat.auto-classifies': {
    clause: '4.2',
    says: 'A fast model classifies the query of POST /api/auto as ReAct or DAG.',
    excluded: 'the request, the response and the right mode of a query are not specified',
  },
  'chat.inject-exists': { clause: '4.2', says: 'POST /api/chat/inject exists.' },

  'resume.request': {
    clause: '4.2',
    says: 'A resume requires `conversation_id` (string) and `cursor` (integer).',
  },
  'resume.full-replay': {
    clause: '4.2',
    says: 'The cursor -1 requests a full replay from the start, as an SSE stream with status 200.',
  },
  'resume.after-cursor': {
    clause: '4.2',
    says: 'A resume replays the stored events whose cursor is greater than the given one.',
  },
  'resume.terminal': {
    clause: '4.2',
    says: 'A resume stream ends with a terminal `resume_done` event.',
  },
  'resume.stateless': {
    clause: '4.2',
    says: 'A replay is stateless: it returns the same stored events each time.',
  },
  'resume.no-rerun': {
    clause: '4.2',
    says: 'A resume returns the stored turn; the agent does not run again.',
  },
  'resume.interrupted': {
    clause: '4.2',
    says: 'A client can resume a turn whose stream was interrupted, and read it to its end.',
  },
  'resume.unknown-conversation': {
    clause: '7',
    says: 'A resume of an unknown or invalid conversation is refused with 404 `conversation_not_found`.',
  },
  'resume.foreign-conversation': {
    clause: '7',
    says: "A resume of another user's conversation is refused with 404 `conversation_not_found`.",
  },
  'resume.no-turn': {
    clause: '7',
    says: 'A resume without a stored assistant turn is refused with 404 `no_recent_assistant_message`.',
  },
  'resume.invalid-cursor': {
    clause: '7',
    says: 'A cursor that is neither a non-negative integer nor -1 is refused with 400 `invalid_cursor`.',
  },

  'events.framing': {
    clause: '6',
    says: 'Each event has an `event:` line with its type and a `data:` line with JSON.',
  },
  'events.types': { clause: '6', says: 'Only the event types of the table are sent.' },
  'events.progress': {
    clause: '1',
    says: 'The progress of a turn is streamed while the turn runs.',
  },
  'events.progress-of-steps': {
    clause: '6',
    says: '`step` reports a ReAct step; `step_progress` reports that a DAG step started, iterates or completed.',
    excluded: 'their payload fields are not specified, and a pipeline need not send either',
  },
  'events.step-tool-call': {
    clause: '6',
    says: 'A `step` with a tool call has `type`, `tool` and `input`.',
  },
  'events.thinking-delta': {
    clause: '6',
    says: '`step` and `step_progress` may include `thinking_delta` text.',
  },
  'events.phase': {
    clause: '6',
    says: '`phase` reports a phase change: planning, executing, analyzing.',
  },
  'events.compact': {
    clause: '6',
    says: '`compact` reports that the context was compacted.',
    excluded: 'it needs a long context, and the necessary length is not specified',
  },
  'events.answer': {
    clause: '6',
    says: '`answer` has the `type` start, delta or done; a delta has `text`.',
  },
  'events.done': {
    clause: '6',
    says: '`done` is the final result, with `answer` (string) and `tokens` (integer).',
  },
  'events.done-cache': {
    clause: '6',
    says: '`done` may have a `cache` object with cache token counts.',
  },
  'events.done-usage': {
    clause: '6',
    says: '`done` may have usage.',
    excluded: 'it may be absent, and the names of its fields are not specified',
  },
  'events.suggestions': { clause: '6', says: '`suggestions` is an array of strings.' },
  'events.title': { clause: '6', says: '`title` is the generated conversation title.' },
  'events.end': { clause: '6', says: 'The data of `end` is an empty object.' },
  'events.end-is-last': { clause: '6.O1', says: '`end` is the last event of a stream.' },
  'events.suggestions-before-end': {
    clause: '6.O3',
    says: 'The example stream of the specification has the suggestions before `end`.',
  },

  'cursor.every-event': { clause: '6', says: 'Every event has an integer `cursor`.' },
  'cursor.increases': { clause: '6', says: 'The cursor increases within a conversation.' },
  'cursor.not-negative': {
    clause: '7',
    says: 'Every cursor of an event is a non-negative integer, so that a client can resume from it.',
  },
  'cursor.resume-exceeds': {
    clause: '6.O2',
    says: 'A resume stream replays only events whose cursor exceeds the requested one.',
  },
} as const satisfies Record<string, Rule>
