/** Rules of the endpoints but for chat (4). */
export declare const endpointRules: {
    readonly 'requests.bearer': {
        readonly clause: '4.C1';
        readonly says: 'Every endpoint accepts `Authorization: Bearer` with an access token or an API key.';
    };
    readonly 'requests.validation': {
        readonly clause: '4.C2';
        readonly says: 'Input that fails validation is answered 422 on every endpoint.';
    };
    readonly 'lists.page-parameter': {
        readonly clause: '4.C3';
        readonly says: 'Lists accept `page`, an integer of at least 1, by default 1.';
    };
    readonly 'lists.size-parameter': {
        readonly clause: '4.C3';
        readonly says: 'Lists accept `size`, an integer from 1 to 100, by default 20.';
    };
    readonly 'keys.list': {
        readonly clause: '4.1';
        readonly says: "GET /api/me/api-keys lists the user's own keys in a page of key records.";
    };
    readonly 'keys.create': {
        readonly clause: '4.1';
        readonly says: 'POST /api/me/api-keys creates a key and shows its record and its full value.';
    };
    readonly 'keys.create-body': {
        readonly clause: '4.1';
        readonly says: 'A key is created from `name` (string, required) and `scopes` (string, optional).';
    };
    readonly 'keys.expiration': {
        readonly clause: '4.1';
        readonly says: 'A key may be given an expiration date; the body field for it is not shown.';
    };
    readonly 'keys.set-active': {
        readonly clause: '4.1';
        readonly says: 'PATCH /api/me/api-keys/{key_id}/active answers 200 with the key record, changed.';
    };
    readonly 'keys.set-active-body': {
        readonly clause: '4.1';
        readonly says: 'The body of that PATCH is `is_active`, a boolean, required.';
    };
    readonly 'keys.deletion-exists': {
        readonly clause: '4.1';
        readonly says: 'Permanent deletion of a key exists; its method and path are not shown.';
    };
    readonly 'conversations.create': {
        readonly clause: '4.3';
        readonly says: 'POST /api/conversations answers 200 with a success envelope.';
    };
    readonly 'conversations.create-body': {
        readonly clause: '4.3';
        readonly says: 'A conversation is created from `title`, `mode`, `agent_id`, `model_name`: strings.';
    };
    readonly 'conversations.create-defaults': {
        readonly clause: '4.3';
        readonly says: 'Without them `title` is the empty string and `mode` is `auto`.';
    };
    readonly 'conversations.list': {
        readonly clause: '4.3';
        readonly says: 'GET /api/conversations answers 200 with a page.';
    };
    readonly 'conversations.search': {
        readonly clause: '4.3';
        readonly says: 'The conversation list takes one further string of 1 to 200 characters.';
    };
    readonly 'conversations.update': {
        readonly clause: '4.3';
        readonly says: 'PATCH /api/conversations/{conversation_id} answers 200 with a success envelope.';
    };
    readonly 'conversations.update-body': {
        readonly clause: '4.3';
        readonly says: 'A conversation is updated by `title` (string) and `starred` (boolean).';
    };
    readonly 'knowledge-bases.retrieve': {
        readonly clause: '4.4';
        readonly says: 'POST /api/knowledge-bases/{id}/retrieve exists; its shapes are not shown.';
    };
    readonly 'agents.read': {
        readonly clause: '4.5';
        readonly says: 'GET /api/agents/{agent_id} answers 200 with a success envelope.';
    };
    readonly 'auth.login': {
        readonly clause: '4.6';
        readonly says: 'POST /api/auth/login answers 200 with the login response to e-mail and password.';
    };
    readonly 'auth.login-body': {
        readonly clause: '4.6';
        readonly says: 'A login takes `email` and `password`, both strings.';
    };
    readonly 'auth.refresh': {
        readonly clause: '4.6';
        readonly says: 'POST /api/auth/refresh returns a new access token without logging in again.';
    };
    readonly 'auth.refresh-shape': {
        readonly clause: '4.6';
        readonly says: 'The response of a refresh has the shape of the login response (only implied).';
    };
    readonly 'auth.refresh-body': {
        readonly clause: '4.6';
        readonly says: 'A refresh takes `refresh_token`, a string.';
    };
    readonly 'auth.verify': {
        readonly clause: '4.6';
        readonly says: 'GET /api/auth/verify is used to check whether a token has expired.';
    };
    readonly 'operations.named': {
        readonly clause: '4.7';
        readonly says: 'Operations on connectors, channels, workflows … and for administration exist by name.';
    };
};
