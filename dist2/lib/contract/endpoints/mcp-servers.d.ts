/** MCP servers: tools that agents may use (4.7 names the credentials alone). */
export declare const mcpServersEndpoints: {
    readonly 'mcp-servers.list': {
        readonly method: 'GET';
        readonly access: 'bearer';
        readonly reply: 'page';
        readonly path: '/api/mcp-servers';
        readonly section: '-';
        readonly scope: 'unlisted';
        readonly record: 'mcpServer';
    };
    readonly 'mcp-servers.create': {
        readonly access: 'bearer';
        readonly scope: 'unlisted';
        readonly reply: 'envelope';
        readonly method: 'POST';
        readonly path: '/api/mcp-servers';
        readonly section: '-';
        readonly record: 'mcpServer';
    };
    readonly 'mcp-servers.read': {
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
    readonly 'mcp-servers.replace': {
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
    readonly 'mcp-servers.delete': {
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
    readonly 'mcp-servers.test': {
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
    readonly 'mcp-servers.read-credentials': {
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
    readonly 'mcp-servers.store-credentials': {
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
};
