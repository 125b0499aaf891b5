/** Every operation that the fake plays, by its id. */
export declare const endpoints: {
    'auth.profile': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'PATCH';
        readonly path: '/api/auth/profile';
        readonly reply: 'envelope';
        readonly record: 'user';
        readonly refuses: readonly ["state-conflict", "resource-missing"];
    };
    'auth.change-password': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/auth/change-password';
        readonly reply: 'envelope';
        readonly record: 'changed';
        readonly refuses: readonly ["request-senseless"];
        readonly audited: 'user.password-changed';
    };
    'me.usage': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'GET';
        readonly path: '/api/me/usage';
        readonly reply: 'record';
        readonly record: 'ownUsage';
    };
    'me.sessions': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly path: '/api/me/sessions';
        readonly record: 'session';
    };
    'me.revoke-sessions': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/me/sessions/revoke-all';
        readonly reply: 'record';
        readonly record: 'revoked';
        readonly audited: 'user.logged-out';
    };
    'me.notifications.read': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'GET';
        readonly path: '/api/me/notifications';
        readonly reply: 'record';
        readonly record: 'notifications';
    };
    'me.notifications.update': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'PUT';
        readonly path: '/api/me/notifications';
        readonly reply: 'record';
        readonly record: 'notifications';
    };
    'chat.ticket': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly method: 'POST';
        readonly path: '/api/chat/ticket';
        readonly scope: 'chat';
        readonly reply: 'record';
        readonly record: 'ticket';
    };
    'admin.users.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/users';
        readonly record: 'administeredUser';
    };
    'admin.users.create': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'POST';
        readonly path: '/api/admin/users';
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly refuses: readonly ["state-conflict"];
        readonly audited: 'user.created';
    };
    'admin.users.update': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'PATCH';
        readonly path: '/api/admin/users/{user_id}';
        readonly refuses: readonly ["state-conflict"];
        readonly audited: 'user.updated';
    };
    'admin.users.set-active': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'PATCH';
        readonly path: '/api/admin/users/{user_id}/active';
        readonly refuses: readonly ["request-senseless"];
        readonly audited: 'user.activity-changed';
    };
    'admin.users.set-admin': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'PATCH';
        readonly path: '/api/admin/users/{user_id}/admin';
        readonly refuses: readonly ["request-senseless"];
        readonly audited: 'user.role-changed';
    };
    'admin.users.set-quota': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'PATCH';
        readonly path: '/api/admin/users/{user_id}/quota';
        readonly audited: 'user.quota-changed';
    };
    'admin.users.reset-password': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly record: 'administeredUser';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'POST';
        readonly path: '/api/admin/users/{user_id}/reset-password';
        readonly audited: 'user.password-reset';
    };
    'admin.users.force-logout': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'POST';
        readonly path: '/api/admin/users/{user_id}/force-logout';
        readonly record: 'loggedOut';
        readonly audited: 'user.logged-out';
    };
    'admin.users.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "user";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'DELETE';
        readonly path: '/api/admin/users/{user_id}';
        readonly record: 'deleted';
        readonly refuses: readonly ["request-senseless"];
        readonly audited: 'user.deleted';
    };
    'admin.force-logout-all': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'POST';
        readonly path: '/api/admin/actions/force-logout-all';
        readonly reply: 'envelope';
        readonly record: 'loggedOut';
        readonly audited: 'users.logged-out';
    };
    'admin.keys.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/api-keys';
        readonly record: 'administeredKey';
    };
    'admin.keys.set-active': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'PATCH';
        readonly path: '/api/admin/api-keys/{key_id}/active';
        readonly reply: 'record';
        readonly record: 'administeredKey';
        readonly finds: {
            readonly resource: "api-key";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly audited: 'api-key.activity-changed';
    };
    'admin.keys.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'DELETE';
        readonly path: '/api/admin/api-keys/{key_id}';
        readonly reply: 'empty';
        readonly finds: {
            readonly resource: "api-key";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly audited: 'api-key.deleted';
    };
    'admin.conversations.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/conversations';
        readonly record: 'administeredConversation';
    };
    'admin.conversations.messages': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/conversations/{conversation_id}/messages';
        readonly record: 'message';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    'admin.conversations.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'DELETE';
        readonly path: '/api/admin/conversations/{conversation_id}';
        readonly reply: 'empty';
        readonly finds: {
            readonly resource: "conversation";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly audited: 'conversation.deleted';
    };
    'admin.agents.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/agents';
        readonly record: 'agent';
    };
    'admin.knowledge-bases.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/knowledge-bases';
        readonly record: 'knowledgeBase';
    };
    'admin.stats': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/stats';
        readonly reply: 'envelope';
        readonly record: 'platformStats';
    };
    'admin.analytics.usage': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/analytics/usage';
        readonly reply: 'envelope';
        readonly record: 'usageAnalytics';
    };
    'admin.analytics.by-agent': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/analytics/by-agent';
        readonly record: 'agentUsage';
    };
    'admin.settings.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/settings';
        readonly reply: 'envelope';
        readonly record: 'settings';
    };
    'admin.settings.update': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'PATCH';
        readonly path: '/api/admin/settings';
        readonly reply: 'envelope';
        readonly record: 'settings';
        readonly audited: 'settings.updated';
    };
    'admin.audit-log': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/audit-log';
        readonly record: 'auditEntry';
    };
    'admin.health': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/system/health';
        readonly record: 'healthComponent';
    };
    'agents.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/agents';
        readonly section: '4.5';
        readonly scope: 'agents';
        readonly record: 'agent';
    };
    'agents.read': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'GET';
        readonly path: '/api/agents/{agent_id}';
        readonly section: '4.5';
        readonly scope: 'agents';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    'agents.create': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'POST';
        readonly path: '/api/agents';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly refuses: readonly ["resource-missing", "not-permitted"];
    };
    'agents.update': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'PUT';
        readonly path: '/api/agents/{agent_id}';
        readonly refuses: readonly ["not-permitted"];
    };
    'agents.delete': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'DELETE';
        readonly path: '/api/agents/{agent_id}';
        readonly record: 'deleted';
    };
    'agents.publish': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/publish';
        readonly refuses: readonly ["request-senseless", "not-permitted"];
    };
    'agents.unpublish': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/unpublish';
    };
    'agents.fork': {
        readonly access: 'bearer';
        readonly reply: 'envelope';
        readonly record: 'agent';
        readonly method: 'POST';
        readonly path: '/api/agents/{agent_id}/fork';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "agent";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
    };
    'auth.login': {
        readonly method: 'POST';
        readonly path: '/api/auth/login';
        readonly section: '4.6';
        readonly access: 'public';
        readonly reply: 'session';
        readonly record: 'login';
        readonly refuses: readonly ["login-failed", "account-restricted"];
        readonly audited: 'auth.signed-in';
    };
    'auth.refresh': {
        readonly method: 'POST';
        readonly path: '/api/auth/refresh';
        readonly section: '4.6';
        readonly access: 'public';
        readonly reply: 'session';
        readonly record: 'login';
        readonly refuses: readonly ["refresh-refused", "token-expired", "account-restricted"];
    };
    'auth.verify': {
        readonly method: 'GET';
        readonly path: '/api/auth/verify';
        readonly section: '4.6';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly record: 'verification';
    };
    'auth.me': {
        readonly method: 'GET';
        readonly path: '/api/auth/me';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly record: 'user';
    };
    'channels.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/channels';
        readonly section: '4.7';
        readonly scope: 'unlisted';
        readonly record: 'channel';
        readonly refuses: readonly ["resource-missing"];
    };
    'channels.create': {
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
    'channels.read': {
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
    'channels.update': {
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
    'channels.delete': {
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
    'channels.test': {
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
    'channels.discover-chats': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/channels/discover-chats';
        readonly section: '-';
        readonly record: 'discoveredChats';
    };
    'channels.callback': {
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
    'chat.react': {
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
    'chat.dag': {
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
    'chat.auto': {
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
    'chat.inject': {
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
    'chat.inject-recall': {
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
    'chat.resume': {
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
    'connectors.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/connectors';
        readonly section: '4.7';
        readonly scope: 'connectors';
        readonly record: 'connector';
    };
    'connectors.create': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/connectors';
        readonly section: '4.7';
        readonly record: 'connector';
        readonly refuses: readonly ["request-senseless"];
    };
    'connectors.read': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: "/api/connectors/{connector_id}";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'connector';
    };
    'connectors.replace': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly path: "/api/connectors/{connector_id}";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'connector';
        readonly refuses: readonly ["request-senseless"];
    };
    'connectors.delete': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: "/api/connectors/{connector_id}";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
    };
    'connectors.toggle': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/connectors/{connector_id}/toggle";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'toggled';
    };
    'connectors.publish': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/connectors/{connector_id}/publish";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'connector';
        readonly refuses: readonly ["request-senseless"];
    };
    'connectors.unpublish': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/connectors/{connector_id}/unpublish";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'connector';
    };
    'connectors.test': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/connectors/{connector_id}/test-connection";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'tested';
    };
    'connectors.test-unsaved': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/connectors/test-connection';
        readonly section: '-';
        readonly record: 'tested';
        readonly refuses: readonly ["request-senseless"];
    };
    'connectors.add-action': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/connectors/{connector_id}/actions";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'connectorAction';
    };
    'connectors.replace-action': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly path: "/api/connectors/{connector_id}/actions/{action_id}";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector-action";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'connectorAction';
    };
    'connectors.delete-action': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: "/api/connectors/{connector_id}/actions/{action_id}";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector-action";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
    };
    'connectors.read-credentials': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: "/api/connectors/{connector_id}/my-credentials";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'connectorCredentials';
    };
    'connectors.store-credentials': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly path: "/api/connectors/{connector_id}/my-credentials";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'savedCredentials';
    };
    'connectors.delete-credentials': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: "/api/connectors/{connector_id}/my-credentials";
        readonly section: '-';
        readonly finds: {
            readonly resource: "connector";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'deleted';
    };
    'confirmations.read': {
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
    'confirmations.respond': {
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
    'conversations.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/conversations';
        readonly section: '4.3';
        readonly scope: 'unlisted';
        readonly record: 'conversation';
    };
    'conversations.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/conversations';
        readonly section: '4.3';
        readonly record: 'conversation';
    };
    'conversations.read': {
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
    'conversations.update': {
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
    'conversations.delete': {
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
    'conversations.delete-batch': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: '/api/conversations/batch';
        readonly section: '-';
        readonly record: 'deletedCount';
    };
    'conversations.export': {
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
    'keys.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/me/api-keys';
        readonly section: '4.1';
        readonly scope: 'unlisted';
        readonly record: 'apiKey';
    };
    'keys.create': {
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
    'keys.set-active': {
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
    'keys.delete': {
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
    'knowledge-bases.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/knowledge-bases';
        readonly section: '4.4';
        readonly scope: 'kb';
        readonly record: 'knowledgeBase';
    };
    'knowledge-bases.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '-';
        readonly method: 'POST';
        readonly path: '/api/knowledge-bases';
        readonly record: 'knowledgeBase';
        readonly refuses: readonly ["request-senseless"];
    };
    'knowledge-bases.read': {
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
    'knowledge-bases.update': {
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
    'knowledge-bases.delete': {
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
    'knowledge-bases.toggle': {
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
    'knowledge-bases.publish': {
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
    'knowledge-bases.unpublish': {
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
    'knowledge-bases.retrieve': {
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
    'documents.list': {
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
    'documents.create': {
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
    'documents.chunks': {
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
    'documents.delete': {
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
    'workflows.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows';
        readonly record: 'workflow';
    };
    'workflows.create': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows';
        readonly reply: 'envelope';
        readonly record: 'workflow';
    };
    'workflows.validate-blueprint': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows/validate';
        readonly reply: 'envelope';
        readonly record: 'blueprintReport';
    };
    'workflows.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflow';
    };
    'workflows.update': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
    };
    'workflows.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
    };
    'workflows.publish': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/publish';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
        readonly refuses: readonly ["request-senseless", "not-permitted"];
    };
    'workflows.unpublish': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/unpublish';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'workflow';
    };
    'workflows.validate': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/validate';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'blueprintReport';
    };
    'workflows.stats': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: '/api/workflows/{workflow_id}/stats';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflowStats';
    };
    'workflows.run': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/run';
        readonly reply: 'stream';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'runPlan';
        readonly events: 'run';
        readonly refuses: readonly ["request-senseless", "state-conflict", "rate-limited"];
    };
    'workflows.batch-run': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/batch-run';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'batchResult';
        readonly refuses: readonly ["request-senseless", "state-conflict", "rate-limited"];
    };
    'workflow-runs.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/workflows/{workflow_id}/runs';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'workflowRun';
    };
    'workflow-runs.clear': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: '/api/workflows/{workflow_id}/runs';
        readonly finds: {
            readonly resource: "workflow";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'clearedRuns';
    };
    'workflow-runs.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'GET';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}';
        readonly record: 'workflowRun';
    };
    'workflow-runs.delete': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'DELETE';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}';
        readonly record: 'deleted';
        readonly refuses: readonly ["state-conflict"];
    };
    'workflow-runs.cancel': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly finds: {
            readonly resource: "workflow-run";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly method: 'POST';
        readonly path: '/api/workflows/{workflow_id}/runs/{run_id}/cancel';
        readonly record: 'workflowRun';
        readonly refuses: readonly ["state-conflict"];
    };
    'mcp-servers.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/mcp-servers';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly record: 'mcpServer';
    };
    'mcp-servers.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/mcp-servers';
        readonly section: '-';
        readonly record: 'mcpServer';
    };
    'mcp-servers.read': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: "/api/mcp-servers/{server_id}";
        readonly section: '-';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'mcpServer';
    };
    'mcp-servers.replace': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly path: "/api/mcp-servers/{server_id}";
        readonly section: '-';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'mcpServer';
    };
    'mcp-servers.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'DELETE';
        readonly path: "/api/mcp-servers/{server_id}";
        readonly section: '-';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
    };
    'mcp-servers.test': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: "/api/mcp-servers/{server_id}/test";
        readonly section: '-';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'testedMcpServer';
    };
    'mcp-servers.read-credentials': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'GET';
        readonly path: "/api/mcp-servers/{server_id}/my-credentials";
        readonly section: '-';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'mcpCredentials';
    };
    'mcp-servers.store-credentials': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'PUT';
        readonly path: "/api/mcp-servers/{server_id}/my-credentials";
        readonly section: '4.7';
        readonly finds: {
            readonly resource: "mcp-server";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'savedCredentials';
    };
    'orgs.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/orgs';
        readonly section: '1';
        readonly scope: 'unlisted';
        readonly record: 'organization';
    };
    'orgs.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'POST';
        readonly path: '/api/orgs';
        readonly record: 'organization';
    };
    'orgs.read': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'GET';
        readonly path: "/api/orgs/{org_id}";
        readonly finds: {
            readonly resource: "organization";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'organization';
    };
    'orgs.replace': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'PUT';
        readonly path: "/api/orgs/{org_id}";
        readonly finds: {
            readonly resource: "organization";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'organization';
    };
    'orgs.delete': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'DELETE';
        readonly path: "/api/orgs/{org_id}";
        readonly finds: {
            readonly resource: "organization";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
        readonly refuses: readonly ["not-permitted"];
    };
    'orgs.members': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: "/api/orgs/{org_id}/members";
        readonly section: '1';
        readonly scope: 'unlisted';
        readonly finds: {
            readonly resource: "organization";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
        };
        readonly record: 'member';
    };
    'orgs.add-member': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'POST';
        readonly path: "/api/orgs/{org_id}/members";
        readonly finds: {
            readonly resource: "organization";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'member';
        readonly refuses: readonly ["resource-missing", "state-conflict", "not-permitted"];
    };
    'orgs.change-role': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'PATCH';
        readonly path: "/api/orgs/{org_id}/members/{user_id}";
        readonly finds: {
            readonly resource: "member";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'member';
        readonly refuses: readonly ["state-conflict", "not-permitted"];
    };
    'orgs.remove-member': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'DELETE';
        readonly path: "/api/orgs/{org_id}/members/{user_id}";
        readonly finds: {
            readonly resource: "member";
            readonly by: 'path';
            readonly name: string;
            readonly missing: 'resource-missing';
            readonly changes: true;
        };
        readonly record: 'deleted';
        readonly refuses: readonly ["state-conflict", "not-permitted"];
    };
    'auth.setup-status': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/setup-status';
        readonly record: 'setupStatus';
    };
    'auth.registration-status': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/registration-status';
        readonly record: 'registrationStatus';
    };
    'auth.announcement': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/announcement';
        readonly record: 'announcement';
    };
    'auth.oauth-providers': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/oauth/providers';
        readonly record: 'oauthProviders';
    };
    version: {
        readonly method: 'GET';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/version';
        readonly section: '9';
        readonly record: 'version';
    };
    'tools.catalog': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly path: '/api/tools/catalog';
        readonly reply: 'envelope';
        readonly record: 'toolCatalog';
    };
    'dashboard.stats': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/dashboard/stats';
        readonly reply: 'record';
        readonly record: 'dashboard';
    };
    'models.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly path: '/api/models';
        readonly record: 'model';
    };
    'models.active': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/active-models';
        readonly reply: 'envelope';
        readonly record: 'activeModels';
    };
};
export type EndpointId = keyof typeof endpoints;
export declare const endpointIds: readonly EndpointId[];
