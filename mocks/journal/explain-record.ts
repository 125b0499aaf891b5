import { type ResourceKind, resourceKinds } from '../../contract/operations/operation.ts'
import { type Kind, kindNames, kinds } from '../state/kinds.ts'
import type { World } from '../state/world.ts'
import { byCall } from './cause.ts'
import type { Refusal } from './refusal.ts'

/** Where the records of a resource are kept, for those that are records of their own. */
const kindOf: Partial<Record<ResourceKind, Kind>> = {
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

/** What became of the record that a call led to; `undefined` where that can't be told. */
export function explainMissingRecord({ world, visit, body }: Refusal): string | undefined {
  const finds = visit?.endpoint.finds
  if (visit === undefined || finds === undefined || visit.loaded !== undefined) return undefined
  const fields = body.value as Record<string, unknown> | null | undefined
  const id = finds.by === 'path' ? visit.params[finds.name] : fields?.[finds.name]
  const kind = kindOf[finds.resource]
  if (kind === undefined || typeof id !== 'string') return undefined
  const { name } = resourceKinds[finds.resource]
  const there = recordOf(world, kind, id)
  if (there !== undefined) return `this ${name} is there and ${whose(world, there)}`
  const author = byCall(world, kind, id)
  if (author !== '') return `this ${name} was deleted${author}`
  const other = kindNames.find((one) => recordOf(world, one, id) !== undefined)
  if (other !== undefined) return `\`${id}\` is the id of one of the ${other}, not of the ${kind}`
  return `there is no ${name} \`${id}\` in world \`${world.name}\`, and no call deleted one`
}

/** Whose the record is that a caller may see and not change. */
export function explainNotPermitted({ world, visit, error }: Refusal): string | undefined {
  if (visit?.loaded === undefined) return undefined
  return `${(error as Error).message} This one ${whose(world, visit.loaded)}`
}

const recordOf = (world: World, kind: Kind, id: string): object | undefined =>
  world.store[kinds[kind]].get(id)

function whose({ store }: World, record: object): string {
  const { user_id, created_by } = record as Partial<Record<'user_id' | 'created_by', unknown>>
  const owner = store.users.get(String(user_id ?? created_by))
  return owner === undefined ? 'not for this caller' : `belongs to ${owner.email}`
}
