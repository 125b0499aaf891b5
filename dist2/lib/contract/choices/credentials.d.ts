/** Choices about credentials, login and scopes (2.7, 4.6, 5). */
export declare const credentialChoices: {
    readonly 'auth.body-token': {
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
    readonly 'auth.auto-body-token': {
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
    readonly 'auth.chat-header': {
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
    readonly 'auth.two-credentials': {
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
    readonly 'auth.scheme': {
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
    readonly 'auth.refresh-token-as-bearer': {
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
    readonly 'auth.challenge': {
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
    readonly 'auth.disabled-key-code': {
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
    readonly 'auth.deleted-key-code': {
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
    readonly 'auth.expired-key': {
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
    readonly 'scopes.enforced': {
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
    readonly 'scopes.unlisted': {
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
    readonly 'scopes.separator': {
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
    readonly 'scopes.admin-reach': {
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
    readonly 'login.token-type': {
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
    readonly 'login.expires-in': {
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
    readonly 'login.restricted-account': {
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
    readonly 'login.restricted-on-chat': {
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
    readonly 'refresh.shape': {
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
    readonly 'refresh.rotation': {
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
    readonly 'operations.auth-verify': {
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
};
