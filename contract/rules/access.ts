import { clause } from './rule.ts'

/** Rules of authentication (5), errors except on resume (7), limits (8) and versioning (9). */
export const accessRules = {
  ...clause('5.R1', {
    'credentials.bearer':
      'A credential (API key or access token) is sent as `Authorization: Bearer`.',
  }),
  ...clause('5.R3', {
    'credentials.prefix':
      'An API key starts with `svc_`; another prefix is rejected as an invalid token.',
  }),
  ...clause('5.R4', {
    'credentials.refresh': 'A refresh token obtained at login is exchanged for a new access token.',
  }),
  ...clause('5.R5', {
    'credentials.keys': 'A key belongs to a user account and authenticates as that user.',
  }),
  ...clause('5', {
    'credentials.expiry':
      'A key is valid until it is disabled, deleted or expired; an access token is valid for 2 hours.',
  }),
  ...clause('5.R6', {
    'scopes.none-is-full': 'A key with no scopes has full access.',
    'scopes.chat': 'The scope `chat` allows POST /api/react, /api/dag and /api/chat/inject.',
    'scopes.agents': 'The scope `agents` allows GET /api/agents and GET /api/agents/{id}.',
    'scopes.kb': 'The scope `kb` allows GET /api/knowledge-bases and POST …/{id}/retrieve.',
    'scopes.connectors': 'The scope `connectors` allows connector CRUD.',
    'scopes.admin': 'The scope `admin` allows administrative endpoints.',
    'scopes.several':
      'The scope string of a key may name several scopes; their separator is not specified.',
  }),
  ...clause('5.R8', {
    'scopes.refusal': 'A key without the needed scope is rejected as forbidden.',
  }),
  ...clause('5.R7', {
    'credentials.disabled': 'A disabled key is rejected as unauthorized.',
    'credentials.deleted': 'A deleted key is rejected as an invalid token.',
  }),
  ...clause('7', {
    'errors.unauthorized': 'Without a credential a request is rejected with 401 `unauthorized`.',
    'errors.forbidden': 'A missing scope is refused with 403 `forbidden`.',
    'errors.restricted-account': {
      says: 'A restricted account is refused with 403 `forbidden`.',
      excluded: 'no described operation restricts an account',
    },
    'errors.not-found':
      'A request for a resource that does not exist is refused with 404 `not_found`.',
    'errors.bad-request': {
      says: 'Invalid request parameters are refused with 400 `bad_request`.',
      excluded: 'invalid input gets 422, and no other invalid parameters are specified',
    },
    'errors.rate-limit': {
      says: 'Too many requests are refused with 429 `rate_limit_exceeded`; limits per key are only planned.',
      excluded: 'the specification only plans it',
    },
    'errors.internal': {
      says: 'A server error returns 500 `internal_error`.',
      excluded:
        'a client cannot cause a server error; if one occurs, the passive checks test its body',
    },
    'errors.invalid-token':
      'Malformed tokens, wrong prefixes, and expired or deleted keys are refused with `invalid_token`.',
    'errors.token-expired':
      'An expired token is refused with `token_expired`, or with `invalid_token` (another row of the table).',
    'errors.table': 'Each error code is sent with the status of its row in the error table.',
    'errors.unreadable':
      'Unknown routes, wrong methods and unreadable bodies are refused; the error is not specified.',
  }),
  ...clause('8', {
    'limits.key-requests': 'No per-key request limits are enforced.',
    'limits.quotas': {
      says: 'Per-user quotas are enforced with 429; 0 means unlimited, an empty quota means the default.',
      excluded: 'administrators set quotas, and these endpoints are not described',
    },
    'limits.workflows': {
      says: 'Limits of workflow runs: 10 per minute, 3 at once, 10 minutes each; a batch has up to 100 runs, 1 to 10 in parallel.',
      excluded: 'the shapes of workflow requests are not specified',
    },
  }),
  ...clause('9.1', {
    'versioning.no-path': {
      says: 'The version is not part of the URL path.',
      excluded: 'every check uses a path without a version',
    },
  }),
  ...clause('9.2', {
    'versioning.breaking': {
      says: 'Breaking changes only happen in major versions, with a migration period.',
      excluded: 'it concerns releases, not responses',
    },
  }),
  ...clause('9.3', {
    'versioning.published':
      'The overview names version v0.8.0; the description of the key list names 0.8.9.',
  }),
  ...clause('9.4', {
    'versioning.no-selector': 'No request header or parameter selects a version.',
  }),
}
