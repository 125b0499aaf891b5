/** Choices about administration, of which the specification names no shapes (4.7). */
export declare const administrationChoices: {
    readonly 'administration.envelope': {
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
};
