import type { Rule } from './rules/rule.ts';
declare const table: {
    'credentials.bearer': {
        readonly clause: '5.R1';
        readonly says: 'A credential, API key or access token, is sent as `Authorization: Bearer`.';
    };
    'credentials.prefix': {
        readonly clause: '5.R3';
        readonly says: 'An API key starts with `svc_`; another prefix is rejected as an invalid token.';
    };
    'credentials.refresh': {
        readonly clause: '5.R4';
        readonly says: 'A refresh token obtained at login is exchanged for a new access token.';
    };
    'credentials.keys': {
        readonly clause: '5.R5';
        readonly says: 'A key belongs to a user account and authenticates as that user.';
    };
    'credentials.expiry': {
        readonly clause: '5';
        readonly says: 'A key lives until it is disabled, deleted or expired; an access token for 2 hours.';
    };
    'scopes.none-is-full': {
        readonly clause: '5.R6';
        readonly says: 'A key with no scopes has full access.';
    };
    'scopes.chat': {
        readonly clause: '5.R6';
        readonly says: 'The scope `chat` allows POST /api/react, /api/dag and /api/chat/inject.';
    };
    'scopes.agents': {
        readonly clause: '5.R6';
        readonly says: 'The scope `agents` allows GET /api/agents and GET /api/agents/{id}.';
    };
    'scopes.kb': {
        readonly clause: '5.R6';
        readonly says: 'The scope `kb` allows GET /api/knowledge-bases and POST …/{id}/retrieve.';
    };
    'scopes.connectors': {
        readonly clause: '5.R6';
        readonly says: 'The scope `connectors` allows connector CRUD.';
    };
    'scopes.admin': {
        readonly clause: '5.R6';
        readonly says: 'The scope `admin` allows administrative endpoints.';
    };
    'scopes.several': {
        readonly clause: '5.R6';
        readonly says: 'A key may have several scopes in its one string; how they are written is not shown.';
    };
    'scopes.refusal': {
        readonly clause: '5.R8';
        readonly says: 'A scoped key that lacks the needed scope is rejected as forbidden.';
    };
    'credentials.disabled': {
        readonly clause: '5.R7';
        readonly says: 'A disabled key is rejected as unauthorized.';
    };
    'credentials.deleted': {
        readonly clause: '5.R7';
        readonly says: 'A deleted key is rejected as an invalid token.';
    };
    'errors.unauthorized': {
        readonly clause: '7';
        readonly says: 'Without a credential a request is rejected with 401 `unauthorized`.';
    };
    'errors.forbidden': {
        readonly clause: '7';
        readonly says: 'The lack of a scope is 403 `forbidden`.';
    };
    'errors.restricted-account': {
        readonly clause: '7';
        readonly says: 'A restricted account is 403 `forbidden`.';
        readonly excluded: 'nothing in the described interface restricts an account';
    };
    'errors.not-found': {
        readonly clause: '7';
        readonly says: 'A resource that does not exist is 404 `not_found`.';
    };
    'errors.bad-request': {
        readonly clause: '7';
        readonly says: 'Invalid request parameters are 400 `bad_request`.';
        readonly excluded: 'failed validation is 422, and which other parameters are invalid is not shown';
    };
    'errors.rate-limit': {
        readonly clause: '7';
        readonly says: 'Too many requests are 429 `rate_limit_exceeded`; planned, not enforced per key.';
        readonly excluded: 'it is declared as planned';
    };
    'errors.internal': {
        readonly clause: '7';
        readonly says: 'A server error is 500 `internal_error`.';
        readonly excluded: 'a client cannot provoke one; where one comes, the passive checks judge its body';
    };
    'errors.invalid-token': {
        readonly clause: '7';
        readonly says: 'A malformed token, a wrong prefix, an expired or deleted key is `invalid_token`.';
    };
    'errors.token-expired': {
        readonly clause: '7';
        readonly says: 'A token that has expired is `token_expired`, or `invalid_token` by the row above it.';
    };
    'errors.table': {
        readonly clause: '7';
        readonly says: 'A code of the error table comes with the status that the table gives it.';
    };
    'errors.unreadable': {
        readonly clause: '7';
        readonly says: 'Unknown routes, wrong methods and unreadable bodies are refused; how is not shown.';
    };
    'limits.key-requests': {
        readonly clause: '8';
        readonly says: 'No per-key request limits are enforced.';
    };
    'limits.quotas': {
        readonly clause: '8';
        readonly says: 'Per-user quotas are enforced with 429; 0 is unlimited, empty inherits the default.';
        readonly excluded: 'quotas are set by administrators through endpoints that are not described';
    };
    'limits.workflows': {
        readonly clause: '8';
        readonly says: 'Workflow runs: 10 a minute, 3 at once, 10 minutes long; batches of up to 100, by 1 to 10.';
        readonly excluded: 'the shapes of workflow requests are not shown';
    };
    'versioning.no-path': {
        readonly clause: '9.1';
        readonly says: 'The version is not part of the URL path.';
        readonly excluded: 'each check that uses an unversioned path shows it';
    };
    'versioning.breaking': {
        readonly clause: '9.2';
        readonly says: 'Breaking changes come with major versions and a migration period.';
        readonly excluded: 'it is a promise about releases, not about answers';
    };
    'versioning.published': {
        readonly clause: '9.3';
        readonly says: 'The overview states version v0.8.0, the description of the key list 0.8.9.';
    };
    'versioning.no-selector': {
        readonly clause: '9.4';
        readonly says: 'No request header or parameter selects a version.';
    };
    'chat.declared-types': {
        readonly clause: '2.6';
        readonly says: 'Every field of the chat request body is declared as a string.';
    };
    'chat.field-meanings': {
        readonly clause: '2.6';
        readonly says: '`conversation_id` names the conversation to continue, `agent_id` the agent to run.';
        readonly excluded: 'resume shows where a turn went; what an agent or images make of it no words can tell';
    };
    'chat.react-streams': {
        readonly clause: '4.2';
        readonly says: 'POST /api/react runs the ReAct loop and streams its events.';
    };
    'chat.dag-streams': {
        readonly clause: '4.2';
        readonly says: 'POST /api/dag runs the DAG planner pipeline and answers 200 with an SSE stream.';
    };
    'chat.body-token': {
        readonly clause: '5.R2';
        readonly says: 'On react and dag the credential may be sent in the body field `token` instead.';
    };
    'chat.header': {
        readonly clause: '4.C1';
        readonly says: 'Every endpoint, so react and dag too, accepts `Authorization: Bearer`.';
    };
    'chat.auto-exists': {
        readonly clause: '4.2';
        readonly says: 'POST /api/auto exists.';
    };
    'chat.auto-classifies': {
        readonly clause: '4.2';
        readonly says: 'A fast model classifies the query of POST /api/auto as ReAct or DAG.';
        readonly excluded: 'neither the request, nor the reply, nor the right class of a query is shown';
    };
    'chat.inject-exists': {
        readonly clause: '4.2';
        readonly says: 'POST /api/chat/inject exists.';
    };
    'resume.request': {
        readonly clause: '4.2';
        readonly says: 'A resume names `conversation_id` (string) and `cursor` (integer), both required.';
    };
    'resume.full-replay': {
        readonly clause: '4.2';
        readonly says: 'The cursor -1 asks for a full replay from the start, answered 200 as an SSE stream.';
    };
    'resume.after-cursor': {
        readonly clause: '4.2';
        readonly says: 'A resume replays the stored events whose cursor is greater than the given one.';
    };
    'resume.terminal': {
        readonly clause: '4.2';
        readonly says: 'A resume stream ends with a terminal `resume_done` event.';
    };
    'resume.stateless': {
        readonly clause: '4.2';
        readonly says: 'A replay is stateless: it gives the stored events, each time the same.';
    };
    'resume.no-rerun': {
        readonly clause: '4.2';
        readonly says: 'A resume gives back the turn that ran; it does not run the agent again.';
    };
    'resume.interrupted': {
        readonly clause: '4.2';
        readonly says: 'A turn whose stream was interrupted can be re-subscribed to, and read to its end.';
    };
    'resume.unknown-conversation': {
        readonly clause: '7';
        readonly says: 'A resume of an unknown or invalid conversation is 404 `conversation_not_found`.';
    };
    'resume.foreign-conversation': {
        readonly clause: '7';
        readonly says: "A resume of another user's conversation is 404 `conversation_not_found`.";
    };
    'resume.no-turn': {
        readonly clause: '7';
        readonly says: 'A resume without a stored assistant turn is 404 `no_recent_assistant_message`.';
    };
    'resume.invalid-cursor': {
        readonly clause: '7';
        readonly says: 'A cursor that is neither a non-negative integer nor -1 is 400 `invalid_cursor`.';
    };
    'events.framing': {
        readonly clause: '6';
        readonly says: 'Each event has a line `event: <type>` and a line `data: <JSON>`.';
    };
    'events.types': {
        readonly clause: '6';
        readonly says: 'The event types are those of the table.';
    };
    'events.progress': {
        readonly clause: '1';
        readonly says: 'The progress of a turn is streamed while it runs.';
    };
    'events.progress-of-steps': {
        readonly clause: '6';
        readonly says: '`step` tells a ReAct step; `step_progress` that a DAG step started, iterates, completed.';
        readonly excluded: 'their payload fields are not shown, and no pipeline is bound to send either';
    };
    'events.step-tool-call': {
        readonly clause: '6';
        readonly says: 'A `step` with a tool call carries `type`, `tool` and `input`.';
    };
    'events.thinking-delta': {
        readonly clause: '6';
        readonly says: '`step` and `step_progress` may include `thinking_delta` text.';
    };
    'events.phase': {
        readonly clause: '6';
        readonly says: '`phase` tells a phase change: planning, executing, analyzing.';
    };
    'events.compact': {
        readonly clause: '6';
        readonly says: '`compact` tells that the context was compacted.';
        readonly excluded: 'only a context of a length that is not shown brings one about';
    };
    'events.answer': {
        readonly clause: '6';
        readonly says: '`answer` has the `type` start, delta or done; a delta carries `text`.';
    };
    'events.done': {
        readonly clause: '6';
        readonly says: '`done` is the final result, with `answer` (string) and `tokens` (integer).';
    };
    'events.done-cache': {
        readonly clause: '6';
        readonly says: '`done` may carry a `cache` sub-object with cache token counts.';
    };
    'events.done-usage': {
        readonly clause: '6';
        readonly says: '`done` may carry usage.';
        readonly excluded: 'it may be absent, and the names of its fields are not shown';
    };
    'events.suggestions': {
        readonly clause: '6';
        readonly says: '`suggestions` is an array of strings.';
    };
    'events.title': {
        readonly clause: '6';
        readonly says: '`title` is the generated conversation title.';
    };
    'events.end': {
        readonly clause: '6';
        readonly says: 'The data of `end` is an empty object.';
    };
    'events.end-is-last': {
        readonly clause: '6.O1';
        readonly says: '`end` is the last event of a stream.';
    };
    'events.suggestions-before-end': {
        readonly clause: '6.O3';
        readonly says: 'The sample stream shows the suggestions before `end`.';
    };
    'cursor.every-event': {
        readonly clause: '6';
        readonly says: 'Every event carries an integer `cursor`.';
    };
    'cursor.increases': {
        readonly clause: '6';
        readonly says: 'The cursor increases within a conversation.';
    };
    'cursor.not-negative': {
        readonly clause: '7';
        readonly says: 'A cursor that can be given back to resume is a non-negative integer.';
    };
    'cursor.resume-exceeds': {
        readonly clause: '6.O2';
        readonly says: 'A resume stream replays only events whose cursor exceeds the requested one.';
    };
    'requests.bearer': {
        readonly clause: '4.C1';
        readonly says: 'Every endpoint accepts `Authorization: Bearer` with an access token or an API key.';
    };
    'requests.validation': {
        readonly clause: '4.C2';
        readonly says: 'Input that fails validation is answered 422 on every endpoint.';
    };
    'lists.page-parameter': {
        readonly clause: '4.C3';
        readonly says: 'Lists accept `page`, an integer of at least 1, by default 1.';
    };
    'lists.size-parameter': {
        readonly clause: '4.C3';
        readonly says: 'Lists accept `size`, an integer from 1 to 100, by default 20.';
    };
    'keys.list': {
        readonly clause: '4.1';
        readonly says: "GET /api/me/api-keys lists the user's own keys in a page of key records.";
    };
    'keys.create': {
        readonly clause: '4.1';
        readonly says: 'POST /api/me/api-keys creates a key and shows its record and its full value.';
    };
    'keys.create-body': {
        readonly clause: '4.1';
        readonly says: 'A key is created from `name` (string, required) and `scopes` (string, optional).';
    };
    'keys.expiration': {
        readonly clause: '4.1';
        readonly says: 'A key may be given an expiration date; the body field for it is not shown.';
    };
    'keys.set-active': {
        readonly clause: '4.1';
        readonly says: 'PATCH /api/me/api-keys/{key_id}/active answers 200 with the key record, changed.';
    };
    'keys.set-active-body': {
        readonly clause: '4.1';
        readonly says: 'The body of that PATCH is `is_active`, a boolean, required.';
    };
    'keys.deletion-exists': {
        readonly clause: '4.1';
        readonly says: 'Permanent deletion of a key exists; its method and path are not shown.';
    };
    'conversations.create': {
        readonly clause: '4.3';
        readonly says: 'POST /api/conversations answers 200 with a success envelope.';
    };
    'conversations.create-body': {
        readonly clause: '4.3';
        readonly says: 'A conversation is created from `title`, `mode`, `agent_id`, `model_name`: strings.';
    };
    'conversations.create-defaults': {
        readonly clause: '4.3';
        readonly says: 'Without them `title` is the empty string and `mode` is `auto`.';
    };
    'conversations.list': {
        readonly clause: '4.3';
        readonly says: 'GET /api/conversations answers 200 with a page.';
    };
    'conversations.search': {
        readonly clause: '4.3';
        readonly says: 'The conversation list takes one further string of 1 to 200 characters.';
    };
    'conversations.update': {
        readonly clause: '4.3';
        readonly says: 'PATCH /api/conversations/{conversation_id} answers 200 with a success envelope.';
    };
    'conversations.update-body': {
        readonly clause: '4.3';
        readonly says: 'A conversation is updated by `title` (string) and `starred` (boolean).';
    };
    'knowledge-bases.retrieve': {
        readonly clause: '4.4';
        readonly says: 'POST /api/knowledge-bases/{id}/retrieve exists; its shapes are not shown.';
    };
    'agents.read': {
        readonly clause: '4.5';
        readonly says: 'GET /api/agents/{agent_id} answers 200 with a success envelope.';
    };
    'auth.login': {
        readonly clause: '4.6';
        readonly says: 'POST /api/auth/login answers 200 with the login response to e-mail and password.';
    };
    'auth.login-body': {
        readonly clause: '4.6';
        readonly says: 'A login takes `email` and `password`, both strings.';
    };
    'auth.refresh': {
        readonly clause: '4.6';
        readonly says: 'POST /api/auth/refresh returns a new access token without logging in again.';
    };
    'auth.refresh-shape': {
        readonly clause: '4.6';
        readonly says: 'The response of a refresh has the shape of the login response (only implied).';
    };
    'auth.refresh-body': {
        readonly clause: '4.6';
        readonly says: 'A refresh takes `refresh_token`, a string.';
    };
    'auth.verify': {
        readonly clause: '4.6';
        readonly says: 'GET /api/auth/verify is used to check whether a token has expired.';
    };
    'operations.named': {
        readonly clause: '4.7';
        readonly says: 'Operations on connectors, channels, workflows … and for administration exist by name.';
    };
    'bodies.json': {
        readonly clause: '1.G1';
        readonly says: 'Request and response bodies are JSON, except those of the streaming endpoints.';
    };
    'paths.below-api': {
        readonly clause: '1';
        readonly says: 'Every path starts with `/api` and is appended to the root address of the deployment.';
        readonly excluded: 'each check that reaches an operation shows it';
    };
    'timestamps.iso': {
        readonly clause: '1.G2';
        readonly says: 'All timestamps are ISO 8601.';
    };
    'timestamps.utc': {
        readonly clause: '1.G2';
        readonly says: 'All timestamps are in UTC.';
    };
    'lists.paginated': {
        readonly clause: '1.G3';
        readonly says: 'Lists (of keys, conversations, knowledge bases, agents) answer 200 with a page.';
    };
    'key-record.id': {
        readonly clause: '2.1';
        readonly says: 'A key record has an `id`, a string.';
    };
    'key-record.name': {
        readonly clause: '2.1';
        readonly says: 'A key record has a `name`, the label given at creation, a string.';
    };
    'key-record.prefix': {
        readonly clause: '2.1';
        readonly says: '`key_prefix` of a key record is the first 8 characters of the full key.';
    };
    'key-record.scopes': {
        readonly clause: '2.1';
        readonly says: '`scopes` of a key record is a string, or null or absent for full access.';
    };
    'key-record.is-active': {
        readonly clause: '2.1';
        readonly says: 'A key record has `is_active`, a boolean: whether the key can authenticate.';
    };
    'key-record.moments': {
        readonly clause: '2.1';
        readonly says: '`expires_at`, if an expiry was set, and `last_used_at` are date-times, null or absent.';
    };
    'key-record.created-at': {
        readonly clause: '2.1';
        readonly says: 'A key record has `created_at`, its creation timestamp, a string.';
    };
    'key-record.total-requests': {
        readonly clause: '2.1';
        readonly says: '`total_requests` of a key record counts the requests made with it, by default 0.';
    };
    'key-record.shown-once': {
        readonly clause: '2.1.R1';
        readonly says: 'The full key is shown only once, when the key is created; the record never has it.';
    };
    'key-record.literal-prefix': {
        readonly clause: '2.1.R2';
        readonly says: 'A full key starts with the literal prefix `svc_`.';
    };
    'key-record.usage-visible': {
        readonly clause: '2.1.R3';
        readonly says: 'The usage of a key (`last_used_at`, `total_requests`) is visible in its record.';
    };
    'page.items': {
        readonly clause: '2.2';
        readonly says: 'A page has `items`, an array of the listed resource.';
    };
    'page.total': {
        readonly clause: '2.2';
        readonly says: 'A page has `total`, the number of all items.';
    };
    'page.page': {
        readonly clause: '2.2';
        readonly says: 'A page has `page`, the current page, starting at 1.';
    };
    'page.size': {
        readonly clause: '2.2';
        readonly says: 'A page has `size`, the number of items per page.';
    };
    'page.pages': {
        readonly clause: '2.2';
        readonly says: 'A page has `pages`, the number of pages.';
    };
    'success.flag': {
        readonly clause: '2.3';
        readonly says: 'A success envelope has `success` true.';
    };
    'success.no-error': {
        readonly clause: '2.3';
        readonly says: '`error` is present in an envelope on failure only.';
    };
    'success.data': {
        readonly clause: '2.3';
        readonly says: 'A success envelope has its payload in `data`; many non-list endpoints answer so.';
    };
    'errors.envelope': {
        readonly clause: '2.3';
        readonly says: 'An error has `success` false, `error` (a code) and `message`, both strings.';
    };
    'errors.machine-readable': {
        readonly clause: '2.3';
        readonly says: 'The `error` of an error is machine-readable.';
    };
    'validation.detail': {
        readonly clause: '2.4';
        readonly says: 'The body of a 422 may have `detail`, an array of items.';
    };
    'validation.loc': {
        readonly clause: '2.4';
        readonly says: 'An item has `loc`, the location of the bad input: an array of strings and integers.';
    };
    'validation.msg': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` has `msg`, a string.';
    };
    'validation.type': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` has `type`, a string.';
    };
    'validation.extras': {
        readonly clause: '2.4';
        readonly says: 'An item of `detail` may have `input`, and `ctx`, an object.';
    };
    'conversation-record.owner': {
        readonly clause: '2.5';
        readonly says: 'Conversations belong to an authenticated user.';
    };
    'conversation-record.kb-ids': {
        readonly clause: '2.5';
        readonly says: 'A conversation carries `kb_ids`; its other fields are not shown.';
    };
    'login-response.access-token': {
        readonly clause: '2.7';
        readonly says: 'A login response has `access_token`, a JWT.';
    };
    'login-response.refresh-token': {
        readonly clause: '2.7';
        readonly says: 'A login response has `refresh_token`, a JWT.';
    };
    'login-response.token-type': {
        readonly clause: '2.7';
        readonly says: '`token_type` of a login response is `bearer`.';
    };
    'login-response.expires-in': {
        readonly clause: '2.7';
        readonly says: '`expires_in` of a login response is the integer 7200, in seconds.';
    };
    'login-response.user': {
        readonly clause: '2.7';
        readonly says: 'A login response has `user`, an object.';
    };
    'listed.identifiers': {
        readonly clause: '2.8';
        readonly says: 'Agents and knowledge bases have identifiers; their other fields are not shown.';
    };
    'keys.disable': {
        readonly clause: '3';
        readonly says: 'A key set to `is_active` false is inactive: it is rejected, its record is kept.';
    };
    'keys.enable': {
        readonly clause: '3';
        readonly says: 'A key set back to `is_active` true is active: it authenticates again.';
    };
    'keys.owner-alone': {
        readonly clause: '3';
        readonly says: 'A key is enabled and disabled by the caller who owns it.';
    };
    'keys.delete': {
        readonly clause: '3';
        readonly says: 'A key deleted by its owner is removed; later use of it is rejected.';
    };
    'approvals.pending': {
        readonly clause: '3';
        readonly says: 'A confirmation request has a status with the value `pending`.';
        readonly excluded: 'no endpoint that shows a confirmation request is described';
    };
    'approvals.expire': {
        readonly clause: '3';
        readonly says: 'A pending approval expires after a time-to-live, 24 hours by default.';
        readonly excluded: 'it takes 24 hours, and no endpoint that shows it is described';
    };
};
/** The slug of a rule, made for a text search: never reused, never numbered. */
export type RuleId = keyof typeof table;
/** Every rule of the specification by its slug, in the order of its sections. */
export declare const rules: {
    readonly [Id in RuleId]: Rule;
};
export {};
