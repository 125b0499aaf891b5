/** Choices about approvals, injected texts and quotas (3, 4.2, 8). */
export declare const approvalChoices: {
    readonly 'approvals.wait': {
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
    readonly 'approvals.arguments': {
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
    readonly 'chat.inject-elsewhere': {
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
    readonly 'quotas.unstored-turns': {
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
};
