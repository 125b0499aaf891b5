/** Administration: for administrators only, with a key that has the scope `admin` if any (4.7). */
export declare const adminEndpoints: {
    readonly 'admin.users.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/users';
        readonly record: 'administeredUser';
    };
    readonly 'admin.users.create': {
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
    readonly 'admin.users.update': {
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
    readonly 'admin.users.set-active': {
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
    readonly 'admin.users.set-admin': {
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
    readonly 'admin.users.set-quota': {
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
    readonly 'admin.users.reset-password': {
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
    readonly 'admin.users.force-logout': {
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
    readonly 'admin.users.delete': {
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
    readonly 'admin.force-logout-all': {
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
    readonly 'admin.keys.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/api-keys';
        readonly record: 'administeredKey';
    };
    readonly 'admin.keys.set-active': {
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
    readonly 'admin.keys.delete': {
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
    readonly 'admin.conversations.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/conversations';
        readonly record: 'administeredConversation';
    };
    readonly 'admin.conversations.messages': {
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
    readonly 'admin.conversations.delete': {
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
    readonly 'admin.agents.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/agents';
        readonly record: 'agent';
    };
    readonly 'admin.knowledge-bases.list': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/knowledge-bases';
        readonly record: 'knowledgeBase';
    };
    readonly 'admin.stats': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/stats';
        readonly reply: 'envelope';
        readonly record: 'platformStats';
    };
    readonly 'admin.analytics.usage': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/analytics/usage';
        readonly reply: 'envelope';
        readonly record: 'usageAnalytics';
    };
    readonly 'admin.analytics.by-agent': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/analytics/by-agent';
        readonly record: 'agentUsage';
    };
    readonly 'admin.settings.read': {
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly method: 'GET';
        readonly path: '/api/admin/settings';
        readonly reply: 'envelope';
        readonly record: 'settings';
    };
    readonly 'admin.settings.update': {
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
    readonly 'admin.audit-log': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/audit-log';
        readonly record: 'auditEntry';
    };
    readonly 'admin.health': {
        readonly method: 'GET';
        readonly reply: 'page';
        readonly section: '4.7';
        readonly access: 'bearer';
        readonly scope: 'admin';
        readonly adminOnly: true;
        readonly path: '/api/admin/system/health';
        readonly record: 'healthComponent';
    };
};
