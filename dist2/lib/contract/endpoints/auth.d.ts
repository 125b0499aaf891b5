/** Login and tokens (4.6). */
export declare const authEndpoints: {
    readonly 'auth.login': {
        readonly method: 'POST';
        readonly path: '/api/auth/login';
        readonly section: '4.6';
        readonly access: 'public';
        readonly reply: 'session';
        readonly record: 'login';
        readonly refuses: readonly ["login-failed", "account-restricted"];
        readonly audited: 'auth.signed-in';
    };
    readonly 'auth.refresh': {
        readonly method: 'POST';
        readonly path: '/api/auth/refresh';
        readonly section: '4.6';
        readonly access: 'public';
        readonly reply: 'session';
        readonly record: 'login';
        readonly refuses: readonly ["refresh-refused", "token-expired", "account-restricted"];
    };
    readonly 'auth.verify': {
        readonly method: 'GET';
        readonly path: '/api/auth/verify';
        readonly section: '4.6';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly record: 'verification';
    };
    readonly 'auth.me': {
        readonly method: 'GET';
        readonly path: '/api/auth/me';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly record: 'user';
    };
};
