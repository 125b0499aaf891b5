/** Choices about lists, keys, conversations and the form of records (2, 4.1, 4.3). */
export declare const resourceChoices: {
    readonly 'records.timestamps': {
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
    readonly 'records.empty-fields': {
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
    readonly 'records.content-type': {
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
    readonly 'lists.envelope': {
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
    readonly 'lists.default-size': {
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
    readonly 'lists.oversize': {
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
    readonly 'lists.page-beyond-end': {
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
    readonly 'lists.pages-when-empty': {
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
    readonly 'keys.creation-status': {
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
    readonly 'keys.creation-shape': {
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
    readonly 'keys.creation-record': {
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
    readonly 'keys.expiry-field': {
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
    readonly 'keys.delete-operation': {
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
    readonly 'keys.usage': {
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
    readonly 'keys.ownership': {
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
    readonly 'conversations.create-status': {
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
    readonly 'conversations.created-shape': {
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
    readonly 'conversations.ownership': {
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
    readonly 'conversations.modes': {
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
    readonly 'conversations.order': {
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
    readonly 'conversations.search-parameter': {
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
    readonly 'conversations.kb-ids': {
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
};
