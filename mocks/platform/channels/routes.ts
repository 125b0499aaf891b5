import {
  type channelsQuery,
  channelChangeBody,
  discoverChatsBody,
  newChannelBody,
  cardClick,
  channelEventBody,
} from '../../../contract/operations/channels.ts'
import type { Channel, StoredChannel } from '../../../contract/records/channel.ts'
import type * as z from 'zod/mini'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { testFailed, testPassed } from '../connectors/connections.ts'
import { maskSecrets, mergeConfig } from '../connectors/mask-secrets.ts'
import { everyone } from '../../world/store.ts'
import { roleIn } from '../visibility.ts'
import { paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { decideApproval } from '../approvals/decide-approval.ts'

export const channelRoutes = {
  'channels.list': (visit) => {
    const { store } = visit.world
    const user = visit.caller.user.id
    const { org_id: organization } = visit.query as z.infer<typeof channelsQuery>
    if (organization !== undefined) requireMembership(visit, organization)
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
    if (typeof org_id === 'string' && requireMembership(visit, org_id) === 'member')
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
  'channels.read': (visit) => channelView(visit.resourceAs('channel')),
  'channels.update': (visit) => {
    const { store, clock } = visit.world
    const channel = visit.resourceAs('channel')
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
  'channels.delete': ({ world, resource: found }) => world.store.channels.delete(found?.id ?? ''),
  'channels.test': (visit) => {
    const { is_active, config } = visit.resourceAs('channel')
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
function requireMembership({ world, caller, behaviour }: RequestContext, organization: string) {
  const role = roleIn(world.store, organization, caller.user.id)
  if (role !== undefined) return role
  const isThere = world.store.organizations.get(organization) !== undefined
  if (isThere && behaviour.policy.connections.revealsOthers)
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

export const channelCallbackRoutes = {
  'channels.callback': (visit) => {
    const channel = visit.resourceAs('channel')
    verifySignature(visit, channel)
    const { type, challenge, ...body } = visit.bodyAs(channelEventBody)
    if (type === 'url_verification') return { challenge: challenge ?? '' }
    // Chats send a click as an event, or by itself.
    const click = cardClick.safeParse(body.event ?? body)
    return click.success ? decideByCard(visit, channel, click.data.action.value) : {}
  },
} satisfies Record<string, Route>

/**
 * Throws `signature-wrong` unless the body is signed with the channel's `encrypt_key`, where it has
 * one: SHA-256 over the time and nonce of the headers, the key, and the body as it came.
 */
function verifySignature(
  { request: call, rawBody: received }: RequestContext,
  { config }: StoredChannel,
): void {
  const key = config['encrypt_key']
  if (typeof key !== 'string' || key === '') return
  const time = call.header('x-lark-request-timestamp') ?? ''
  const nonce = call.header('x-lark-request-nonce') ?? ''
  const signature = bytesToHex(sha256(utf8ToBytes(time + nonce + key + received.text)))
  if (call.header('x-lark-signature') !== signature)
    throw new ApiError('signature-wrong', 'Invalid callback signature')
}

type CardClick = { readonly confirmation_id: string; readonly decision: 'approve' | 'reject' }

/** Decides the approval of a card; a chat shows its user what came of it, refusals included. */
function decideByCard(
  { world }: RequestContext,
  channel: StoredChannel,
  { confirmation_id, decision }: CardClick,
) {
  const agent = world.store.agents.get(
    world.store.confirmations.get(confirmation_id)?.agent_id ?? '',
  )
  if (agent?.approval_channel_id !== channel.id)
    return toast('error', 'This approval was not asked here.')
  try {
    const { status, tool_name } = decideApproval(world, confirmation_id, decision, null)
    return { ...toast('success', `${tool_name}: ${status}`), card: { confirmation_id, status } }
  } catch (error) {
    if (error instanceof ApiError) return toast('error', error.message)
    throw error
  }
}

const toast = (type: 'success' | 'error', content: string) => ({ toast: { type, content } })
