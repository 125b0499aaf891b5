/** Rules of the chat requests (2.6, 4.2), the events (6) and the errors of resume (7). */
export declare const chatRules: {
    readonly 'chat.declared-types': {
        readonly clause: '2.6';
        readonly says: 'Every field of the chat request body is declared as a string.';
    };
    readonly 'chat.field-meanings': {
        readonly clause: '2.6';
        readonly says: '`conversation_id` names the conversation to continue, `agent_id` the agent to run.';
        readonly excluded: 'resume shows where a turn went; what an agent or images make of it no words can tell';
    };
    readonly 'chat.react-streams': {
        readonly clause: '4.2';
        readonly says: 'POST /api/react runs the ReAct loop and streams its events.';
    };
    readonly 'chat.dag-streams': {
        readonly clause: '4.2';
        readonly says: 'POST /api/dag runs the DAG planner pipeline and answers 200 with an SSE stream.';
    };
    readonly 'chat.body-token': {
        readonly clause: '5.R2';
        readonly says: 'On react and dag the credential may be sent in the body field `token` instead.';
    };
    readonly 'chat.header': {
        readonly clause: '4.C1';
        readonly says: 'Every endpoint, so react and dag too, accepts `Authorization: Bearer`.';
    };
    readonly 'chat.auto-exists': {
        readonly clause: '4.2';
        readonly says: 'POST /api/auto exists.';
    };
    readonly 'chat.auto-classifies': {
        readonly clause: '4.2';
        readonly says: 'A fast model classifies the query of POST /api/auto as ReAct or DAG.';
        readonly excluded: 'neither the request, nor the reply, nor the right class of a query is shown';
    };
    readonly 'chat.inject-exists': {
        readonly clause: '4.2';
        readonly says: 'POST /api/chat/inject exists.';
    };
    readonly 'resume.request': {
        readonly clause: '4.2';
        readonly says: 'A resume names `conversation_id` (string) and `cursor` (integer), both required.';
    };
    readonly 'resume.full-replay': {
        readonly clause: '4.2';
        readonly says: 'The cursor -1 asks for a full replay from the start, answered 200 as an SSE stream.';
    };
    readonly 'resume.after-cursor': {
        readonly clause: '4.2';
        readonly says: 'A resume replays the stored events whose cursor is greater than the given one.';
    };
    readonly 'resume.terminal': {
        readonly clause: '4.2';
        readonly says: 'A resume stream ends with a terminal `resume_done` event.';
    };
    readonly 'resume.stateless': {
        readonly clause: '4.2';
        readonly says: 'A replay is stateless: it gives the stored events, each time the same.';
    };
    readonly 'resume.no-rerun': {
        readonly clause: '4.2';
        readonly says: 'A resume gives back the turn that ran; it does not run the agent again.';
    };
    readonly 'resume.interrupted': {
        readonly clause: '4.2';
        readonly says: 'A turn whose stream was interrupted can be re-subscribed to, and read to its end.';
    };
    readonly 'resume.unknown-conversation': {
        readonly clause: '7';
        readonly says: 'A resume of an unknown or invalid conversation is 404 `conversation_not_found`.';
    };
    readonly 'resume.foreign-conversation': {
        readonly clause: '7';
        readonly says: "A resume of another user's conversation is 404 `conversation_not_found`.";
    };
    readonly 'resume.no-turn': {
        readonly clause: '7';
        readonly says: 'A resume without a stored assistant turn is 404 `no_recent_assistant_message`.';
    };
    readonly 'resume.invalid-cursor': {
        readonly clause: '7';
        readonly says: 'A cursor that is neither a non-negative integer nor -1 is 400 `invalid_cursor`.';
    };
    readonly 'events.framing': {
        readonly clause: '6';
        readonly says: 'Each event has a line `event: <type>` and a line `data: <JSON>`.';
    };
    readonly 'events.types': {
        readonly clause: '6';
        readonly says: 'The event types are those of the table.';
    };
    readonly 'events.progress': {
        readonly clause: '1';
        readonly says: 'The progress of a turn is streamed while it runs.';
    };
    readonly 'events.progress-of-steps': {
        readonly clause: '6';
        readonly says: '`step` tells a ReAct step; `step_progress` that a DAG step started, iterates, completed.';
        readonly excluded: 'their payload fields are not shown, and no pipeline is bound to send either';
    };
    readonly 'events.step-tool-call': {
        readonly clause: '6';
        readonly says: 'A `step` with a tool call carries `type`, `tool` and `input`.';
    };
    readonly 'events.thinking-delta': {
        readonly clause: '6';
        readonly says: '`step` and `step_progress` may include `thinking_delta` text.';
    };
    readonly 'events.phase': {
        readonly clause: '6';
        readonly says: '`phase` tells a phase change: planning, executing, analyzing.';
    };
    readonly 'events.compact': {
        readonly clause: '6';
        readonly says: '`compact` tells that the context was compacted.';
        readonly excluded: 'only a context of a length that is not shown brings one about';
    };
    readonly 'events.answer': {
        readonly clause: '6';
        readonly says: '`answer` has the `type` start, delta or done; a delta carries `text`.';
    };
    readonly 'events.done': {
        readonly clause: '6';
        readonly says: '`done` is the final result, with `answer` (string) and `tokens` (integer).';
    };
    readonly 'events.done-cache': {
        readonly clause: '6';
        readonly says: '`done` may carry a `cache` sub-object with cache token counts.';
    };
    readonly 'events.done-usage': {
        readonly clause: '6';
        readonly says: '`done` may carry usage.';
        readonly excluded: 'it may be absent, and the names of its fields are not shown';
    };
    readonly 'events.suggestions': {
        readonly clause: '6';
        readonly says: '`suggestions` is an array of strings.';
    };
    readonly 'events.title': {
        readonly clause: '6';
        readonly says: '`title` is the generated conversation title.';
    };
    readonly 'events.end': {
        readonly clause: '6';
        readonly says: 'The data of `end` is an empty object.';
    };
    readonly 'events.end-is-last': {
        readonly clause: '6.O1';
        readonly says: '`end` is the last event of a stream.';
    };
    readonly 'events.suggestions-before-end': {
        readonly clause: '6.O3';
        readonly says: 'The sample stream shows the suggestions before `end`.';
    };
    readonly 'cursor.every-event': {
        readonly clause: '6';
        readonly says: 'Every event carries an integer `cursor`.';
    };
    readonly 'cursor.increases': {
        readonly clause: '6';
        readonly says: 'The cursor increases within a conversation.';
    };
    readonly 'cursor.not-negative': {
        readonly clause: '7';
        readonly says: 'A cursor that can be given back to resume is a non-negative integer.';
    };
    readonly 'cursor.resume-exceeds': {
        readonly clause: '6.O2';
        readonly says: 'A resume stream replays only events whose cursor exceeds the requested one.';
    };
};
