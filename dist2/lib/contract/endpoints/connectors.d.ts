/** Connectors: services and databases that agents may call (4.7). */
export declare const connectorsEndpoints: {
    readonly 'connectors.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/connectors';
        readonly section: '4.7';
        readonly scope: 'connectors';
        readonly record: 'connector';
    };
    readonly 'connectors.create': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/connectors';
        readonly section: '4.7';
        readonly record: 'connector';
        readonly refuses: readonly ["request-senseless"];
    };
    readonly 'connectors.read': {
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
    readonly 'connectors.replace': {
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
    readonly 'connectors.delete': {
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
    readonly 'connectors.toggle': {
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
    readonly 'connectors.publish': {
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
    readonly 'connectors.unpublish': {
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
    readonly 'connectors.test': {
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
    readonly 'connectors.test-unsaved': {
        readonly access: 'bearer';
        readonly scope: 'connectors';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/connectors/test-connection';
        readonly section: '-';
        readonly record: 'tested';
        readonly refuses: readonly ["request-senseless"];
    };
    readonly 'connectors.add-action': {
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
    readonly 'connectors.replace-action': {
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
    readonly 'connectors.delete-action': {
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
    readonly 'connectors.read-credentials': {
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
    readonly 'connectors.store-credentials': {
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
    readonly 'connectors.delete-credentials': {
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
};
