import { changedByPath, foundByPath, list } from './endpoint.js';
const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope' };
const one = '/api/mcp-servers/{server_id}';
const found = foundByPath('mcp-server', 'server_id');
const changed = changedByPath('mcp-server', 'server_id');
/** MCP servers: tools that agents may use (4.7 names the credentials alone). */
export const mcpServersEndpoints = {
    'mcp-servers.list': {
        ...list,
        path: '/api/mcp-servers',
        section: '-',
        scope: 'unlisted',
        record: 'mcpServer',
    },
    'mcp-servers.create': {
        ...governed,
        method: 'POST',
        path: '/api/mcp-servers',
        section: '-',
        record: 'mcpServer',
    },
    'mcp-servers.read': {
        ...governed,
        method: 'GET',
        path: one,
        section: '-',
        finds: found,
        record: 'mcpServer',
    },
    'mcp-servers.replace': {
        ...governed,
        method: 'PUT',
        path: one,
        section: '-',
        finds: changed,
        record: 'mcpServer',
    },
    'mcp-servers.delete': {
        ...governed,
        method: 'DELETE',
        path: one,
        section: '-',
        finds: changed,
        record: 'deleted',
    },
    'mcp-servers.test': {
        ...governed,
        method: 'POST',
        path: `${one}/test`,
        section: '-',
        finds: found,
        record: 'testedMcpServer',
    },
    'mcp-servers.read-credentials': {
        ...governed,
        method: 'GET',
        path: `${one}/my-credentials`,
        section: '-',
        finds: found,
        record: 'mcpCredentials',
    },
    'mcp-servers.store-credentials': {
        ...governed,
        method: 'PUT',
        path: `${one}/my-credentials`,
        section: '4.7',
        finds: found,
        record: 'savedCredentials',
    },
};
