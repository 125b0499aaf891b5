/** The error codes of the specification with their statuses (7), and ours where it names none. */
export const errorCodes = {
  unauthorized: 401,
  /** Status not shown: what a known deployment and web clients agree on. */
  invalid_token: 401,
  /** Status not shown: as `invalid_token`. */
  token_expired: 401,
  forbidden: 403,
  not_found: 404,
  conversation_not_found: 404,
  no_recent_assistant_message: 404,
  bad_request: 400,
  invalid_cursor: 400,
  rate_limit_exceeded: 429,
  internal_error: 500,
  /** Ours from here on: the specification's table has no code for these. */
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorCodes

/** What stands for a code where input was invalid, whose body has none. */
export const invalidCode = 'validation'

/** What can go wrong, finer than the codes: each condition is answered with one of them. */
export const conditions = {
  'credential-missing': 'unauthorized',
  'credential-malformed': 'invalid_token',
  'key-disabled': 'unauthorized',
  /** Never issued, or deleted: the two are one to a platform that keeps no tombstones. */
  'key-unknown': 'invalid_token',
  'key-expired': 'invalid_token',
  'token-expired': 'token_expired',
  /** A token that was signed before all tokens of its user were revoked. */
  'token-revoked': 'invalid_token',
  'account-restricted': 'forbidden',
  'scope-missing': 'forbidden',
  /** An administrative operation, asked by a user who is no administrator. */
  'admin-only': 'forbidden',
  /** The caller is known and the resource is there, but this is for others to do. */
  'not-permitted': 'forbidden',
  'login-failed': 'unauthorized',
  'refresh-refused': 'invalid_token',
  'resource-missing': 'not_found',
  'conversation-missing': 'conversation_not_found',
  'turn-missing': 'no_recent_assistant_message',
  'cursor-invalid': 'invalid_cursor',
  'turn-not-running': 'not_found',
  /** A text for a conversation that is not there, or of another user. */
  'inject-elsewhere': 'conversation_not_found',
  'turn-running': 'conflict',
  'page-beyond-end': 'not_found',
  /** What was asked contradicts the state of the resource. */
  'state-conflict': 'conflict',
  /** Input that is well-formed and makes no sense. */
  'request-senseless': 'bad_request',
  'quota-exceeded': 'rate_limit_exceeded',
  'rate-limited': 'rate_limit_exceeded',
  'signature-wrong': 'unauthorized',
  'body-unreadable': 'bad_request',
  'body-not-json': 'bad_request',
  'body-type-unsupported': 'unsupported_media_type',
  'body-too-large': 'payload_too_large',
  'route-unknown': 'not_found',
  'method-unknown': 'method_not_allowed',
  /** The platform is under maintenance. */
  maintenance: 'service_unavailable',
  /** There is no room for what was asked, for now. */
  overloaded: 'service_unavailable',
  crash: 'internal_error',
} as const satisfies Record<string, ErrorCode>

export type Condition = keyof typeof conditions

/** The conditions under which a credential is refused, whatever it is sent for. */
export const credentialConditions: readonly Condition[] = [
  'credential-missing',
  'credential-malformed',
  'key-disabled',
  'key-unknown',
  'key-expired',
  'token-expired',
  'token-revoked',
  'account-restricted',
]

/** Whether an operation answers under maintenance: sign-in, administration, and what tells of both. */
export const worksUnderMaintenance = (path: string): boolean =>
  /^\/api\/(auth|admin|system)\/|^\/api\/version$/.test(path)
