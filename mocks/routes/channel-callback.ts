import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { cardClick, channelEventBody } from '../../contract/operations/channels.ts'
import type { StoredChannel } from '../../contract/records/channel.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { decide } from '../turns/decide.ts'
import type { Route } from './route.ts'

export const channelCallbackRoutes = {
  'channels.callback': (visit) => {
    const channel = visit.resource('channel')
    verifySignature(visit, channel)
    const { type, challenge, ...body } = visit.bodyAs(channelEventBody)
    if (type === 'url_verification') return { challenge: challenge ?? '' }
    // Chats send a click as an event, or by itself.
    const click = cardClick.safeParse(body.event ?? body)
    return click.success ? clicked(visit, channel, click.data.action.value) : {}
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

type Click = { readonly confirmation_id: string; readonly decision: 'approve' | 'reject' }

/** Decides the approval of a card; a chat shows its user what came of it, refusals included. */
function clicked(
  { world }: RequestContext,
  channel: StoredChannel,
  { confirmation_id, decision }: Click,
) {
  const agent = world.store.agents.get(
    world.store.confirmations.get(confirmation_id)?.agent_id ?? '',
  )
  if (agent?.approval_channel_id !== channel.id)
    return toast('error', 'This approval was not asked here.')
  try {
    const { status, tool_name } = decide(world, confirmation_id, decision, null)
    return { ...toast('success', `${tool_name}: ${status}`), card: { confirmation_id, status } }
  } catch (error) {
    if (error instanceof ApiError) return toast('error', error.message)
    throw error
  }
}

const toast = (type: 'success' | 'error', content: string) => ({ toast: { type, content } })
