import { mcpServerBody } from '../../../contract/operations/mcp-servers.ts'
import type { McpServer, StoredMcpServer } from '../../../contract/records/mcp-server.ts'
import type { RequestContext } from '../request-context.ts'
import {
  storedCredentials,
  deleteAllCredentials,
  testFailed,
  testPassed,
  testUrl,
} from '../connectors/connections.ts'
import { maskValues } from '../connectors/mask-secrets.ts'
import { everyone } from '../../world/store.ts'
import { isVisible, sharingSource } from '../visibility.ts'
import { paginateArray } from '../paginate.ts'
import { unpublishedFields } from '../publication.ts'
import type { Route } from '../route.ts'

export const mcpServerRoutes = {
  'mcp-servers.list': (visit) => {
    const { store } = visit.world
    const seen = store.mcpServers
      .owned(everyone, 'newest')
      .filter((server) => isVisible(store, server, visit.caller.user.id))
    return paginateArray(
      visit,
      seen.map((server) => serverView(visit, server)),
    )
  },
  'mcp-servers.create': (visit) => {
    const { world, caller } = visit
    const server = world.store.mcpServers.insert({
      id: world.random.uuid('mcp-server', caller.user.id),
      user_id: caller.user.id,
      ...readServer(visit),
      forked_from: null,
      ...unpublishedFields,
      tools: [],
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return serverView(visit, server)
  },
  'mcp-servers.read': (visit) => serverView(visit, visit.resourceAs('mcp-server')),
  'mcp-servers.replace': (visit) => {
    const { store, clock } = visit.world
    const server = store.mcpServers.update(visit.resourceAs('mcp-server'), {
      ...readServer(visit),
      updated_at: clock.iso(),
    })
    return serverView(visit, server)
  },
  'mcp-servers.delete': ({ world, resource: found }) => {
    const id = found?.id ?? ''
    world.store.mcpServers.delete(id)
    deleteAllCredentials(world, id)
    return { deleted: id }
  },
  'mcp-servers.test': (visit) => {
    const { is_active, url, tools } = visit.resourceAs('mcp-server')
    const outcome = url === null ? testPassed : testUrl(url)
    if (!is_active) return { ...testFailed('The server is switched off.'), tools: [] }
    return { ...outcome, tools: outcome.ok ? tools : [] }
  },
} satisfies Record<string, Route>

/** What a body sets, with defaults for what it leaves out; of secrets only their names are kept. */
function readServer(visit: RequestContext) {
  const body = visit.bodyAs(mcpServerBody)
  return {
    name: body.name,
    description: body.description ?? null,
    transport: body.transport,
    command: body.command ?? null,
    args: body.args ?? null,
    env: body.env ? maskValues(body.env) : null,
    url: body.url ?? null,
    working_dir: body.working_dir ?? null,
    headers: body.headers ? maskValues(body.headers) : null,
    is_active: body.is_active ?? true,
    allow_fallback: body.allow_fallback ?? true,
  } satisfies Partial<StoredMcpServer>
}

function serverView({ world, caller }: RequestContext, server: StoredMcpServer): McpServer {
  const { tools, ...shown } = server
  return {
    ...shown,
    tool_count: tools.length,
    my_has_credentials: storedCredentials(world, server.id, caller.user.id) !== undefined,
    source: sharingSource(server, caller.user.id),
  }
}
