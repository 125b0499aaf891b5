import { newRecords } from '../../../contract/new-records.ts'
import {
  cardClick,
  type channelOperations,
  newChannelBody,
} from '../../../contract/operations/channels.ts'
import type { Channel, StoredChannel } from '../../../contract/records/channel.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { testFailed, testPassed } from '../connectors/connections.ts'
import { maskSecrets, mergeConfig } from '../connectors/mask-secrets.ts'
import type { World } from '../../world/world.ts'
import { addAuditEntry } from '../admin/audit-log.ts'
import { organizationRefusals, roleIn } from '../sharing.ts'
import { settingsWithDefaults } from '../body-fields.ts'
import { paginate } from '../paginate.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { decideApproval } from '../approvals/decide-approval.ts'

export const channelRoutes: Routes<typeof channelOperations> = {
  'channels.list': (context) => {
    const { store } = context.world
    const user = context.caller.user.id
    const { org_id: organization } = context.query
    if (organization !== undefined) requireMembership(context, organization)
    const channels = store.channels.select({
      order: 'newest',
      name: `${user}\n${organization}`,
      since: store.organizations.version,
      test: ({ org_id, created_by }) =>
        (organization === undefined || org_id === organization) &&
        (org_id === null ? created_by === user : roleIn(store, org_id, user) !== undefined),
    })
    return paginate(context, channels, channelView)
  },
  'channels.create': (context) => {
    const { world, caller } = context
    const settings = settingsWithDefaults(newChannelBody, context.body, newRecords.channels)
    const { org_id } = settings
    if (org_id !== null && requireMembership(context, org_id) === 'member')
      throw new ApiError('not-permitted', organizationRefusals.member)
    const channel = world.store.channels.insert({
      id: world.random.id('channel', caller.user.id),
      ...settings,
      created_by: caller.user.id,
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return channelView(channel)
  },
  'channels.read': (context) => channelView(context.resource),
  'channels.update': (context) => {
    const { store, clock } = context.world
    const channel = context.resource
    const { name, config, is_active } = context.body
    return channelView(
      store.channels.update(channel, {
        name: name ?? channel.name,
        config: mergeConfig(channel.config, config ?? {}),
        is_active: is_active ?? channel.is_active,
        updated_at: clock.iso(),
      }),
    )
  },
  'channels.delete': ({ world, resource }) => world.store.channels.delete(resource.id),
  'channels.test': (context) => {
    const { is_active, config } = context.resource
    if (!is_active) return testFailed('The channel is inactive.')
    return Object.keys(config).length > 0 ? testPassed : testFailed('The channel has no `config`.')
  },
  'channels.discover-chats': (context) => {
    const { type } = context.body
    const chats = context.world.store.chats.owned(type, 'byName')
    return { chats: chats.map(({ id, name }) => ({ chat_id: id, name })) }
  },
  'channels.callback': (context) => {
    const channel = context.resource
    verifySignature(context, channel)
    const { type, challenge, ...body } = context.body
    if (type === 'url_verification') return { challenge: challenge ?? '' }
    // Some chat services send the data of a click inside an `event` object.
    const click = cardClick.safeParse(body.event ?? body)
    return click.success ? decideByCard(context.world, channel, click.data.action.value) : {}
  },
}

/** The role of the caller in an organization. Throws for an organization that the caller is not in. */
function requireMembership({ world, caller, behaviour }: RequestContext, organization: string) {
  const role = roleIn(world.store, organization, caller.user.id)
  if (role !== undefined) return role
  const exists = world.store.organizations.get(organization) !== undefined
  if (exists && behaviour.policy.connections.revealsOthers)
    throw new ApiError('not-permitted', organizationRefusals.stranger)
  throw missingResource('organization', organization)
}

function channelView(channel: StoredChannel): Channel {
  return {
    ...channel,
    config: maskSecrets(channel.config),
    callback_url: `/api/channels/${channel.id}/callback`,
  }
}

/**
 * Throws `signature-wrong` if the channel has an `encrypt_key` and the request is not signed with it:
 * SHA-256 over the timestamp and nonce headers, the key, and the raw body.
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

/** Decides an approval by a click on its chat card. Returns a toast to show, also for an error. */
function decideByCard(
  world: World,
  channel: StoredChannel,
  { confirmation_id, decision }: CardClick,
) {
  const { agents, confirmations } = world.store
  const confirmation = confirmations.get(confirmation_id)
  const agent = agents.get(confirmation?.agent_id ?? '')
  if ((confirmation?.channel_id ?? agent?.approval_channel_id) !== channel.id)
    return toastResponse('error', 'This approval was not requested in this channel.')
  if (!channel.is_active) return toastResponse('error', 'The channel is inactive.')
  try {
    const { status, tool_name } = decideApproval(world, confirmation_id, decision, null)
    addAuditEntry(world, undefined, 'confirmation.responded', confirmation_id)
    return {
      ...toastResponse('success', `${tool_name}: ${status}`),
      card: { confirmation_id, status },
    }
  } catch (error) {
    if (error instanceof ApiError) return toastResponse('error', error.message)
    throw error
  }
}

const toastResponse = (type: 'success' | 'error', content: string) => ({ toast: { type, content } })
