import { ApiError } from '../../world/api-error.ts'
import type { PipelineContext, Resources } from '../../platform/request-context.ts'
import type { ResourceKind } from '../../../contract/operations/operation.ts'
import { roleIn } from '../../platform/visibility.ts'

/** Keeps a scoped key to its scopes (5.R6, 5.R8), and administration to administrators. */
export function authorize(visit: PipelineContext): void {
  if (visit.operation.access === 'public') return
  keepToScopes(visit)
  if (visit.operation.adminOnly === true && !visit.caller.user.is_admin)
    throw new ApiError('admin-only', 'This takes an administrator.')
}

function keepToScopes(visit: PipelineContext): void {
  const { scopes: policy } = visit.behaviour.policy
  if (!policy.enforced) return
  const { scopes } = visit.caller
  const needed = policy.needed(visit.operationId, visit.operation)
  if (scopes === undefined || needed === undefined) return
  if (needed !== 'full' && scopes.has(needed)) return
  if (policy.adminOpensAll && scopes.has('admin')) return
  const wants = needed === 'full' ? 'full access' : `the scope \`${needed}\``
  throw new ApiError(
    'scope-missing',
    `This key is limited to \`${[...scopes].join(', ')}\`; ${wants} is needed.`,
  )
}

/** Keeps changes of the record that was found to those who have a say over it. */
export function authorizeChange(visit: PipelineContext, resource: ResourceKind): void {
  const rule = rules[resource] as
    | ((visit: PipelineContext, record: PipelineContext['resource']) => boolean)
    | undefined
  if (rule?.(visit, visit.resource) === false)
    throw new ApiError('not-permitted', 'You may see this, and others may change it.')
}

type Owned = { readonly user_id: string }
const ofOwner = ({ caller }: PipelineContext, { user_id }: Owned) => user_id === caller.user.id

/** Owners and admins of an organization have a say over it, and over what belongs to it. */
function manages({ world, caller }: PipelineContext, organization: string | null): boolean {
  const role = roleIn(world.store, organization, caller.user.id)
  return role === 'owner' || role === 'admin'
}

const rules: {
  readonly [Kind in ResourceKind]?: (visit: PipelineContext, record: Resources[Kind]) => boolean
} = {
  connector: ofOwner,
  'connector-action': (visit, { connector }) => ofOwner(visit, connector),
  'mcp-server': ofOwner,
  organization: (visit, { id }) => manages(visit, id),
  // Whoever wants to leave may do so.
  member: (visit, { id, organization }) =>
    manages(visit, organization.id) ||
    (visit.operation.method === 'DELETE' && id === visit.caller.user.id),
  channel: (visit, { org_id, created_by }) =>
    org_id === null ? created_by === visit.caller.user.id : manages(visit, org_id),
  workflow: ofOwner,
}
