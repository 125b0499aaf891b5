/** Approvals of tool calls (4.7: named only). */
export declare const confirmationsEndpoints: {
    readonly 'confirmations.read': {
        readonly method: 'GET';
        readonly path: '/api/confirmations/{id}';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'record';
        readonly record: 'confirmation';
        readonly refuses: readonly ["not-permitted"];
        readonly finds: {
            readonly resource: "confirmation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'confirmations.respond': {
        readonly method: 'POST';
        readonly path: '/api/confirmations/{id}/respond';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'record';
        readonly record: 'answeredConfirmation';
        readonly refuses: readonly ["not-permitted", "state-conflict"];
        readonly finds: {
            readonly resource: "confirmation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
};
