/** Rules of authentication (5), errors but for resume (7), limits (8) and versioning (9). */
export declare const accessRules: {
    readonly 'credentials.bearer': {
        readonly clause: '5.R1';
        readonly says: 'A credential, API key or access token, is sent as `Authorization: Bearer`.';
    };
    readonly 'credentials.prefix': {
        readonly clause: '5.R3';
        readonly says: 'An API key starts with `svc_`; another prefix is rejected as an invalid token.';
    };
    readonly 'credentials.refresh': {
        readonly clause: '5.R4';
        readonly says: 'A refresh token obtained at login is exchanged for a new access token.';
    };
    readonly 'credentials.keys': {
        readonly clause: '5.R5';
        readonly says: 'A key belongs to a user account and authenticates as that user.';
    };
    readonly 'credentials.expiry': {
        readonly clause: '5';
        readonly says: 'A key lives until it is disabled, deleted or expired; an access token for 2 hours.';
    };
    readonly 'scopes.none-is-full': {
        readonly clause: '5.R6';
        readonly says: 'A key with no scopes has full access.';
    };
    readonly 'scopes.chat': {
        readonly clause: '5.R6';
        readonly says: 'The scope `chat` allows POST /api/react, /api/dag and /api/chat/inject.';
    };
    readonly 'scopes.agents': {
        readonly clause: '5.R6';
        readonly says: 'The scope `agents` allows GET /api/agents and GET /api/agents/{id}.';
    };
    readonly 'scopes.kb': {
        readonly clause: '5.R6';
        readonly says: 'The scope `kb` allows GET /api/knowledge-bases and POST …/{id}/retrieve.';
    };
    readonly 'scopes.connectors': {
        readonly clause: '5.R6';
        readonly says: 'The scope `connectors` allows connector CRUD.';
    };
    readonly 'scopes.admin': {
        readonly clause: '5.R6';
        readonly says: 'The scope `admin` allows administrative endpoints.';
    };
    readonly 'scopes.several': {
        readonly clause: '5.R6';
        readonly says: 'A key may have several scopes in its one string; how they are written is not shown.';
    };
    readonly 'scopes.refusal': {
        readonly clause: '5.R8';
        readonly says: 'A scoped key that lacks the needed scope is rejected as forbidden.';
    };
    readonly 'credentials.disabled': {
        readonly clause: '5.R7';
        readonly says: 'A disabled key is rejected as unauthorized.';
    };
    readonly 'credentials.deleted': {
        readonly clause: '5.R7';
        readonly says: 'A deleted key is rejected as an invalid token.';
    };
    readonly 'errors.unauthorized': {
        readonly clause: '7';
        readonly says: 'Without a credential a request is rejected with 401 `unauthorized`.';
    };
    readonly 'errors.forbidden': {
        readonly clause: '7';
        readonly says: 'The lack of a scope is 403 `forbidden`.';
    };
    readonly 'errors.restricted-account': {
        readonly clause: '7';
        readonly says: 'A restricted account is 403 `forbidden`.';
        readonly excluded: 'nothing in the described interface restricts an account';
    };
    readonly 'errors.not-found': {
        readonly clause: '7';
        readonly says: 'A resource that does not exist is 404 `not_found`.';
    };
    readonly 'errors.bad-request': {
        readonly clause: '7';
        readonly says: 'Invalid request parameters are 400 `bad_request`.';
        readonly excluded: 'failed validation is 422, and which other parameters are invalid is not shown';
    };
    readonly 'errors.rate-limit': {
        readonly clause: '7';
        readonly says: 'Too many requests are 429 `rate_limit_exceeded`; planned, not enforced per key.';
        readonly excluded: 'it is declared as planned';
    };
    readonly 'errors.internal': {
        readonly clause: '7';
        readonly says: 'A server error is 500 `internal_error`.';
        readonly excluded: 'a client cannot provoke one; where one comes, the passive checks judge its body';
    };
    readonly 'errors.invalid-token': {
        readonly clause: '7';
        readonly says: 'A malformed token, a wrong prefix, an expired or deleted key is `invalid_token`.';
    };
    readonly 'errors.token-expired': {
        readonly clause: '7';
        readonly says: 'A token that has expired is `token_expired`, or `invalid_token` by the row above it.';
    };
    readonly 'errors.table': {
        readonly clause: '7';
        readonly says: 'A code of the error table comes with the status that the table gives it.';
    };
    readonly 'errors.unreadable': {
        readonly clause: '7';
        readonly says: 'Unknown routes, wrong methods and unreadable bodies are refused; how is not shown.';
    };
    readonly 'limits.key-requests': {
        readonly clause: '8';
        readonly says: 'No per-key request limits are enforced.';
    };
    readonly 'limits.quotas': {
        readonly clause: '8';
        readonly says: 'Per-user quotas are enforced with 429; 0 is unlimited, empty inherits the default.';
        readonly excluded: 'quotas are set by administrators through endpoints that are not described';
    };
    readonly 'limits.workflows': {
        readonly clause: '8';
        readonly says: 'Workflow runs: 10 a minute, 3 at once, 10 minutes long; batches of up to 100, by 1 to 10.';
        readonly excluded: 'the shapes of workflow requests are not shown';
    };
    readonly 'versioning.no-path': {
        readonly clause: '9.1';
        readonly says: 'The version is not part of the URL path.';
        readonly excluded: 'each check that uses an unversioned path shows it';
    };
    readonly 'versioning.breaking': {
        readonly clause: '9.2';
        readonly says: 'Breaking changes come with major versions and a migration period.';
        readonly excluded: 'it is a promise about releases, not about answers';
    };
    readonly 'versioning.published': {
        readonly clause: '9.3';
        readonly says: 'The overview states version v0.8.0, the description of the key list 0.8.9.';
    };
    readonly 'versioning.no-selector': {
        readonly clause: '9.4';
        readonly says: 'No request header or parameter selects a version.';
    };
};
