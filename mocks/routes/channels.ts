import {
  type channelsQuery,
  channelChangeBody,
  discoverChatsBody,
  newChannelBody,
} from '../../contract/operations/channels.ts'
import type { Channel, StoredChannel } from '../../contract/records/channel.ts'
import type * as z from 'zod/mini'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { testFailed, testPassed } from '../platform/connectors/connections.ts'
import { maskSecrets, mergeConfig } from '../platform/connectors/mask-secrets.ts'
import { everyone } from '../world/store.ts'
import { roleIn } from '../platform/visibility.ts'
import { paginateArray } from './paginate.ts'
import type { Route } from './route.ts'

export const channelRoutes = {
  'channels.list': (visit) => {
    const { store } = visit.world
    const user = visit.caller.user.id
    const { org_id: organization } = visit.query as z.infer<typeof channelsQuery>
    if (organization !== undefined) roleOf(visit, organization)
    const seen = store.channels
      .owned(everyone, 'newest')
      .filter(({ org_id }) => organization === undefined || org_id === organization)
      .filter(({ org_id, created_by }) =>
        org_id === null ? created_by === user : roleIn(store, org_id, user) !== undefined,
      )
    return paginateArray(visit, seen.map(channelView))
  },
  'channels.create': (visit) => {
    const { world, caller } = visit
    const { name, type, org_id, config, is_active } = visit.bodyAs(newChannelBody)
    if (typeof org_id === 'string' && roleOf(visit, org_id) === 'member')
      throw new ApiError(
        'not-permitted',
        'Owners and admins manage the channels of an organization.',
      )
    const channel = world.store.channels.insert({
      id: world.random.uuid('channel', caller.user.id),
      name,
      type,
      org_id: org_id ?? null,
      config: config ?? {},
      is_active: is_active ?? true,
      created_by: caller.user.id,
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return channelView(channel)
  },
  'channels.read': (visit) => channelView(visit.resource('channel')),
  'channels.update': (visit) => {
    const { store, clock } = visit.world
    const channel = visit.resource('channel')
    const { name, config, is_active } = visit.bodyAs(channelChangeBody)
    return channelView(
      store.channels.update(channel, {
        name: name ?? channel.name,
        config: mergeConfig(channel.config, config ?? {}),
        is_active: is_active ?? channel.is_active,
        updated_at: clock.iso(),
      }),
    )
  },
  'channels.delete': ({ world, loaded: found }) => world.store.channels.delete(found?.id ?? ''),
  'channels.test': (visit) => {
    const { is_active, config } = visit.resource('channel')
    if (!is_active) return testFailed('The channel is switched off.')
    return Object.keys(config).length > 0
      ? testPassed
      : testFailed('The channel has no config yet.')
  },
  'channels.discover-chats': (visit) => {
    const { type } = visit.bodyAs(discoverChatsBody)
    const chats = visit.world.store.chats.owned(type, 'byName')
    return { chats: chats.map(({ id, name }) => ({ chat_id: id, name })) }
  },
} satisfies Record<string, Route>

/** What the caller is in an organization that a body or a query names. */
function roleOf({ world, caller, behaviour }: RequestContext, organization: string) {
  const role = roleIn(world.store, organization, caller.user.id)
  if (role !== undefined) return role
  const isThere = world.store.organizations.get(organization) !== undefined
  if (isThere && behaviour.policy.connections.tellsOfOthers)
    throw new ApiError('not-permitted', 'You are no member of this organization.')
  throw new ApiError('resource-missing', `There is no organization \`${organization}\`.`, {
    resource: 'organization',
  })
}

function channelView(channel: StoredChannel): Channel {
  return {
    ...channel,
    config: maskSecrets(channel.config),
    callback_url: `/api/channels/${channel.id}/callback`,
  }
}
