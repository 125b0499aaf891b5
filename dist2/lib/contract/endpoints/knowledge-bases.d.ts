/** Knowledge bases and their documents (4.4, 4.7); what is changed is the caller's own. */
export declare const knowledgeBasesEndpoints: {
    readonly 'knowledge-bases.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/knowledge-bases';
        readonly section: '4.4';
        readonly scope: 'kb';
        readonly record: 'knowledgeBase';
    };
    readonly 'knowledge-bases.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases';
        readonly record: 'knowledgeBase';
        readonly refuses: readonly ["request-senseless"];
    };
    readonly 'knowledge-bases.read': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly method: 'GET';
        readonly path: '/api/knowledge-bases/{id}';
        readonly record: 'knowledgeBase';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'knowledge-bases.update': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'PUT';
        readonly path: '/api/knowledge-bases/{id}';
        readonly record: 'knowledgeBase';
        readonly refuses: readonly ["request-senseless"];
    };
    readonly 'knowledge-bases.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'DELETE';
        readonly path: '/api/knowledge-bases/{id}';
        readonly record: 'deleted';
    };
    readonly 'knowledge-bases.toggle': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases/{id}/toggle';
        readonly section: '4.7';
        readonly record: 'toggled';
    };
    readonly 'knowledge-bases.publish': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases/{id}/publish';
        readonly record: 'knowledgeBase';
        readonly refuses: readonly ["request-senseless", "not-permitted"];
    };
    readonly 'knowledge-bases.unpublish': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases/{id}/unpublish';
        readonly record: 'knowledgeBase';
    };
    readonly 'knowledge-bases.retrieve': {
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases/{id}/retrieve';
        readonly section: '4.4';
        readonly access: 'bearer';
        readonly scope: 'kb';
        readonly reply: 'envelope';
        readonly record: 'passages';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'documents.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/knowledge-bases/{id}/documents';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly record: 'document';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'documents.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly finds: {
            readonly resource: "knowledge-base";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases/{id}/documents/create';
        readonly record: 'document';
    };
    readonly 'documents.chunks': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/knowledge-bases/{id}/documents/{doc_id}/chunks';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly record: 'chunk';
        readonly finds: {
            readonly resource: "document";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'documents.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly method: 'DELETE';
        readonly path: '/api/knowledge-bases/{id}/documents/{doc_id}';
        readonly record: 'deleted';
        readonly finds: {
            readonly resource: "document";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
    };
};
