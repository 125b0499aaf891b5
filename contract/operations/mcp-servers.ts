import * as z from 'zod/mini'
import { mcpServer, testedMcpServer } from '../records/mcp-server.ts'
import { deleted } from '../records/shared.ts'
import { mcpCredentials, savedCredentials } from '../records/connector.ts'
import { httpUrl, label, optionalFlag, optionalText, optionalTexts, pageQuery } from './fields.ts'
import { list, type Operation } from './operation.ts'

/** `POST /api/mcp-servers`, and `PUT`, which replaces the whole record (4.7: not specified). */
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

/** `PUT /api/mcp-servers/{server_id}/my-credentials` (4.7: not specified). Empty, it deletes them. */
const mcpCredentialsBody = z.object({ env: optionalTexts, headers: optionalTexts })

const governed = { answer: 'envelope' } as const satisfies Partial<Operation>
const one = '/api/mcp-servers/{server_id}'
const found = { kind: 'mcp-server', by: 'server_id' } as const satisfies Operation['loads']
const changed = {
  kind: 'mcp-server',
  by: 'server_id',
  writeAccess: true,
} as const satisfies Operation['loads']

/** MCP servers: tools for agents (4.7 names only the credentials). */
export const mcpServerOperations = {
  'mcp-servers.list': { ...list, path: '/api/mcp-servers', query: pageQuery, record: mcpServer },
  'mcp-servers.create': {
    ...governed,
    method: 'POST',
    path: '/api/mcp-servers',
    body: mcpServerBody,
    record: mcpServer,
  },
  'mcp-servers.read': { ...governed, method: 'GET', path: one, loads: found, record: mcpServer },
  'mcp-servers.replace': {
    ...governed,
    method: 'PUT',
    path: one,
    loads: changed,
    body: mcpServerBody,
    record: mcpServer,
  },
  'mcp-servers.delete': {
    ...governed,
    method: 'DELETE',
    path: one,
    loads: changed,
    record: deleted,
  },
  'mcp-servers.test': {
    ...governed,
    method: 'POST',
    path: `${one}/test`,
    loads: found,
    record: testedMcpServer,
  },
  'mcp-servers.read-credentials': {
    ...governed,
    method: 'GET',
    path: `${one}/my-credentials`,
    loads: found,
    record: mcpCredentials,
  },
  'mcp-servers.store-credentials': {
    ...governed,
    method: 'PUT',
    path: `${one}/my-credentials`,
    clause: '4.7',
    loads: found,
    body: mcpCredentialsBody,
    record: savedCredentials,
  },
} as const satisfies Record<string, Operation>
