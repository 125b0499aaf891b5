import type { ResourceKind } from '../../contract/operations/operation.ts'
import { ApiError } from '../api-error.ts'
import { roleIn } from '../state/visibility.ts'
import type { Findable, Visit } from './visit.ts'

/** Keeps changes of the record that was found to those who have a say over it. */
export function permitChange(visit: Visit, resource: ResourceKind): void {
  const rule = rules[resource] as ((visit: Visit, record: Visit['found']) => boolean) | undefined
  if (rule?.(visit, visit.found) === false)
    throw new ApiError('not-permitted', 'You may see this, and others may change it.')
}

type Owned = { readonly user_id: string }
const ofOwner = ({ caller }: Visit, { user_id }: Owned) => user_id === caller.user.id

/** Owners and admins of an organization have a say over it, and over what belongs to it. */
function manages({ world, caller }: Visit, organization: string | null): boolean {
  const role = roleIn(world.store, organization, caller.user.id)
  return role === 'owner' || role === 'admin'
}

const rules: {
  readonly [Kind in ResourceKind]?: (visit: Visit, record: Findable[Kind]) => boolean
} = {
  connector: ofOwner,
  'connector-action': (visit, { connector }) => ofOwner(visit, connector),
  'mcp-server': ofOwner,
  organization: (visit, { id }) => manages(visit, id),
  // Whoever wants to leave may do so.
  member: (visit, { id, organization }) =>
    manages(visit, organization.id) ||
    (visit.endpoint.method === 'DELETE' && id === visit.caller.user.id),
  channel: (visit, { org_id, created_by }) =>
    org_id === null ? created_by === visit.caller.user.id : manages(visit, org_id),
  workflow: ofOwner,
}
