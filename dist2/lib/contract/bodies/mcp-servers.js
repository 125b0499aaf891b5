import * as z from 'zod/mini';
import { mcpServer } from '../records/mcp-server.js';
import { httpUrl, label, optionalFlag, optionalText, optionalTexts } from './fields.js';
/** `POST /api/mcp-servers`, and `PUT`, which replaces all of it (4.7: not shown). */
export const mcpServerBody = z
    .object({
    name: label,
    description: optionalText,
    transport: mcpServer.shape.transport,
    command: optionalText,
    args: z.nullish(z.array(z.string())),
    env: optionalTexts,
    url: z.nullish(httpUrl),
    working_dir: optionalText,
    headers: optionalTexts,
    is_active: optionalFlag,
    allow_fallback: optionalFlag,
})
    .check(z.refine(({ transport, command }) => transport !== 'stdio' || Boolean(command), {
    path: ['command'],
    error: 'A server over stdio needs a command',
}), z.refine(({ transport, url }) => transport === 'stdio' || Boolean(url), {
    path: ['url'],
    error: 'A server over HTTP needs a URL',
}));
/** `PUT /api/mcp-servers/{server_id}/my-credentials` (4.7: not shown); both empty deletes them. */
export const mcpCredentialsBody = z.object({ env: optionalTexts, headers: optionalTexts });
