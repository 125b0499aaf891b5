/** The error codes of the specification with their statuses (7), and ours where it names none. */
export declare const errorCodes: {
    readonly unauthorized: 401;
    /** Status not shown: what a known deployment and web clients agree on. */
    readonly invalid_token: 401;
    /** Status not shown: as `invalid_token`. */
    readonly token_expired: 401;
    readonly forbidden: 403;
    readonly not_found: 404;
    readonly conversation_not_found: 404;
    readonly no_recent_assistant_message: 404;
    readonly bad_request: 400;
    readonly invalid_cursor: 400;
    readonly rate_limit_exceeded: 429;
    readonly internal_error: 500;
    /** Ours from here on: the specification's table has no code for these. */
    readonly method_not_allowed: 405;
    readonly conflict: 409;
    readonly payload_too_large: 413;
    readonly unsupported_media_type: 415;
    readonly service_unavailable: 503;
};
export type ErrorCode = keyof typeof errorCodes;
/** What stands for a code where input was invalid, whose body has none. */
export declare const invalidCode = "validation";
/** What can go wrong, finer than the codes: each condition is answered with one of them. */
export declare const conditions: {
    readonly 'credential-missing': 'unauthorized';
    readonly 'credential-malformed': 'invalid_token';
    readonly 'key-disabled': 'unauthorized';
    /** Never issued, or deleted: the two are one to a platform that keeps no tombstones. */
    readonly 'key-unknown': 'invalid_token';
    readonly 'key-expired': 'invalid_token';
    readonly 'token-expired': 'token_expired';
    /** A token that was signed before all tokens of its user were revoked. */
    readonly 'token-revoked': 'invalid_token';
    readonly 'account-restricted': 'forbidden';
    readonly 'scope-missing': 'forbidden';
    /** An administrative operation, asked by a user who is no administrator. */
    readonly 'admin-only': 'forbidden';
    /** The caller is known and the resource is there, but this is for others to do. */
    readonly 'not-permitted': 'forbidden';
    readonly 'login-failed': 'unauthorized';
    readonly 'refresh-refused': 'invalid_token';
    readonly 'resource-missing': 'not_found';
    readonly 'conversation-missing': 'conversation_not_found';
    readonly 'turn-missing': 'no_recent_assistant_message';
    readonly 'cursor-invalid': 'invalid_cursor';
    readonly 'turn-not-running': 'not_found';
    /** A text for a conversation that is not there, or of another user. */
    readonly 'inject-elsewhere': 'conversation_not_found';
    readonly 'turn-running': 'conflict';
    readonly 'page-beyond-end': 'not_found';
    /** What was asked contradicts the state of the resource. */
    readonly 'state-conflict': 'conflict';
    /** Input that is well-formed and makes no sense. */
    readonly 'request-senseless': 'bad_request';
    readonly 'quota-exceeded': 'rate_limit_exceeded';
    readonly 'rate-limited': 'rate_limit_exceeded';
    readonly 'signature-wrong': 'unauthorized';
    readonly 'body-unreadable': 'bad_request';
    readonly 'body-not-json': 'bad_request';
    readonly 'body-type-unsupported': 'unsupported_media_type';
    readonly 'body-too-large': 'payload_too_large';
    readonly 'route-unknown': 'not_found';
    readonly 'method-unknown': 'method_not_allowed';
    /** The platform is under maintenance. */
    readonly maintenance: 'service_unavailable';
    /** There is no room for what was asked, for now. */
    readonly overloaded: 'service_unavailable';
    readonly crash: 'internal_error';
};
export type Condition = keyof typeof conditions;
/** The conditions under which a credential is refused, whatever it is sent for. */
export declare const credentialConditions: readonly Condition[];
/** Whether an operation answers under maintenance: sign-in, administration, and what tells of both. */
export declare const staysOpen: (path: string) => boolean;
