import { pageQuery } from '../bodies.js';
import { mcpCredentialsBody, mcpServerBody } from '../bodies/mcp-servers.js';
/** What the operations in `endpoints/mcp-servers.ts` take. */
export const mcpServersInputs = {
    'mcp-servers.list': { query: pageQuery },
    'mcp-servers.create': { body: mcpServerBody },
    'mcp-servers.replace': { body: mcpServerBody },
    'mcp-servers.store-credentials': { body: mcpCredentialsBody },
};
