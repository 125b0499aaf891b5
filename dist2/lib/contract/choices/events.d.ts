/** Choices about what is written on a stream (6). */
export declare const eventChoices: {
    readonly 'events.cursor-carrier': {
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
    readonly 'events.cursor-range': {
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
    readonly 'events.cursor-step': {
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
    readonly 'events.line-ends': {
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
    readonly 'events.data-space': {
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
    readonly 'events.comments': {
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
    readonly 'events.content-type': {
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
    readonly 'events.unlisted': {
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
    readonly 'events.extra-fields': {
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
    readonly 'events.answer-names': {
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
    readonly 'events.step-names': {
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
    readonly 'events.done-tokens': {
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
    readonly 'events.suggestions-shape': {
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
    readonly 'events.suggestions': {
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
    readonly 'events.post-processing': {
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
    readonly 'events.tool-selection': {
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
    readonly 'events.step-moments': {
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
    readonly 'events.title': {
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
};
