import * as z from 'zod/mini';
/** Choices about what web clients ask besides: versions, sessions, the reach of retrieval (4.4, 9). */
export declare const portalChoices: {
    readonly 'versioning.published': {
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
                readonly value: z.ZodMiniString<string>;
            };
        };
        readonly default: '0.8.0';
        readonly shows: {
            readonly endpoints: readonly ["version"];
        };
    };
    readonly 'sessions.revocation': {
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
    readonly 'knowledge-bases.retrieval-reach': {
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
};
