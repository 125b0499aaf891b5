import { memberRoleBody, newMemberBody } from '../../contract/operations/organizations.ts'
import type { Member, Membership, StoredOrganization } from '../../contract/records/organization.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { everyone } from '../world/store.ts'
import { roleIn } from '../platform/visibility.ts'
import type { World } from '../world/world.ts'
import { paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

export const memberRoutes = {
  'orgs.members': (visit) => {
    const organization = visit.resource('organization')
    return paginateArray(
      visit,
      organization.members.map((membership) => memberView(visit.world, organization, membership)),
    )
  },
  'orgs.add-member': (visit) => {
    const { world } = visit
    const organization = visit.resource('organization')
    const { user_id, email, role } = visit.bodyAs(newMemberBody)
    const user = user_id
      ? world.store.users.get(user_id)
      : world.store.users.owned(everyone, 'oldest').find((one) => one.email === email)
    if (user === undefined)
      throw new ApiError('resource-missing', `There is no user \`${user_id ?? email}\`.`, {
        resource: 'user',
      })
    if (organization.members.some((one) => one.user_id === user.id))
      throw new ApiError('state-conflict', `${user.email} is a member already.`)
    const joined: Membership = {
      user_id: user.id,
      role: role ?? 'member',
      joined_at: world.clock.iso(),
    }
    if (joined.role === 'owner') mustOwn(visit, organization)
    keep(world, organization, [...organization.members, joined])
    return memberView(world, organization, joined)
  },
  'orgs.change-role': (visit) => {
    const { organization, membership } = visit.resource('member')
    const { role } = visit.bodyAs(memberRoleBody)
    if (role === 'owner' || membership.role === 'owner') mustOwn(visit, organization)
    const next = { ...membership, role }
    keep(
      visit.world,
      organization,
      organization.members.map((one) => (one === membership ? next : one)),
    )
    return memberView(visit.world, organization, next)
  },
  'orgs.remove-member': (visit) => {
    const { id, organization, membership } = visit.resource('member')
    if (membership.role === 'owner') mustOwn(visit, organization)
    keep(
      visit.world,
      organization,
      organization.members.filter((one) => one !== membership),
    )
    return { deleted: id }
  },
} satisfies Record<string, Route>

/** What concerns owners is for owners: an admin can't rise by the own hand. */
function mustOwn({ world, caller }: RequestContext, { id }: StoredOrganization): void {
  if (roleIn(world.store, id, caller.user.id) !== 'owner')
    throw new ApiError('not-permitted', 'Owners alone may decide who is an owner.')
}

function keep({ store }: World, organization: StoredOrganization, members: Membership[]): void {
  if (!members.some(({ role }) => role === 'owner'))
    throw new ApiError('state-conflict', 'An organization needs at least one owner.')
  store.organizations.update(organization, { members })
}

function memberView({ store }: World, { id }: StoredOrganization, membership: Membership): Member {
  const user = store.users.get(membership.user_id)
  return {
    ...membership,
    org_id: id,
    email: user?.email ?? '',
    display_name: user?.display_name ?? null,
  }
}
