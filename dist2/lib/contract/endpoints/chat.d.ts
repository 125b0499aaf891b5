/** Turns as streams, and what can be done to them (4.2). */
export declare const chatEndpoints: {
    readonly 'chat.react': {
        readonly method: 'POST';
        readonly access: 'token-in-body';
        readonly reply: 'stream';
        readonly refuses: readonly ['quota-exceeded'];
        readonly path: '/api/react';
        readonly section: '4.2';
        readonly scope: 'chat';
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'conversation-missing';
        };
    };
    readonly 'chat.dag': {
        readonly method: 'POST';
        readonly access: 'token-in-body';
        readonly reply: 'stream';
        readonly refuses: readonly ['quota-exceeded'];
        readonly path: '/api/dag';
        readonly section: '4.2';
        readonly scope: 'chat';
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'conversation-missing';
        };
    };
    readonly 'chat.auto': {
        readonly method: 'POST';
        readonly access: 'token-in-body';
        readonly reply: 'stream';
        readonly refuses: readonly ['quota-exceeded'];
        readonly path: '/api/auto';
        readonly section: '4.2';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'conversation-missing';
        };
    };
    readonly 'chat.inject': {
        readonly method: 'POST';
        readonly path: '/api/chat/inject';
        readonly section: '4.2';
        readonly access: 'bearer';
        readonly scope: 'chat';
        readonly reply: 'record';
        readonly record: 'injected';
        readonly refuses: readonly ["turn-not-running"];
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'inject-elsewhere';
        };
    };
    readonly 'chat.inject-recall': {
        readonly method: 'POST';
        readonly path: '/api/chat/inject/recall';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'record';
        readonly record: 'recalled';
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'inject-elsewhere';
        };
    };
    readonly 'chat.resume': {
        readonly method: 'POST';
        readonly path: '/api/chat/resume';
        readonly section: '4.2';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'stream';
        readonly refuses: readonly ["turn-missing", "cursor-invalid"];
        readonly finds: {
            readonly resource: 'conversation';
            readonly by: 'body';
            readonly name: 'conversation_id';
            readonly missing: 'conversation-missing';
        };
    };
};
