import { newRecords } from '../../../contract/new-records.ts'
import type * as z from 'zod/mini'
import {
  mcpServerBody,
  type mcpServerOperations,
} from '../../../contract/operations/mcp-servers.ts'
import type { McpServer, StoredMcpServer } from '../../../contract/records/mcp-server.ts'
import {
  deleteConnection,
  deleteCredentials,
  storeCredentials,
  storedCredentials,
  testFailed,
  testPassed,
  testUrl,
} from '../connectors/connections.ts'
import { maskValues } from '../connectors/mask-secrets.ts'
import { completePutBody, settingsWithDefaults } from '../body-fields.ts'
import { paginate } from '../paginate.ts'
import { sharingSource, visibleRecords } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'

export const mcpServerRoutes: Routes<typeof mcpServerOperations> = {
  'mcp-servers.list': (context) => {
    const servers = visibleRecords(context, 'mcp_servers')
    return paginate(context, servers, (server) => serverView(context, server))
  },
  'mcp-servers.create': (context) => {
    const { world, caller, body } = context
    const server = world.store.mcpServers.insert({
      id: world.random.id('mcp-server', caller.user.id),
      user_id: caller.user.id,
      ...newRecords.mcp_servers,
      ...readSettings(body),
      created_at: world.clock.iso(),
    })
    return serverView(context, server)
  },
  'mcp-servers.read': (context) => serverView(context, context.resource),
  'mcp-servers.replace': (context) => {
    const { store, clock } = context.world
    const body = completePutBody(context.behaviour.policy, context.body, context.resource)
    const settings = { ...readSettings(body), updated_at: clock.iso() }
    return serverView(context, store.mcpServers.update(context.resource, settings))
  },
  'mcp-servers.delete': ({ world, resource: { id } }) => {
    deleteConnection(world.store, 'mcpServers', id)
    return { deleted: id }
  },
  'mcp-servers.test': ({ resource: { is_active, url, tools } }) => {
    if (!is_active) return { ...testFailed('The server is inactive.'), tools: [] }
    const outcome = url === null ? testPassed : testUrl(url)
    return { ...outcome, tools: outcome.ok ? tools : [] }
  },
  'mcp-servers.read-credentials': ({ world, behaviour, resource, caller }) => {
    const stored = storedCredentials(world, resource.id, caller.user.id)
    const { env = {}, headers = {} } = stored ?? {}
    return {
      has_credentials: stored !== undefined,
      env_keys: Object.keys(env),
      header_keys: Object.keys(headers),
      ...(behaviour.policy.connections.returnsSecrets ? { env, headers } : {}),
    }
  },
  'mcp-servers.store-credentials': ({ world, behaviour, resource, caller, body }) => {
    const env = body.env ?? {}
    const headers = body.headers ?? {}
    if (Object.keys({ ...env, ...headers }).length === 0) {
      deleteCredentials(world, resource.id, caller.user.id)
      return { saved: true, cleared: true }
    }
    const credentials = behaviour.policy.connections.returnsSecrets
      ? { env, headers }
      : { env: maskValues(env), headers: maskValues(headers) }
    storeCredentials(world, resource.id, caller.user.id, credentials)
    return { saved: true }
  },
}

/** The settings in a body, with defaults for absent fields. Only the names of secrets are stored. */
const readSettings = (body: z.output<typeof mcpServerBody>) => ({
  ...settingsWithDefaults(mcpServerBody, body, newRecords.mcp_servers),
  env: body.env ? maskValues(body.env) : null,
  headers: body.headers ? maskValues(body.headers) : null,
})

function serverView(
  { world, caller, behaviour }: RequestContext,
  server: StoredMcpServer,
): McpServer {
  const { tools, ...fields } = server
  const { env, headers } = fields
  // A server of a fixture may have secrets.
  const masked = { env: env && maskValues(env), headers: headers && maskValues(headers) }
  return {
    ...fields,
    ...(!behaviour.policy.connections.returnsSecrets && masked),
    tool_count: tools.length,
    my_has_credentials: storedCredentials(world, server.id, caller.user.id) !== undefined,
    source: sharingSource(server, caller.user.id),
  }
}
