/** Conversations of the caller (4.3). */
export declare const conversationsEndpoints: {
    readonly 'conversations.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/conversations';
        readonly section: '4.3';
        readonly scope: 'unlisted';
        readonly record: 'conversation';
    };
    readonly 'conversations.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/conversations';
        readonly section: '4.3';
        readonly record: 'conversation';
    };
    readonly 'conversations.read': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly path: '/api/conversations/{conversation_id}';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'GET';
        readonly section: '-';
        readonly record: 'conversationWithMessages';
    };
    readonly 'conversations.update': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly path: '/api/conversations/{conversation_id}';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'PATCH';
        readonly section: '4.3';
        readonly record: 'conversation';
    };
    readonly 'conversations.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly path: '/api/conversations/{conversation_id}';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'DELETE';
        readonly section: '-';
        readonly record: 'deleted';
    };
    readonly 'conversations.delete-batch': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: '/api/conversations/batch';
        readonly section: '-';
        readonly record: 'deletedCount';
    };
    readonly 'conversations.export': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'GET';
        readonly path: '/api/conversations/{conversation_id}/export';
        readonly section: '-';
        readonly reply: 'download';
    };
};
