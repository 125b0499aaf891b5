import type { StoredAgent } from '../../contract/records/agent.ts'
import { type ResourceKind, resourceKinds } from '../../contract/operations/operation.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import type { Store } from '../world/store.ts'
import { isVisible, type SharedRecord } from '../platform/visibility.ts'

type Bindings = Pick<StoredAgent, 'kb_ids' | 'connector_ids' | 'mcp_server_ids'>
type Binding = {
  readonly resource: ResourceKind
  readonly get: (store: Store, id: string) => SharedRecord | undefined
}

/** What an agent can be bound to. */
const bindings: { readonly [Field in keyof Bindings]: Binding } = {
  kb_ids: { resource: 'knowledge-base', get: (store, id) => store.knowledgeBases.get(id) },
  connector_ids: { resource: 'connector', get: (store, id) => store.connectors.get(id) },
  mcp_server_ids: { resource: 'mcp-server', get: (store, id) => store.mcpServers.get(id) },
}
const fields = Object.keys(bindings) as (keyof Bindings)[]

/** Refuses ids that lead nowhere (404), or to what the caller may not use (403). */
export function checkBindings(visit: RequestContext, given: Partial<Bindings>): void {
  for (const field of fields) for (const id of given[field] ?? []) check(visit, bindings[field], id)
}

/** The bindings of an agent that the caller may use. */
export function usableBindings({ world, caller }: RequestContext, agent: Bindings): Bindings {
  const usable = (field: keyof Bindings) =>
    agent[field].filter((id) => {
      const record = bindings[field].get(world.store, id)
      return record !== undefined && isVisible(world.store, record, caller.user.id)
    })
  return {
    kb_ids: usable('kb_ids'),
    connector_ids: usable('connector_ids'),
    mcp_server_ids: usable('mcp_server_ids'),
  }
}

function check({ world, caller }: RequestContext, { resource, get }: Binding, id: string): void {
  const record = get(world.store, id)
  const { name } = resourceKinds[resource]
  if (record === undefined)
    throw new ApiError('resource-missing', `There is no ${name} \`${id}\`.`, { resource })
  if (!isVisible(world.store, record, caller.user.id))
    throw new ApiError('not-permitted', `The ${name} \`${id}\` belongs to others.`)
}
