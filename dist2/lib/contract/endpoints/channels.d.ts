/** Channels into chats, and what these call back with (4.7). */
export declare const channelsEndpoints: {
    readonly 'channels.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/channels';
        readonly section: '4.7';
        readonly scope: 'unlisted';
        readonly record: 'channel';
        readonly refuses: readonly ["resource-missing"];
    };
    readonly 'channels.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/channels';
        readonly section: '4.7';
        readonly status: 201;
        readonly record: 'channel';
        readonly refuses: readonly ["resource-missing", "not-permitted"];
    };
    readonly 'channels.read': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: "/api/channels/{channel_id}";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "channel";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'channel';
    };
    readonly 'channels.update': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'PATCH';
        readonly path: "/api/channels/{channel_id}";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "channel";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'channel';
    };
    readonly 'channels.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'DELETE';
        readonly path: "/api/channels/{channel_id}";
        readonly section: '4.7';
        readonly reply: 'empty';
        readonly finds: {
            readonly resource: "channel";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
    };
    readonly 'channels.test': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/channels/{channel_id}/test";
        readonly section: '-';
        readonly finds: {
            readonly resource: "channel";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'tested';
    };
    readonly 'channels.discover-chats': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/channels/discover-chats';
        readonly section: '-';
        readonly record: 'discoveredChats';
    };
    readonly 'channels.callback': {
        readonly method: 'POST';
        readonly path: "/api/channels/{channel_id}/callback";
        readonly section: '4.7';
        readonly access: 'public';
        readonly reply: 'record';
        readonly finds: {
            readonly resource: "channel";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'callbackAnswer';
        readonly refuses: readonly ["signature-wrong"];
    };
};
