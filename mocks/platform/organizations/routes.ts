import {
  organizationBody,
  memberRoleBody,
  newMemberBody,
} from '../../../contract/operations/organizations.ts'
import type {
  Organization,
  StoredOrganization,
  Member,
  Membership,
} from '../../../contract/records/organization.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { everyone } from '../../world/store.ts'
import { roleIn } from '../visibility.ts'
import { paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'
import type { World } from '../../world/world.ts'

export const organizationRoutes = {
  'orgs.list': (visit) => {
    const mine = visit.world.store.organizations
      .owned(everyone, 'newest')
      .filter(({ members }) => members.some(({ user_id }) => user_id === visit.caller.user.id))
    return paginateArray(
      visit,
      mine.map((organization) => organizationView(visit, organization)),
    )
  },
  'orgs.create': (visit) => {
    const { world, caller } = visit
    const now = world.clock.iso()
    const organization = world.store.organizations.insert({
      id: world.random.uuid('organization', caller.user.id),
      ...readOrganization(visit),
      members: [{ user_id: caller.user.id, role: 'owner', joined_at: now }],
      created_at: now,
      updated_at: null,
    })
    return organizationView(visit, organization)
  },
  'orgs.read': (visit) => organizationView(visit, visit.resourceAs('organization')),
  'orgs.replace': (visit) => {
    const { store, clock } = visit.world
    const organization = store.organizations.update(visit.resourceAs('organization'), {
      ...readOrganization(visit),
      updated_at: clock.iso(),
    })
    return organizationView(visit, organization)
  },
  'orgs.delete': ({ world, caller, resource: found }) => {
    const id = found?.id ?? ''
    if (roleIn(world.store, id, caller.user.id) !== 'owner')
      throw new ApiError('not-permitted', 'Owners alone may delete an organization.')
    for (const channel of world.store.channels.owned(everyone, 'newest'))
      if (channel.org_id === id) world.store.channels.delete(channel.id)
    world.store.organizations.delete(id)
    return { deleted: id }
  },
} satisfies Record<string, Route>

function readOrganization(visit: RequestContext) {
  const { name, description } = visit.bodyAs(organizationBody)
  return { name, description: description ?? null }
}

function organizationView(
  { world, caller }: RequestContext,
  { members, ...organization }: StoredOrganization,
): Organization {
  return {
    ...organization,
    role: roleIn(world.store, organization.id, caller.user.id) ?? 'member',
    member_count: members.length,
  }
}

export const memberRoutes = {
  'orgs.members': (visit) => {
    const organization = visit.resourceAs('organization')
    return paginateArray(
      visit,
      organization.members.map((membership) => memberView(visit.world, organization, membership)),
    )
  },
  'orgs.add-member': (visit) => {
    const { world } = visit
    const organization = visit.resourceAs('organization')
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
    if (joined.role === 'owner') requireOwner(visit, organization)
    replaceMembers(world, organization, [...organization.members, joined])
    return memberView(world, organization, joined)
  },
  'orgs.change-role': (visit) => {
    const { organization, membership } = visit.resourceAs('member')
    const { role } = visit.bodyAs(memberRoleBody)
    if (role === 'owner' || membership.role === 'owner') requireOwner(visit, organization)
    const next = { ...membership, role }
    replaceMembers(
      visit.world,
      organization,
      organization.members.map((one) => (one === membership ? next : one)),
    )
    return memberView(visit.world, organization, next)
  },
  'orgs.remove-member': (visit) => {
    const { id, organization, membership } = visit.resourceAs('member')
    if (membership.role === 'owner') requireOwner(visit, organization)
    replaceMembers(
      visit.world,
      organization,
      organization.members.filter((one) => one !== membership),
    )
    return { deleted: id }
  },
} satisfies Record<string, Route>

/** What concerns owners is for owners: an admin can't rise by the own hand. */
function requireOwner({ world, caller }: RequestContext, { id }: StoredOrganization): void {
  if (roleIn(world.store, id, caller.user.id) !== 'owner')
    throw new ApiError('not-permitted', 'Owners alone may decide who is an owner.')
}

function replaceMembers(
  { store }: World,
  organization: StoredOrganization,
  members: Membership[],
): void {
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
