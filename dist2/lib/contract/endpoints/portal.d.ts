/** What web clients ask before anybody signs in, and for their first page. */
export declare const portalEndpoints: {
    readonly 'auth.setup-status': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/setup-status';
        readonly record: 'setupStatus';
    };
    readonly 'auth.registration-status': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/registration-status';
        readonly record: 'registrationStatus';
    };
    readonly 'auth.announcement': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/announcement';
        readonly record: 'announcement';
    };
    readonly 'auth.oauth-providers': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/auth/oauth/providers';
        readonly record: 'oauthProviders';
    };
    readonly version: {
        readonly method: 'GET';
        readonly access: 'public';
        readonly reply: 'record';
        readonly path: '/api/version';
        readonly section: '9';
        readonly record: 'version';
    };
    readonly 'tools.catalog': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'public';
        readonly path: '/api/tools/catalog';
        readonly reply: 'envelope';
        readonly record: 'toolCatalog';
    };
    readonly 'dashboard.stats': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/dashboard/stats';
        readonly reply: 'record';
        readonly record: 'dashboard';
    };
    readonly 'models.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly path: '/api/models';
        readonly record: 'model';
    };
    readonly 'models.active': {
        readonly method: 'GET';
        readonly section: '-';
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly path: '/api/active-models';
        readonly reply: 'envelope';
        readonly record: 'activeModels';
    };
};
