import type { ResourceKind } from '../../../contract/operations/operation.ts'
import type { PipelineContext, Resources } from '../../platform/request-context.ts'
import { roleIn } from '../../platform/sharing.ts'
import { ApiError } from '../../world/api-error.ts'

/** Restricts a scoped key to its scopes (5.R6, 5.R8), and administration to administrators. */
export function authorize(context: PipelineContext): void {
  if (context.operation.access === 'public') return
  requireScope(context)
  if (context.operation.adminOnly === true && !context.caller.user.is_admin)
    throw new ApiError('admin-only', 'Only administrators may do this.')
}

function requireScope({ operation, operationId, behaviour, caller }: PipelineContext): void {
  const { scopes: policy } = behaviour.policy
  const { scopes } = caller
  if (!policy.enforced || scopes === undefined) return
  const unlisted = policy.chatScopeOperations.has(operationId) ? 'chat' : policy.unlistedScope
  const needed = operation.scope ?? unlisted
  if (needed === undefined || (needed !== 'full' && scopes.has(needed))) return
  if (policy.adminOpensAll && scopes.has('admin')) return
  throw new ApiError(
    'scope-missing',
    `This key is limited to \`${[...scopes].join(', ')}\`; ` +
      `${needed === 'full' ? 'full access' : `the scope \`${needed}\``} is needed.`,
  )
}

/** Restricts changes of the loaded record to those who own or manage it. */
export function authorizeChange(context: PipelineContext, kind: ResourceKind): void {
  const rule = rules[kind] as
    | ((context: PipelineContext, record: PipelineContext['resource']) => boolean)
    | undefined
  if (rule?.(context, context.resource) === false)
    throw new ApiError('not-permitted', 'You may read this, but not change it.')
}

type Owned = { readonly user_id: string }
const owns = ({ caller }: PipelineContext, { user_id }: Owned) => user_id === caller.user.id

/** Owners and admins of an organization manage it and what belongs to it. */
function manages({ world, caller }: PipelineContext, organization: string | null): boolean {
  const role = roleIn(world.store, organization, caller.user.id)
  return role === 'owner' || role === 'admin'
}

const rules: {
  readonly [Kind in ResourceKind]?: (context: PipelineContext, record: Resources[Kind]) => boolean
} = {
  connector: owns,
  'connector-action': (context, { connector }) => owns(context, connector),
  'mcp-server': owns,
  organization: (context, { id }) => manages(context, id),
  // Every member may leave.
  member: (context, { id, organization }) =>
    manages(context, organization.id) ||
    (context.operation.method === 'DELETE' && id === context.caller.user.id),
  channel: (context, { org_id, created_by }) =>
    org_id === null ? created_by === context.caller.user.id : manages(context, org_id),
  workflow: owns,
}
