import type { Rule } from './rule.ts'

/** Rules of authentication (5), errors except on resume (7), limits (8) and versioning (9). */
export const accessRules = {
  'credentials.bearer': {
    clause: '5.R1',
    says: 'A credential (API key or access token) is sent as `Authorization: Bearer`.',
  },
  'credentials.prefix': {
    clause: '5.R3',
    says: 'An API key starts with `svc_`; another prefix is rejected as an invalid token.',
  },
  'credentials.refresh': {
    clause: '5.R4',
    says: 'A refresh token obtained at login is exchanged for a new access token.',
  },
  'credentials.keys': {
    clause: '5.R5',
    says: 'A key belongs to a user account and authenticates as that user.',
  },
  'credentials.expiry': {
    clause: '5',
    says: 'A key is valid until it is disabled, deleted or expired; an access token is valid for 2 hours.',
  },
  'scopes.none-is-full': { clause: '5.R6', says: 'A key with no scopes has full access.' },
  'scopes.chat': {
    clause: '5.R6',
    says: 'The scope `chat` allows POST /api/react, /api/dag and /api/chat/inject.',
  },
  'scopes.agents': {
    clause: '5.R6',
    says: 'The scope `agents` allows GET /api/agents and GET /api/agents/{id}.',
  },
  'scopes.kb': {
    clause: '5.R6',
    says: 'The scope `kb` allows GET /api/knowledge-bases and POST …/{id}/retrieve.',
  },
  'scopes.connectors': { clause: '5.R6', says: 'The scope `connectors` allows connector CRUD.' },
  'scopes.admin': {
    clause: '5.R6',
    says: 'The scope `admin` allows administrative endpoints.',
  },
  'scopes.several': {
    clause: '5.R6',
    says: 'The scope string of a key may name several scopes; their separator is not specified.',
  },
  'scopes.refusal': {
    clause: '5.R8',
    says: 'A key without the needed scope is rejected as forbidden.',
  },
  'credentials.disabled': {
    clause: '5.R7',
    says: 'A disabled key is rejected as unauthorized.',
  },
  'credentials.deleted': {
    clause: '5.R7',
    says: 'A deleted key is rejected as an invalid token.',
  },

  'errors.unauthorized': {
    clause: '7',
    says: 'Without a credential a request is rejected with 401 `unauthorized`.',
  },
  'errors.forbidden': { clause: '7', says: 'A missing scope is refused with 403 `forbidden`.' },
  'errors.restricted-account': {
    clause: '7',
    says: 'A restricted account is refused with 403 `forbidden`.',
    excluded: 'no described operation restricts an account',
  },
  'errors.not-found': {
    clause: '7',
    says: 'A request for a resource that does not exist is refused with 404 `not_found`.',
  },
  'errors.bad-request': {
    clause: '7',
    says: 'Invalid request parameters are refused with 400 `bad_request`.',
    excluded: 'invalid input gets 422, and no other invalid parameters are specified',
  },
  'errors.rate-limit': {
    clause: '7',
    says: 'Too many requests are refused with 429 `rate_limit_exceeded`; limits per key are only planned.',
    excluded: 'the specification only plans it',
  },
  'errors.internal': {
    clause: '7',
    says: 'A server error returns 500 `internal_error`.',
    excluded:
      'a client cannot cause a server error; if one occurs, the passive checks test its body',
  },
  'errors.invalid-token': {
    clause: '7',
    says: 'Malformed tokens, wrong prefixes, and expired or deleted keys are refused with `invalid_token`.',
  },
  'errors.token-expired': {
    clause: '7',
    says: 'An expired token is refused with `token_expired`, or with `invalid_token` (another row of the table).',
  },
  'errors.table': {
    clause: '7',
    says: 'Each error code is sent with the status of its row in the error table.',
  },
  'errors.unreadable': {
    clause: '7',
    says: 'Unknown routes, wrong methods and unreadable bodies are refused; the error is not specified.',
  },

  'limits.key-requests': {
    clause: '8',
    says: 'No per-key request limits are enforced.',
  },
  'limits.quotas': {
    clause: '8',
    says: 'Per-user quotas are enforced with 429; 0 means unlimited, an empty quota means the default.',
    excluded: 'administrators set quotas, and these endpoints are not described',
  },
  'limits.workflows': {
    clause: '8',
    says: 'Limits of workflow runs: 10 per minute, 3 at once, 10 minutes each; a batch has up to 100 runs, 1 to 10 in parallel.',
    excluded: 'the shapes of workflow requests are not specified',
  },

  'versioning.no-path': {
    clause: '9.1',
    says: 'The version is not part of the URL path.',
    excluded: 'every check uses a path without a version',
  },
  'versioning.breaking': {
    clause: '9.2',
    says: 'Breaking changes only happen in major versions, with a migration period.',
    excluded: 'it concerns releases, not responses',
  },
  'versioning.published': {
    clause: '9.3',
    says: 'The overview names version v0.8.0; the description of the key list names 0.8.9.',
  },
  'versioning.no-selector': {
    clause: '9.4',
    says: 'No request header or parameter selects a version.',
  },
} as const satisfies Record<string, Rule>
