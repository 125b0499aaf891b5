/** Organizations and their members (1: named only). */
export declare const organizationsEndpoints: {
    readonly 'orgs.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/orgs';
        readonly section: '1';
        readonly scope: 'unlisted';
        readonly record: 'organization';
    };
    readonly 'orgs.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly section: '1';
        readonly method: 'POST';
        readonly path: '/api/orgs';
        readonly record: 'organization';
    };
    readonly 'orgs.read': {
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
    readonly 'orgs.replace': {
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
    readonly 'orgs.delete': {
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
    readonly 'orgs.members': {
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
    readonly 'orgs.add-member': {
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
    readonly 'orgs.change-role': {
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
    readonly 'orgs.remove-member': {
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
};
