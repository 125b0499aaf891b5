import * as z from 'zod/mini'
import { mcpServer, testedMcpServer } from '../records/mcp-server.ts'
import { deleted } from '../records/shared.ts'
import { mcpCredentials, savedCredentials } from '../records/connector.ts'
import {
  httpUrl,
  label,
  optionalFlag,
  optionalText,
  optionalTextList,
  optionalTexts,
  pageQuery,
} from './fields.ts'
import { listOperation, type Operation } from './operation.ts'

/** The body of `POST /api/mcp-servers`, and of `PUT`, which replaces the record (4.7). */
export const mcpServerBody = z
  .object({
    name: label,
    description: optionalText,
    transport: mcpServer.shape.transport,
    command: optionalText,
    args: optionalTextList,
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

/**
 * The body of `PUT /api/mcp-servers/{server_id}/my-credentials`. An empty body deletes the
 * credentials.
 */
const mcpCredentialsBody = z.object({ env: optionalTexts, headers: optionalTexts })

const mcpServerResponse = {
  answer: 'envelope',
  record: mcpServer,
} as const satisfies Partial<Operation>
const serverPath = '/api/mcp-servers/{server_id}'
const serverById = {
  ...mcpServerResponse,
  path: serverPath,
  loads: { kind: 'mcp-server', by: 'server_id' },
} as const satisfies Partial<Operation>
const mcpServerChange = {
  ...serverById,
  loads: { ...serverById.loads, writeAccess: true },
} as const satisfies Partial<Operation>

/** MCP servers: tools for agents (4.7 names only the credentials). */
export const mcpServerOperations = {
  'mcp-servers.list': {
    ...listOperation,
    path: '/api/mcp-servers',
    query: pageQuery,
    record: mcpServer,
  },
  'mcp-servers.create': {
    ...mcpServerResponse,
    method: 'POST',
    path: '/api/mcp-servers',
    body: mcpServerBody,
    auditAction: 'mcp-server.created',
  },
  'mcp-servers.read': { ...serverById, method: 'GET' },
  'mcp-servers.replace': {
    ...mcpServerChange,
    method: 'PUT',
    body: mcpServerBody,
    auditAction: 'mcp-server.updated',
  },
  'mcp-servers.delete': {
    ...mcpServerChange,
    method: 'DELETE',
    record: deleted,
    auditAction: 'mcp-server.deleted',
  },
  'mcp-servers.test': {
    ...serverById,
    method: 'POST',
    path: `${serverPath}/test`,
    record: testedMcpServer,
  },
  'mcp-servers.read-credentials': {
    ...serverById,
    method: 'GET',
    path: `${serverPath}/my-credentials`,
    record: mcpCredentials,
  },
  'mcp-servers.store-credentials': {
    ...serverById,
    method: 'PUT',
    path: `${serverPath}/my-credentials`,
    clause: '4.7',
    body: mcpCredentialsBody,
    record: savedCredentials,
    auditAction: 'mcp-server.credentials-stored',
  },
} as const satisfies Record<string, Operation>
