/** The caller's own account: profile, password, sessions, usage. */
export declare const accountEndpoints: {
    readonly 'auth.profile': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'PATCH';
        readonly path: '/api/auth/profile';
        readonly reply: 'envelope';
        readonly record: 'user';
        readonly refuses: readonly ["state-conflict", "resource-missing"];
    };
    readonly 'auth.change-password': {
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
    readonly 'me.usage': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'GET';
        readonly path: '/api/me/usage';
        readonly reply: 'record';
        readonly record: 'ownUsage';
    };
    readonly 'me.sessions': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly path: '/api/me/sessions';
        readonly record: 'session';
    };
    readonly 'me.revoke-sessions': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'POST';
        readonly path: '/api/me/sessions/revoke-all';
        readonly reply: 'record';
        readonly record: 'revoked';
        readonly audited: 'user.logged-out';
    };
    readonly 'me.notifications.read': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'GET';
        readonly path: '/api/me/notifications';
        readonly reply: 'record';
        readonly record: 'notifications';
    };
    readonly 'me.notifications.update': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly method: 'PUT';
        readonly path: '/api/me/notifications';
        readonly reply: 'record';
        readonly record: 'notifications';
    };
    readonly 'chat.ticket': {
        readonly section: '-';
        readonly access: 'bearer';
        readonly method: 'POST';
        readonly path: '/api/chat/ticket';
        readonly scope: 'chat';
        readonly reply: 'record';
        readonly record: 'ticket';
    };
};
