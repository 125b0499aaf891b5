/**
 * The error codes with their statuses: first the codes of the specification (7), then our own.
 *
 * @example
 * errorCodes.unauthorized // 401
 */
export const errorCodes = {
  unauthorized: 401,
  /** The specification shows no status. An existing deployment and web clients use 401. */
  invalid_token: 401,
  /** The specification shows no status. We use the status of `invalid_token`. */
  token_expired: 401,
  forbidden: 403,
  not_found: 404,
  conversation_not_found: 404,
  no_recent_assistant_message: 404,
  bad_request: 400,
  invalid_cursor: 400,
  rate_limit_exceeded: 429,
  internal_error: 500,
  /** The specification has no codes for the errors below, so these codes are our own. */
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  service_unavailable: 503,
} as const

/** An error code of the specification (7), or one of our own. */
export type ErrorCode = keyof typeof errorCodes

/** Used as the code of invalid input, because the response to invalid input has no code. */
export const invalidCode = 'validation'

/**
 * The reasons for errors, with the code of each reason. Several reasons can share a code.
 *
 * @example
 * conditions['credential-malformed'] // 'invalid_token'
 */
export const conditions = {
  'credential-missing': 'unauthorized',
  'credential-malformed': 'invalid_token',
  /** A valid token of a user who does not exist, such as a deleted one. */
  'user-missing': 'invalid_token',
  'key-disabled': 'unauthorized',
  /** A key that was never issued, or whose deletion the platform did not record. */
  'key-unknown': 'invalid_token',
  'key-expired': 'invalid_token',
  'token-expired': 'token_expired',
  /** A token issued before all tokens of its user were revoked. */
  'token-revoked': 'invalid_token',
  'account-restricted': 'forbidden',
  'scope-missing': 'forbidden',
  /** An administrative operation, called by a user who is not an administrator. */
  'admin-only': 'forbidden',
  /** The user may see the resource, but may not do what the request asks. */
  'not-permitted': 'forbidden',
  'login-failed': 'unauthorized',
  /** The given refresh token is not a valid token of this platform. */
  'refresh-refused': 'invalid_token',
  /** A valid token that is not a refresh token, such as an access token. */
  'refresh-misused': 'invalid_token',
  /** A refresh token that is used up, replaced or revoked. */
  'refresh-spent': 'invalid_token',
  'resource-missing': 'not_found',
  'conversation-missing': 'conversation_not_found',
  'turn-missing': 'no_recent_assistant_message',
  'cursor-invalid': 'invalid_cursor',
  'turn-not-running': 'not_found',
  /** An inject into an unknown conversation, or into the conversation of another user. */
  'inject-elsewhere': 'conversation_not_found',
  'turn-running': 'conflict',
  'page-beyond-end': 'not_found',
  /** The request contradicts the state of the resource. */
  'state-conflict': 'conflict',
  /** Input that has the correct format but cannot be accepted, such as an invalid blueprint. */
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
  /** A limit of the fake is reached temporarily. */
  overloaded: 'service_unavailable',
  crash: 'internal_error',
} as const satisfies Record<string, ErrorCode>

export type Condition = keyof typeof conditions

/** The conditions under which any operation refuses a credential. */
export const credentialConditions: readonly Condition[] = [
  'credential-missing',
  'credential-malformed',
  'user-missing',
  'key-disabled',
  'key-unknown',
  'key-expired',
  'token-expired',
  'token-revoked',
  'account-restricted',
]

/** Whether a path works in maintenance mode: sign-in, administration and version. */
export const worksUnderMaintenance = (path: string): boolean =>
  /^\/api\/(auth|admin|system)\/|^\/api\/version\/?$/.test(path)
