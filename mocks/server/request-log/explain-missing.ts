import { type ResourceKind, resourceKinds } from '../../../contract/operations/operation.ts'
import { type RecordKind, recordKinds, collectionOfKind } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { byRequest, type RefusedRequest } from './refused-request.ts'
import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import { nearest } from '../../../contract/nearest.ts'

/** The collections of resources that have their own records. */
const kindOf: Partial<Record<ResourceKind, RecordKind>> = {
  'api-key': 'api_keys',
  conversation: 'conversations',
  user: 'users',
  agent: 'agents',
  'knowledge-base': 'knowledge_bases',
  document: 'documents',
  connector: 'connectors',
  'mcp-server': 'mcp_servers',
  organization: 'organizations',
  channel: 'channels',
  confirmation: 'confirmations',
  workflow: 'workflows',
  'workflow-run': 'workflow_runs',
}

/** Explains why a record was not found; `undefined` if unknown. */
export function explainMissingRecord({ world, context, body }: RefusedRequest): string | undefined {
  const loads = context?.operation.loads
  if (context === undefined || loads === undefined || context.resource !== undefined)
    return undefined
  const fields = body.value as Record<string, unknown> | null | undefined
  const id = loads.in === 'body' ? fields?.[loads.by] : context.params[loads.by]
  const kind = kindOf[loads.kind]
  if (kind === undefined || typeof id !== 'string') return undefined
  const { name } = resourceKinds[loads.kind]
  const there = recordOf(world, kind, id)
  if (there !== undefined) return `this ${name} exists and ${whose(world, there)}`
  const author = byRequest(world, kind, id)
  if (author !== '') return `this ${name} was deleted${author}`
  const other = recordKinds.find((one) => recordOf(world, one, id) !== undefined)
  if (other !== undefined) return `\`${id}\` is the id of one of the ${other}, not of the ${kind}`
  return `there is no ${name} \`${id}\` in world \`${world.name}\`, and no call deleted one`
}

/** Names the owner of a record that the caller may see but not change. */
export function explainNotPermitted({ world, context, error }: RefusedRequest): string | undefined {
  if (context?.resource === undefined) return undefined
  return `${(error as Error).message} This one ${whose(world, context.resource)}`
}

const recordOf = (world: World, kind: RecordKind, id: string): object | undefined =>
  world.store[collectionOfKind[kind]].get(id)

function whose({ store }: World, record: object): string {
  const { user_id, created_by } = record as Partial<Record<'user_id' | 'created_by', unknown>>
  const owner = store.users.get(String(user_id ?? created_by))
  return owner === undefined ? 'belongs to another user' : `belongs to ${owner.email}`
}

/** The maximum number of similar operations in the list. */
const mostOffered = 3

/** Explains why no operation matches a path, and lists the most similar ones. */
export function explainUnknownRoute({ request, match, world }: RefusedRequest): string {
  const [left] = match.operations.values()
  if (left !== undefined)
    return `the profile \`${world.profile.name}\` has no operation \`${left}\`, which the contract has at this path`
  const near = nearestOperations(match.path)
  const offer = near.length === 0 ? 'no operation is similar' : `similar: ${near.join(', ')}`
  return `there is no operation at ${request.path}; ${offer}`
}

/** The operations with the most similar paths, as `GET /api/agents/{agent_id}`. */
function nearestOperations(path: string): readonly string[] {
  const found = new Set<OperationId>()
  for (const spelling of spellingsOf(path)) {
    const depth = spelling.split('/').length
    const alike = operationIds.filter((id) => operations[id].path.split('/').length === depth)
    const byText = Map.groupBy(alike, (id) => fill(operations[id].path, spelling))
    const best = nearest(spelling, [...byText.keys()])
    for (const id of byText.get(best ?? '') ?? []) found.add(id)
  }
  return [...found].slice(0, mostOffered).map(nameOf)
}

/** The path as sent, and the path that was probably intended. */
function spellingsOf(path: string): ReadonlySet<string> {
  const meant = path.startsWith('/api/') ? path.replace(/^\/api\/v\d+/, '/api') : `/api${path}`
  return new Set([meant, path, path.replace(/\/[^/]*$/, '')])
}

const nameOf = (id: OperationId) => `${operations[id].method} ${operations[id].path}`

/** Fills the parameters of a contract path with the values at the same positions of a path. */
function fill(template: string, path: string): string {
  const given = path.split('/')
  return template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (given[at] ?? part) : part))
    .join('/')
}
