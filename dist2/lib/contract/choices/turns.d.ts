/** Choices about what a turn does, and what resume gives back (4.2, 6). */
export declare const turnChoices: {
    readonly 'turn.on-disconnect': {
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
    readonly 'turn.concurrent': {
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
    readonly 'turn.without-conversation': {
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
    readonly 'turn.unknown-agent': {
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
    readonly 'chat.query': {
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
    readonly 'chat.query-length': {
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
    readonly 'chat.routing-event': {
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
    readonly 'chat.inject-without-turn': {
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
    readonly 'resume.mid-turn': {
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
    readonly 'resume.replay-range': {
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
    readonly 'resume.frame': {
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
    readonly 'resume.end-replayed': {
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
    readonly 'resume.done-stored': {
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
    readonly 'resume.done-payload': {
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
    readonly 'resume.cursor-required': {
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
    readonly 'resume.below-minus-one': {
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
    readonly 'resume.non-integer-cursor': {
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
    readonly 'resume.body-token': {
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
};
