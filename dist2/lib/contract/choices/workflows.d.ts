/** Choices about workflows and their runs (4.7, 8). */
export declare const workflowChoices: {
    readonly 'workflows.batch-counts': {
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
    readonly 'workflows.run-started': {
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
    readonly 'workflows.event-moments': {
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
