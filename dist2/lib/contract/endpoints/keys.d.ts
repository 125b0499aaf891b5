/** The caller's own API keys (4.1). */
export declare const keysEndpoints: {
    readonly 'keys.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/me/api-keys';
        readonly section: '4.1';
        readonly scope: 'unlisted';
        readonly record: 'apiKey';
    };
    readonly 'keys.create': {
        readonly method: 'POST';
        readonly path: '/api/me/api-keys';
        readonly section: '4.1';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'created-key';
        readonly status: 201;
        readonly record: 'apiKey';
        readonly audited: 'api-key.created';
    };
    readonly 'keys.set-active': {
        readonly method: 'PATCH';
        readonly path: '/api/me/api-keys/{key_id}/active';
        readonly section: '4.1';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'record';
        readonly record: 'apiKey';
        readonly audited: 'api-key.activity-changed';
        readonly finds: {
            readonly resource: "api-key";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    readonly 'keys.delete': {
        readonly method: 'DELETE';
        readonly path: '/api/me/api-keys/{key_id}';
        readonly section: '4.1';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'empty';
        readonly audited: 'api-key.deleted';
        readonly finds: {
            readonly resource: "api-key";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
};
