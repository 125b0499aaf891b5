import { changedByPath, type Endpoint, foundByPath, list, type Inputs } from './operation.ts'
import { pageQuery, httpUrl, label, optionalFlag, optionalText, optionalTexts } from './fields.ts'
import * as z from 'zod/mini'
import { mcpServer } from '../records/mcp-server.ts'

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
  .check(
    z.refine(({ transport, command }) => transport !== 'stdio' || Boolean(command), {
      path: ['command'],
      error: 'A server over stdio needs a command',
    }),
    z.refine(({ transport, url }) => transport === 'stdio' || Boolean(url), {
      path: ['url'],
      error: 'A server over HTTP needs a URL',
    }),
  )

/** `PUT /api/mcp-servers/{server_id}/my-credentials` (4.7: not shown); both empty deletes them. */
export const mcpCredentialsBody = z.object({ env: optionalTexts, headers: optionalTexts })

const governed = { access: 'bearer', scope: 'unlisted', reply: 'envelope' } as const
const one = '/api/mcp-servers/{server_id}'
const found = foundByPath('mcp-server', 'server_id')
const changed = changedByPath('mcp-server', 'server_id')

/** MCP servers: tools that agents may use (4.7 names the credentials alone). */
export const mcpServersOperations = {
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
} as const satisfies Record<string, Endpoint>

/** What the operations in `endpoints/mcp-servers.ts` take. */
export const mcpServersInputs = {
  'mcp-servers.list': { query: pageQuery },
  'mcp-servers.create': { body: mcpServerBody },
  'mcp-servers.replace': { body: mcpServerBody },
  'mcp-servers.store-credentials': { body: mcpCredentialsBody },
} as const satisfies Inputs
