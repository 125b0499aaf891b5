import { organizationBody } from '../../contract/operations/organizations.ts'
import type { Organization, StoredOrganization } from '../../contract/records/organization.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { everyone } from '../world/store.ts'
import { roleIn } from '../platform/visibility.ts'
import { paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

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
      ...settingsIn(visit),
      members: [{ user_id: caller.user.id, role: 'owner', joined_at: now }],
      created_at: now,
      updated_at: null,
    })
    return organizationView(visit, organization)
  },
  'orgs.read': (visit) => organizationView(visit, visit.resource('organization')),
  'orgs.replace': (visit) => {
    const { store, clock } = visit.world
    const organization = store.organizations.update(visit.resource('organization'), {
      ...settingsIn(visit),
      updated_at: clock.iso(),
    })
    return organizationView(visit, organization)
  },
  'orgs.delete': ({ world, caller, loaded: found }) => {
    const id = found?.id ?? ''
    if (roleIn(world.store, id, caller.user.id) !== 'owner')
      throw new ApiError('not-permitted', 'Owners alone may delete an organization.')
    for (const channel of world.store.channels.owned(everyone, 'newest'))
      if (channel.org_id === id) world.store.channels.delete(channel.id)
    world.store.organizations.delete(id)
    return { deleted: id }
  },
} satisfies Record<string, Route>

function settingsIn(visit: RequestContext) {
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
