import type { organizationOperations } from '../../../contract/operations/organizations.ts'
import type {
  Member,
  Membership,
  Organization,
  StoredOrganization,
} from '../../../contract/records/organization.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import { userWithEmail } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { completePutBody } from '../body-fields.ts'
import { deleteOrganization } from './organization-records.ts'
import { paginate } from '../paginate.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { roleIn } from '../sharing.ts'

export const organizationRoutes: Routes<typeof organizationOperations> = {
  'orgs.list': (context) => {
    const { id } = context.caller.user
    const organizations = context.world.store.organizations.select({
      order: 'newest',
      name: id,
      test: ({ members }) => members.some(({ user_id }) => user_id === id),
    })
    return paginate(context, organizations, (organization) =>
      organizationView(context, organization),
    )
  },
  'orgs.create': (context) => {
    const { world, caller, body } = context
    const now = world.clock.iso()
    const organization = world.store.organizations.insert({
      id: world.random.id('organization', caller.user.id),
      name: body.name,
      description: body.description ?? null,
      members: [{ user_id: caller.user.id, role: 'owner', joined_at: now }],
      created_at: now,
      updated_at: null,
    })
    return organizationView(context, organization)
  },
  'orgs.read': (context) => organizationView(context, context.resource),
  'orgs.replace': (context) => {
    const { world, behaviour, resource } = context
    const body = completePutBody(behaviour.policy, context.body, resource)
    const organization = world.store.organizations.update(resource, {
      name: body.name,
      description: body.description ?? null,
      updated_at: world.clock.iso(),
    })
    return organizationView(context, organization)
  },
  'orgs.delete': ({ world, caller, resource: { id } }) => {
    if (roleIn(world.store, id, caller.user.id) !== 'owner')
      throw new ApiError('not-permitted', 'Only owners may delete an organization.')
    deleteOrganization(world.store, id)
    return { deleted: id }
  },
  'orgs.members': (context) => {
    const { world, resource: organization } = context
    return paginate(context, organization.members, (membership) =>
      memberView(world, organization, membership),
    )
  },
  'orgs.add-member': (context) => {
    const { world, resource: organization } = context
    const { user_id, email, role } = context.body
    const user = user_id ? world.store.users.get(user_id) : userWithEmail(world.store, email)
    if (user === undefined) throw missingResource('user', user_id ?? email ?? '')
    if (organization.members.some((member) => member.user_id === user.id))
      throw new ApiError('state-conflict', `${user.email} is a member already.`)
    const membership: Membership = {
      user_id: user.id,
      role: role ?? 'member',
      joined_at: world.clock.iso(),
    }
    if (membership.role === 'owner') requireOwner(context, organization)
    replaceMembers(world, organization, [...organization.members, membership])
    return memberView(world, organization, membership)
  },
  'orgs.change-role': (context) => {
    const { world, body, resource } = context
    const { organization, membership } = resource
    if (body.role === 'owner' || membership.role === 'owner') requireOwner(context, organization)
    const next = { ...membership, role: body.role }
    const members = organization.members.map((member) => (member === membership ? next : member))
    replaceMembers(world, organization, members)
    return memberView(world, organization, next)
  },
  'orgs.remove-member': (context) => {
    const { id, organization, membership } = context.resource
    if (membership.role === 'owner') requireOwner(context, organization)
    const members = organization.members.filter((member) => member !== membership)
    replaceMembers(context.world, organization, members)
    return { deleted: id }
  },
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

/** Only owners may make, demote or remove an owner. Otherwise an admin could promote themselves. */
function requireOwner({ world, caller }: RequestContext, { id }: StoredOrganization): void {
  if (roleIn(world.store, id, caller.user.id) !== 'owner')
    throw new ApiError('not-permitted', 'Only owners may decide who is an owner.')
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
