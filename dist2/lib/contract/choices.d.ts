import type { Choice } from './choices/choice.ts';
declare const table: {
    'administration.envelope': {
        readonly question: 'Do administrative records and figures stand in a success envelope?';
        readonly clause: '2.3, 4.7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly enveloped: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bare: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'enveloped';
        readonly shows: {
            readonly endpoints: readonly ["admin.users.create", "admin.users.update", "admin.stats", "admin.settings.read"];
        };
    };
    'approvals.wait': {
        readonly question: 'How long does a turn wait for an approval?';
        readonly clause: '8: a pending approval expires after 24 hours';
        readonly kind: 'policy';
        readonly options: {
            readonly '24h': {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly '120s': {
                readonly grade: 'deviates';
                readonly says: string;
                readonly unseen: string;
            };
        };
        readonly default: '24h';
        readonly shows: {
            readonly events: readonly ["awaiting_confirmation"];
        };
    };
    'approvals.arguments': {
        readonly question: 'Does a confirmation say what its tool would be called with?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly told: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly empty: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'told';
        readonly shows: {
            readonly endpoints: readonly ["confirmations.read"];
        };
    };
    'chat.inject-elsewhere': {
        readonly question: 'How is an inject into an unknown or foreign conversation answered?';
        readonly clause: '4.2: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly conversation_not_found: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly forbidden: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'conversation_not_found';
        readonly shows: {
            readonly endpoints: readonly ["chat.inject", "chat.inject-recall"];
        };
    };
    'quotas.unstored-turns': {
        readonly question: 'Does a turn without a conversation count towards the quota?';
        readonly clause: '8: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly count: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly free: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'count';
        readonly when: {
            readonly 'turn.without-conversation': readonly ["not-stored"];
        };
        readonly shows: {
            readonly conditions: readonly ["quota-exceeded"];
        };
    };
    'connections.of-others': {
        readonly question: 'How is a connector, an organization or a channel of others answered?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly missing: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly forbidden: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'missing';
        readonly shows: {
            readonly endpoints: readonly ["connectors.read", "connectors.toggle", "mcp-servers.read", "orgs.read", "channels.list", "channels.read"];
        };
    };
    'connectors.missing-base-url': {
        readonly question: 'How is an API connector without a `base_url` refused?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
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
            readonly endpoints: readonly ["connectors.create", "connectors.replace"];
        };
    };
    'mcp-servers.stored-credentials': {
        readonly question: 'Does a server tell the credentials that a user stored?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly names: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly clear: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'names';
        readonly shows: {
            readonly endpoints: readonly ["mcp-servers.read-credentials", "mcp-servers.store-credentials"];
        };
    };
    'channels.organization': {
        readonly question: 'Must a channel belong to an organization?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly optional: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly required: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'optional';
        readonly shows: {
            readonly endpoints: readonly ["channels.create", "channels.list"];
        };
    };
    'channels.envelope': {
        readonly question: 'Does a channel come in a success envelope?';
        readonly clause: '2.3, 4.7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly enveloped: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bare: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'enveloped';
        readonly shows: {
            readonly endpoints: readonly ["channels.create", "channels.read", "channels.update", "channels.test", "channels.discover-chats"];
        };
    };
    'channels.creation-status': {
        readonly question: 'Which status does the creation of a channel answer?';
        readonly clause: '4.7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 201: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 200: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '201';
        readonly shows: {
            readonly endpoints: readonly ["channels.create"];
        };
    };
    'errors.envelope': {
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
    'errors.auth-codes': {
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
    'errors.unknown-route': {
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
    'errors.crash': {
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
    'errors.limit-codes': {
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
    'errors.success-error-field': {
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
    'errors.invalid-token-status': {
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
    'errors.token-expired-status': {
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
    'errors.expired-token-code': {
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
    'errors.missing-resource-code': {
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
    'errors.login-failed': {
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
    'errors.unreadable-body': {
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
    'errors.content-type': {
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
    'errors.wrong-method': {
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
    'errors.validation-status': {
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
    'errors.validation-items': {
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
    'errors.coercion': {
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
    'order.stages': {
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
    'auth.body-token': {
        readonly question: 'May the body field `token` stand in for the header on react and dag?';
        readonly clause: '5.R2';
        readonly kind: 'policy';
        readonly options: {
            readonly accepted: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly ignored: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'accepted';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag"];
        };
    };
    'auth.auto-body-token': {
        readonly question: 'May the body field `token` stand in for the header on `/api/auto`?';
        readonly clause: '4.2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly accepted: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly ignored: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'accepted';
        readonly shows: {
            readonly endpoints: readonly ["chat.auto"];
        };
    };
    'auth.chat-header': {
        readonly question: 'Does the `Authorization` header count on the streaming endpoints?';
        readonly clause: '4.C1';
        readonly kind: 'policy';
        readonly options: {
            readonly honoured: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly ignored: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'honoured';
        readonly when: {
            readonly 'auth.body-token': readonly ["accepted"];
        };
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'auth.two-credentials': {
        readonly question: 'Which credential wins where header and body token are both sent?';
        readonly clause: '5.R2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly header: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly body: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'header';
        readonly when: {
            readonly 'auth.body-token': readonly ["accepted"];
            readonly 'auth.chat-header': readonly ["honoured"];
        };
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'auth.scheme': {
        readonly question: 'Is the word `Bearer` matched without regard to case?';
        readonly clause: '5.R1: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'any-case': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly exact: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'any-case';
        readonly shows: {};
    };
    'auth.refresh-token-as-bearer': {
        readonly question: 'Does a refresh token work as an access token?';
        readonly clause: '5: two kinds of credential are named';
        readonly kind: 'policy';
        readonly options: {
            readonly refused: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly accepted: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'refused';
        readonly shows: {
            readonly conditions: readonly ["credential-malformed"];
        };
    };
    'auth.challenge': {
        readonly question: 'Does a 401 carry a `WWW-Authenticate` header?';
        readonly clause: '7: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly bearer: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'absent';
        readonly shows: {
            readonly conditions: readonly ["credential-missing"];
        };
    };
    'auth.disabled-key-code': {
        readonly question: 'How is a disabled key rejected?';
        readonly clause: '5.R7';
        readonly kind: 'wire';
        readonly options: {
            readonly unauthorized: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly invalid_token: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'unauthorized';
        readonly hiddenBy: readonly [{
            readonly 'errors.auth-codes': readonly ['uncoded'];
            readonly 'errors.invalid-token-status': readonly ['401'];
        }];
        readonly shows: {
            readonly conditions: readonly ["key-disabled"];
        };
    };
    'auth.deleted-key-code': {
        readonly question: 'How is a deleted or unknown key rejected?';
        readonly clause: '5.R7';
        readonly kind: 'wire';
        readonly options: {
            readonly invalid_token: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly unauthorized: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'invalid_token';
        readonly hiddenBy: readonly [{
            readonly 'errors.auth-codes': readonly ['uncoded'];
            readonly 'errors.invalid-token-status': readonly ['401'];
        }];
        readonly shows: {
            readonly conditions: readonly ["key-unknown"];
        };
    };
    'auth.expired-key': {
        readonly question: 'How is a key rejected whose `expires_at` has passed?';
        readonly clause: '3, 7: its effect is not shown, but expired stands in the row of `invalid_token`';
        readonly kind: 'policy';
        readonly options: {
            readonly invalid_token: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly token_expired: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly accepted: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'invalid_token';
        readonly hiddenBy: {
            'auth.expired-key': readonly ['invalid_token', 'token_expired'];
        }[];
        readonly shows: {
            readonly conditions: readonly ["key-expired"];
        };
    };
    'scopes.enforced': {
        readonly question: 'Is a scoped key kept to its scopes?';
        readonly clause: '5.R6, 5.R8';
        readonly kind: 'policy';
        readonly options: {
            readonly enforced: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly ignored: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'enforced';
        readonly shows: {
            readonly conditions: readonly ["scope-missing"];
        };
    };
    'scopes.unlisted': {
        readonly question: 'Which scope governs operations that the table does not list?';
        readonly clause: '5: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly none: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'chat-family': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly full: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'none';
        readonly when: {
            readonly 'scopes.enforced': readonly ["enforced"];
        };
        readonly shows: {
            readonly conditions: readonly ["scope-missing"];
        };
    };
    'scopes.separator': {
        readonly question: 'How are several scopes written in the one string?';
        readonly clause: '5: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly comma: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly space: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly semicolon: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'comma';
        readonly when: {
            readonly 'scopes.enforced': readonly ["enforced"];
        };
        readonly shows: {
            readonly endpoints: readonly ["keys.create"];
            readonly conditions: readonly ["scope-missing"];
        };
    };
    'scopes.admin-reach': {
        readonly question: 'Does the scope `admin` open what other scopes govern?';
        readonly clause: '5.R6';
        readonly kind: 'policy';
        readonly options: {
            readonly own: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly all: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'own';
        readonly when: {
            readonly 'scopes.enforced': readonly ["enforced"];
        };
        readonly shows: {
            readonly conditions: readonly ["scope-missing"];
        };
    };
    'login.token-type': {
        readonly question: 'How is the token type spelled?';
        readonly clause: '2.7';
        readonly kind: 'wire';
        readonly options: {
            readonly bearer: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly Bearer: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'bearer';
        readonly shows: {
            readonly replies: readonly ["session"];
        };
    };
    'login.expires-in': {
        readonly question: 'How long does an access token live?';
        readonly clause: '2.7, 8';
        readonly kind: 'policy';
        readonly options: {
            readonly 7200: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly seconds: {
                readonly grade: 'deviates';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniInt;
            };
        };
        readonly default: '7200';
        readonly shows: {
            readonly replies: readonly ["session"];
        };
    };
    'login.restricted-account': {
        readonly question: 'When is a restricted account refused?';
        readonly clause: '7: 403, at which operation is not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly login: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly later: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'login';
        readonly shows: {
            readonly conditions: readonly ["account-restricted"];
        };
    };
    'login.restricted-on-chat': {
        readonly question: 'How is a restricted account refused at a streaming endpoint?';
        readonly clause: '7';
        readonly kind: 'policy';
        readonly options: {
            readonly forbidden: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly unauthorized: {
                readonly grade: 'deviates';
                readonly says: string;
                readonly unseen: string;
            };
        };
        readonly default: 'forbidden';
        readonly shows: {
            readonly conditions: readonly ["account-restricted"];
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'refresh.shape': {
        readonly question: 'What does a refresh answer?';
        readonly clause: '4.6: only implied';
        readonly kind: 'wire';
        readonly options: {
            readonly login: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'access-only': {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'login';
        readonly shows: {
            readonly endpoints: readonly ["auth.refresh"];
        };
    };
    'refresh.rotation': {
        readonly question: 'What happens to a refresh token that was used?';
        readonly clause: '5.R4: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'single-session': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly once: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly reusable: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'single-session';
        readonly shows: {
            readonly conditions: readonly ["refresh-refused"];
            readonly replies: readonly ["session"];
        };
    };
    'operations.auth-verify': {
        readonly question: 'Does `GET /api/auth/verify` exist?';
        readonly clause: '4.6';
        readonly kind: 'inventory';
        readonly options: {
            readonly present: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'present';
        readonly shows: {
            readonly endpoints: readonly ["auth.verify"];
        };
    };
    'events.cursor-carrier': {
        readonly question: 'Where does the cursor of a live event stand?';
        readonly clause: '6: every event has one, its place is not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 'data-and-id': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'data-or-id': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly id: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly wrapped: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly none: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'data-and-id';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.cursor-range': {
        readonly question: 'Over what do cursors rise?';
        readonly clause: '6';
        readonly kind: 'policy';
        readonly options: {
            readonly conversation: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly turn: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'conversation';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.cursor-step': {
        readonly question: 'By how much do cursors rise?';
        readonly clause: '6: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 1: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly step: {
                readonly grade: 'open';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniInt;
            };
        };
        readonly default: '1';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.line-ends': {
        readonly question: 'How do the lines of a stream end?';
        readonly clause: '6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly lf: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly crlf: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'lf';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.data-space': {
        readonly question: 'Does a space follow the colon of a line?';
        readonly clause: '6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'yes';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.comments': {
        readonly question: 'Does a stream begin with comments and a `retry:` line?';
        readonly clause: '6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'no';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.content-type': {
        readonly question: 'Does the content type of a stream carry a charset?';
        readonly clause: '1.G1: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly charset: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly plain: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'charset';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.unlisted': {
        readonly question: 'Are event types sent that the table does not list?';
        readonly clause: '6: not said to be closed';
        readonly kind: 'policy';
        readonly options: {
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly heartbeat: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'no';
        readonly shows: {
            readonly replies: readonly ["stream"];
        };
    };
    'events.extra-fields': {
        readonly question: 'Do payloads carry the names that web clients read, beside those of the spec?';
        readonly clause: '6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly both: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly documented: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'both';
        readonly hiddenBy: readonly [{
            readonly 'events.answer-names': readonly ["status"];
            readonly 'events.step-names': readonly ["prefixed"];
        }];
        readonly shows: {
            readonly events: readonly ["answer", "step", "step_progress", "suggestions"];
        };
    };
    'events.answer-names': {
        readonly question: 'What are the fields of `answer` called?';
        readonly clause: '6';
        readonly kind: 'wire';
        readonly options: {
            readonly documented: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly status: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'documented';
        readonly shows: {
            readonly events: readonly ["answer"];
        };
    };
    'events.step-names': {
        readonly question: 'What are the fields of a tool call called?';
        readonly clause: '6';
        readonly kind: 'wire';
        readonly options: {
            readonly documented: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly prefixed: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'documented';
        readonly shows: {
            readonly events: readonly ["step", "step_progress"];
        };
    };
    'events.done-tokens': {
        readonly question: 'Does `done` carry `tokens`?';
        readonly clause: '6';
        readonly kind: 'wire';
        readonly options: {
            readonly present: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly absent: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'present';
        readonly shows: {
            readonly events: readonly ["done"];
        };
    };
    'events.suggestions-shape': {
        readonly question: 'What is the payload of `suggestions`?';
        readonly clause: '6';
        readonly kind: 'wire';
        readonly options: {
            readonly array: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly items: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'array';
        readonly shows: {
            readonly events: readonly ["suggestions"];
        };
    };
    'events.suggestions': {
        readonly question: 'When does a turn suggest follow-up questions?';
        readonly clause: '6: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly always: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'by-agent': {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'always';
        readonly shows: {
            readonly events: readonly ["suggestions"];
        };
    };
    'events.post-processing': {
        readonly question: 'Is there an event between `done` and the suggestions?';
        readonly clause: '6: the table names none';
        readonly kind: 'policy';
        readonly options: {
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'no';
        readonly shows: {
            readonly events: readonly ["suggestions"];
        };
    };
    'events.tool-selection': {
        readonly question: 'Does a turn say that it selects among its tools?';
        readonly clause: '6: the table names three phases';
        readonly kind: 'policy';
        readonly options: {
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'no';
        readonly shows: {
            readonly events: readonly ["phase"];
        };
    };
    'events.step-moments': {
        readonly question: 'How are the moments of plan steps written?';
        readonly clause: '1.G2';
        readonly kind: 'wire';
        readonly options: {
            readonly iso: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly epoch: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'iso';
        readonly hiddenBy: readonly [{
            readonly 'records.timestamps': readonly ["epoch"];
        }];
        readonly shows: {
            readonly events: readonly ["step_progress", "phase"];
        };
    };
    'events.title': {
        readonly question: 'Is the generated title sent on the stream?';
        readonly clause: '6: when is not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'after-suggestions': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'before-suggestions': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly never: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'after-suggestions';
        readonly shows: {
            readonly events: readonly ["title", "suggestions"];
        };
    };
    'versioning.published': {
        readonly question: 'Which version does the platform say that it is?';
        readonly clause: '9.R3: both are published';
        readonly kind: 'policy';
        readonly options: {
            readonly '0.8.0': {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly '0.8.9': {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly release: {
                readonly grade: 'open';
                readonly says: 'another release';
                readonly value: import("zod/mini").ZodMiniString<string>;
            };
        };
        readonly default: '0.8.0';
        readonly shows: {
            readonly endpoints: readonly ["version"];
        };
    };
    'sessions.revocation': {
        readonly question: 'What is refused once all sessions of a user were revoked?';
        readonly clause: '4.1: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly access: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly all: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'access';
        readonly shows: {
            readonly endpoints: readonly ["me.revoke-sessions"];
            readonly conditions: readonly ["token-revoked", "refresh-refused"];
        };
    };
    'knowledge-bases.retrieval-reach': {
        readonly question: 'Who may retrieve from a knowledge base?';
        readonly clause: '4.4: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly visible: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly owner: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'visible';
        readonly shows: {
            readonly endpoints: readonly ["knowledge-bases.retrieve"];
        };
    };
    'records.timestamps': {
        readonly question: 'How is a moment written?';
        readonly clause: '1.G2';
        readonly kind: 'wire';
        readonly options: {
            readonly z: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly offset: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly naive: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly local: {
                readonly grade: 'deviates';
                readonly says: string;
            };
            readonly epoch: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'z';
        readonly shows: {
            readonly replies: readonly ["page", "envelope", "record", "created-key", "session", "stream"];
        };
        readonly also: readonly ["keys.record-has-created-at", "keys.record-moments-are-strings"];
    };
    'records.empty-fields': {
        readonly question: 'How is an optional field without a value written?';
        readonly clause: '2: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly null: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'null';
        readonly shows: {
            readonly replies: readonly ["page", "envelope", "record", "created-key", "session"];
        };
    };
    'records.content-type': {
        readonly question: 'Does the content type of JSON carry a charset?';
        readonly clause: '1.G1: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly plain: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly charset: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'plain';
        readonly shows: {};
    };
    'lists.envelope': {
        readonly question: 'What does a list answer?';
        readonly clause: '1.G3, 2.2';
        readonly kind: 'wire';
        readonly options: {
            readonly page: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly items: {
                readonly grade: 'deviates';
                readonly says: string;
            };
            readonly wrapped: {
                readonly grade: 'deviates';
                readonly says: string;
            };
            readonly array: {
                readonly grade: 'deviates';
                readonly says: string;
            };
            readonly data: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'page';
        readonly shows: {
            readonly replies: readonly ["page"];
        };
    };
    'lists.default-size': {
        readonly question: 'How many items has a page by default?';
        readonly clause: '4.C3, 8';
        readonly kind: 'policy';
        readonly options: {
            readonly 20: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly items: {
                readonly grade: 'deviates';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniInt;
            };
        };
        readonly default: '20';
        readonly shows: {
            readonly replies: readonly ["page"];
        };
    };
    'lists.oversize': {
        readonly question: 'How is a `size` above 100 answered?';
        readonly clause: '4.C3';
        readonly kind: 'policy';
        readonly options: {
            readonly refused: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly clamped: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'refused';
        readonly shows: {
            readonly replies: readonly ["page"];
        };
    };
    'lists.page-beyond-end': {
        readonly question: 'How is a page beyond the last answered?';
        readonly clause: '2.2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly empty: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly last: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly missing: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'empty';
        readonly shows: {
            readonly replies: readonly ["page"];
        };
    };
    'lists.pages-when-empty': {
        readonly question: 'How many pages has an empty list?';
        readonly clause: '2.2: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 0: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 1: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '0';
        readonly when: {
            readonly 'lists.envelope': readonly ["page", "wrapped"];
        };
        readonly shows: {
            readonly replies: readonly ["page"];
        };
    };
    'keys.creation-status': {
        readonly question: 'Which status does the creation of a key answer?';
        readonly clause: '4.1: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly 201: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 200: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: '201';
        readonly shows: {
            readonly endpoints: readonly ["keys.create"];
        };
    };
    'keys.creation-shape': {
        readonly question: 'Where do the record and the full value stand when a key is created?';
        readonly clause: '4.1: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly flat: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly wrapped: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly nested: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'flat';
        readonly shows: {
            readonly endpoints: readonly ["keys.create"];
        };
    };
    'keys.creation-record': {
        readonly question: 'Which fields has the record when a key is created?';
        readonly clause: '4.1: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly whole: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly partial: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'whole';
        readonly shows: {
            readonly endpoints: readonly ["keys.create"];
        };
    };
    'keys.expiry-field': {
        readonly question: 'Which body field carries the expiry of a key?';
        readonly clause: '4.1: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly expires_at: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly named: {
                readonly grade: 'open';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniString<string>;
            };
        };
        readonly default: 'expires_at';
        readonly shows: {
            readonly endpoints: readonly ["keys.create"];
        };
    };
    'keys.delete-operation': {
        readonly question: 'Does `DELETE /api/me/api-keys/{key_id}` delete a key?';
        readonly clause: '4.1: method and path not shown';
        readonly kind: 'inventory';
        readonly options: {
            readonly present: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'present';
        readonly shows: {
            readonly endpoints: readonly ["keys.delete"];
        };
    };
    'keys.usage': {
        readonly question: 'Which calls count as usage of a key?';
        readonly clause: '2.1.R3';
        readonly kind: 'policy';
        readonly options: {
            readonly every: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly writes: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'every';
        readonly shows: {
            readonly endpoints: readonly ["keys.list"];
        };
    };
    'keys.ownership': {
        readonly question: "May a caller change another user's key?";
        readonly clause: '3, 4.1';
        readonly kind: 'policy';
        readonly options: {
            readonly own: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly any: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'own';
        readonly shows: {
            readonly endpoints: readonly ["keys.set-active", "keys.delete"];
        };
    };
    'conversations.create-status': {
        readonly question: 'Which status does the creation of a conversation answer?';
        readonly clause: '4.3';
        readonly kind: 'wire';
        readonly options: {
            readonly 200: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly 201: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: '200';
        readonly shows: {
            readonly endpoints: readonly ["conversations.create"];
        };
    };
    'conversations.created-shape': {
        readonly question: 'What is the payload when a conversation is created?';
        readonly clause: '4.3: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly record: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly id: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'record';
        readonly shows: {
            readonly endpoints: readonly ["conversations.create"];
        };
    };
    'conversations.ownership': {
        readonly question: "May a caller reach another user's conversation?";
        readonly clause: '2.5, 7';
        readonly kind: 'policy';
        readonly options: {
            readonly own: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly any: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'own';
        readonly shows: {
            readonly endpoints: readonly ["conversations.read", "conversations.update", "conversations.delete", "chat.resume"];
        };
        readonly also: readonly ["resume.foreign-conversation-is-not-found", "resume.foreign-turn-stays-hidden"];
    };
    'conversations.modes': {
        readonly question: 'Which values may `mode` have?';
        readonly clause: '4.3: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly listed: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly any: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'listed';
        readonly shows: {
            readonly endpoints: readonly ["conversations.create"];
        };
    };
    'conversations.order': {
        readonly question: 'In which order are conversations listed?';
        readonly clause: '4.3: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'starred-first': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly newest: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly oldest: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'starred-first';
        readonly shows: {
            readonly endpoints: readonly ["conversations.list"];
        };
    };
    'conversations.search-parameter': {
        readonly question: 'What is the string parameter of the conversation list called?';
        readonly clause: '4.3: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly q: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly named: {
                readonly grade: 'open';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniString<string>;
            };
        };
        readonly default: 'q';
        readonly shows: {
            readonly endpoints: readonly ["conversations.list"];
        };
    };
    'conversations.kb-ids': {
        readonly question: 'Can `kb_ids` be set on create and update?';
        readonly clause: '2.5: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly settable: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly ignored: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'settable';
        readonly shows: {
            readonly endpoints: readonly ["conversations.create", "conversations.update"];
        };
    };
    'turn.on-disconnect': {
        readonly question: 'What happens to a turn whose reader leaves?';
        readonly clause: '4.2: an interrupted turn is re-subscribed to without re-running the agent';
        readonly kind: 'policy';
        readonly options: {
            readonly 'goes-on': {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly cancels: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'goes-on';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'turn.concurrent': {
        readonly question: 'What happens to a turn while another runs in the conversation?';
        readonly clause: '4.2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'side-by-side': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly refused: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'side-by-side';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
            readonly conditions: readonly ["turn-running"];
        };
    };
    'turn.without-conversation': {
        readonly question: 'What happens to a turn that names no conversation?';
        readonly clause: '2.6: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly 'not-stored': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly 'makes-one': {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'not-stored';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'turn.unknown-agent': {
        readonly question: 'What happens to a turn that names an agent which the caller cannot see?';
        readonly clause: '2.6: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly ignored: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly refused: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'ignored';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'chat.query': {
        readonly question: 'Must a chat request have a query?';
        readonly clause: '2.6: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly required: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly optional: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'required';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'chat.query-length': {
        readonly question: 'How long may a query be?';
        readonly clause: '8: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly unlimited: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly characters: {
                readonly grade: 'open';
                readonly says: string;
                readonly value: import("zod/mini").ZodMiniInt;
            };
        };
        readonly default: 'unlimited';
        readonly shows: {
            readonly endpoints: readonly ["chat.react", "chat.dag", "chat.auto"];
        };
    };
    'chat.routing-event': {
        readonly question: 'Does auto say how it classified the query?';
        readonly clause: '4.2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly first: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly absent: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'first';
        readonly hiddenBy: readonly [{
            readonly 'auth.chat-header': readonly ["ignored"];
            readonly 'auth.auto-body-token': readonly ["ignored"];
        }];
        readonly shows: {
            readonly endpoints: readonly ["chat.auto"];
        };
    };
    'chat.inject-without-turn': {
        readonly question: 'How is an inject answered while no turn runs?';
        readonly clause: '4.2: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly not_found: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly conflict: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'not_found';
        readonly shows: {
            readonly conditions: readonly ["turn-not-running"];
        };
    };
    'resume.mid-turn': {
        readonly question: 'What does a resume give while the turn still runs?';
        readonly clause: '4.2';
        readonly kind: 'policy';
        readonly options: {
            readonly follow: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly stored: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly previous: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'follow';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.replay-range': {
        readonly question: 'Which turns does a replay cover?';
        readonly clause: "4.2: the stored events of the conversation's assistant message";
        readonly kind: 'policy';
        readonly options: {
            readonly 'newest-turn': {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly conversation: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'newest-turn';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.frame': {
        readonly question: 'How is a replayed event written?';
        readonly clause: '4.2: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly live: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly wrapped: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'live';
        readonly hiddenBy: readonly [{
            readonly 'events.cursor-carrier': readonly ["wrapped"];
        }];
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.end-replayed': {
        readonly question: 'Is the `end` of a turn replayed before `resume_done`?';
        readonly clause: '6.O1: two rules meet';
        readonly kind: 'policy';
        readonly options: {
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'no';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.done-stored': {
        readonly question: 'Is the `done` of a turn replayed?';
        readonly clause: '4.2: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly yes: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly no: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'yes';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.done-payload': {
        readonly question: 'What does `resume_done` carry?';
        readonly clause: '6: not shown';
        readonly kind: 'wire';
        readonly options: {
            readonly counts: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly empty: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'counts';
        readonly shows: {
            readonly events: readonly ["resume_done"];
        };
    };
    'resume.cursor-required': {
        readonly question: 'Must a resume name its cursor?';
        readonly clause: '4.2';
        readonly kind: 'policy';
        readonly options: {
            readonly required: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly optional: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'required';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.below-minus-one': {
        readonly question: 'How is a cursor below -1 answered?';
        readonly clause: '7';
        readonly kind: 'policy';
        readonly options: {
            readonly invalid_cursor: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly accepted: {
                readonly grade: 'deviates';
                readonly says: string;
            };
        };
        readonly default: 'invalid_cursor';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
            readonly conditions: readonly ["cursor-invalid"];
        };
    };
    'resume.non-integer-cursor': {
        readonly question: 'How is a cursor answered that is no integer? Two rules apply.';
        readonly clause: '7';
        readonly kind: 'policy';
        readonly options: {
            readonly validation: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly invalid_cursor: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'validation';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'resume.body-token': {
        readonly question: 'May the body field `token` stand in for the header on resume?';
        readonly clause: '5.R2: named for react and dag only';
        readonly kind: 'policy';
        readonly options: {
            readonly ignored: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly accepted: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'ignored';
        readonly shows: {
            readonly endpoints: readonly ["chat.resume"];
        };
    };
    'workflows.batch-counts': {
        readonly question: 'How much does a batch count toward the ten runs a minute?';
        readonly clause: '8: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly once: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly each: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'once';
        readonly shows: {
            readonly endpoints: readonly ["workflows.batch-run"];
        };
    };
    'workflows.run-started': {
        readonly question: 'How does the stream of a run begin?';
        readonly clause: '4.7: not shown';
        readonly kind: 'policy';
        readonly options: {
            readonly once: {
                readonly grade: 'open';
                readonly says: string;
            };
            readonly twice: {
                readonly grade: 'open';
                readonly says: string;
            };
        };
        readonly default: 'once';
        readonly shows: {
            readonly endpoints: readonly ["workflows.run"];
        };
    };
    'workflows.event-moments': {
        readonly question: 'How is the moment `ts` of an event of a run written?';
        readonly clause: '1.G2';
        readonly kind: 'wire';
        readonly options: {
            readonly iso: {
                readonly grade: 'specified';
                readonly says: string;
            };
            readonly epoch: {
                readonly grade: 'deviates';
                readonly says: string;
                readonly unseen: string;
            };
        };
        readonly default: 'iso';
        readonly shows: {
            readonly endpoints: readonly ["workflows.run"];
        };
    };
};
/** The slug of a choice: never reused, never numbered. */
export type ChoiceId = keyof typeof table;
/** The names of the options of a choice. */
export type OptionOf<Id extends ChoiceId> = `${Extract<keyof (typeof table)[Id]['options'], string | number>}`;
/** The one table: every point at which deployments can differ. */
export declare const choices: {
    readonly [Id in ChoiceId]: Choice;
};
export declare const choiceIds: readonly ChoiceId[];
export {};
