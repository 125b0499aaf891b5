import { type Choice } from './choice.ts';
/**
 * Without codes, statuses alone tell an expired credential from an invalid one: not where both have
 * the same.
 */
export declare const looksInvalid: NonNullable<Choice['hiddenBy']>;
/** Choices about errors and validation (2.3, 2.4, 7). */
export declare const errorChoices: {
    readonly 'errors.envelope': {
        readonly question: 'What does an error body look like?';
        readonly clause: '7';
        readonly kind: 'wire';
        readonly options: {
            readonly documented: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly detail: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'documented';
        readonly shows: {
            readonly conditions: readonly [];
        };
    };
    readonly 'errors.auth-codes': {
        readonly question: 'Does the error of a refused credential carry its code?';
        readonly clause: '7';
        readonly kind: 'wire';
        readonly options: {
            readonly coded: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly uncoded: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'coded';
        readonly shows: {
            readonly conditions: readonly ["credential-missing", "credential-malformed", "key-disabled", "key-unknown"];
        };
    };
    readonly 'errors.unknown-route': {
        readonly question: 'What does the body of an unknown route or method look like?';
        readonly clause: '2.3, 7';
        readonly kind: 'wire';
        readonly options: {
            readonly enveloped: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly bare: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'enveloped';
        readonly shows: {
            readonly conditions: readonly ["route-unknown", "method-unknown"];
        };
    };
    readonly 'errors.crash': {
        readonly question: 'What does the body of a crash look like?';
        readonly clause: '7';
        readonly kind: 'wire';
        readonly options: {
            readonly enveloped: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly text: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'enveloped';
        readonly when: {
            readonly 'errors.content-type': readonly ["crash"];
        };
        readonly shows: {
            readonly conditions: readonly ["crash"];
        };
    };
    readonly 'errors.limit-codes': {
        readonly question: 'Which code does a 429 carry?';
        readonly clause: '7: that of a quota is not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly rate_limit_exceeded: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly specific: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'rate_limit_exceeded';
        readonly shows: {
            readonly conditions: readonly ["quota-exceeded", "rate-limited"];
        };
    };
    readonly 'errors.success-error-field': {
        readonly question: 'Does a success envelope carry an `error` field?';
        readonly clause: '2.3';
        readonly kind: 'wire';
        readonly options: {
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly null: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'absent';
        readonly shows: {
            readonly replies: readonly ["envelope"];
        };
    };
    readonly 'errors.invalid-token-status': {
        readonly question: 'Which status does `invalid_token` carry?';
        readonly clause: '7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 401: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 400: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 403: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '401';
        readonly shows: {
            readonly conditions: readonly ["credential-malformed", "key-unknown", "key-expired", "refresh-refused"];
        };
    };
    readonly 'errors.token-expired-status': {
        readonly question: 'Which status does `token_expired` carry?';
        readonly clause: '7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 401: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 400: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 403: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '401';
        readonly hiddenBy: readonly [...Readonly<Record<string, readonly string[]>>[], {
            readonly 'errors.expired-token-code': readonly ["invalid_token"];
        }];
        readonly shows: {
            readonly conditions: readonly ["token-expired"];
        };
    };
    readonly 'errors.expired-token-code': {
        readonly question: 'Which code does an expired access token get? Two rows of the table speak of it.';
        readonly clause: '7';
        readonly kind: 'wire';
        readonly options: {
            readonly token_expired: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly invalid_token: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'token_expired';
        readonly hiddenBy: readonly Readonly<Record<string, readonly string[]>>[];
        readonly shows: {
            readonly conditions: readonly ["token-expired"];
        };
    };
    readonly 'errors.missing-resource-code': {
        readonly question: 'Which code does a missing resource get?';
        readonly clause: '7';
        readonly kind: 'wire';
        readonly options: {
            readonly not_found: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly specific: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'not_found';
        readonly shows: {
            readonly conditions: readonly ["resource-missing"];
        };
    };
    readonly 'errors.login-failed': {
        readonly question: 'How is a wrong password answered?';
        readonly clause: '4.6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly unauthorized: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly invalid_credentials: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bad_request: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'unauthorized';
        readonly shows: {
            readonly conditions: readonly ["login-failed"];
        };
    };
    readonly 'errors.unreadable-body': {
        readonly question: 'How is a body answered that is no JSON?';
        readonly clause: '7: 400 and 422 are both defensible';
        readonly kind: 'wire';
        readonly options: {
            readonly bad_request: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly validation: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'bad_request';
        readonly shows: {
            readonly conditions: readonly ["body-unreadable"];
        };
    };
    readonly 'errors.content-type': {
        readonly question: 'How is a body answered whose content type is not JSON?';
        readonly clause: '1.G1: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly bad_request: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly unsupported: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly parsed: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly crash: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'bad_request';
        readonly shows: {
            readonly conditions: readonly ["body-not-json", "body-type-unsupported"];
        };
    };
    readonly 'errors.wrong-method': {
        readonly question: 'How is a known path answered that is asked with another method?';
        readonly clause: '7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 405: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 404: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '405';
        readonly shows: {
            readonly conditions: readonly ["method-unknown"];
        };
    };
    readonly 'errors.validation-status': {
        readonly question: 'Which status does input that fails validation get?';
        readonly clause: '4.C2';
        readonly kind: 'wire';
        readonly options: {
            readonly 422: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly 400: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: '422';
        readonly shows: {
            readonly conditions: readonly ["invalid"];
        };
    };
    readonly 'errors.validation-items': {
        readonly question: 'What does an item of `detail` carry besides `loc`, `msg` and `type`?';
        readonly clause: '2.4';
        readonly kind: 'wire';
        readonly options: {
            readonly 'with-input': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bare: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'with-url': {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'with-input';
        readonly shows: {
            readonly conditions: readonly ["invalid"];
        };
    };
    readonly 'errors.coercion': {
        readonly question: 'Which near misses of a type are taken for the type?';
        readonly clause: '4.C2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly pydantic: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly strict: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly lax: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'pydantic';
        readonly shows: {
            readonly conditions: readonly ["invalid"];
        };
    };
    readonly 'order.stages': {
        readonly question: 'In which order is a call judged, where several refusals apply?';
        readonly clause: '7: not shown';
        readonly kind: 'order';
        readonly options: {
            readonly 'credential-first': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'existence-before-validation': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'validation-first': {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'credential-first';
        readonly shows: {};
    };
};
