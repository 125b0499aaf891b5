import { newRecords } from '../../../contract/new-records.ts'
import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { ScriptCall } from '../../../contract/scripts/lines.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import type { Turn } from '../../world/turns.ts'
import { toIsoTime } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { expireApproval } from './decide-approval.ts'
import type { Suspension } from '../playback.ts'

/** The turn that needs an approval, its agent, and the seconds until the request expires. */
type ApprovalRequest = {
  readonly world: World
  readonly turn: Turn
  readonly agent: StoredAgent | undefined
  readonly waitSeconds: number
  /** Whether the event writes `timeout_at` with an offset, and an empty `channel_label`. */
  readonly plainEvent: boolean
}

/**
 * Requests the approval of a tool call, and suspends the turn until it is decided or expires (3).
 * `requested` is the id of the confirmation, if the turn was loaded while it waited for it.
 */
export function requestApproval(
  request: ApprovalRequest,
  call: ScriptCall,
  requestedAt: string,
  requested: string | undefined,
): Suspension<Decision> {
  const { world, turn, waitSeconds } = request
  const confirmation =
    world.store.confirmations.get(requested ?? '') ?? createConfirmation(request, call, requestedAt)
  const timeout = Date.parse(confirmation.created_at) + waitSeconds * 1000
  if (confirmation.id !== requested) {
    turn.inputs.requestApproval(confirmation.id, turn.events.length)
    turn.append(confirmationEvent(request, confirmation, toIsoTime(timeout)), requestedAt)
  }
  return (resume) => {
    const expire = () => expireApproval(world, confirmation.id)
    const cancelTimer = world.clock.at(timeout, expire, {
      kind: 'approval',
      subject: confirmation.tool_name,
    })
    turn.pendingConfirmation = confirmation.id
    world.approvals.set(confirmation.id, (decision) => {
      turn.pendingConfirmation = undefined
      cancelTimer()
      turn.inputs.decide(decision)
      resume(decision)
    })
    return expire
  }
}

function createConfirmation(
  { world, turn, agent }: ApprovalRequest,
  call: ScriptCall,
  requestedAt: string,
): StoredConfirmation {
  return world.store.confirmations.insert({
    ...newRecords.confirmations,
    id: world.random.uuid('confirmation', turn.id),
    user_id: turn.userId,
    agent_id: agent?.id ?? null,
    approver_scope: agent?.confirmation_approver_scope ?? 'initiator',
    mode: isInChannel(agent) ? 'channel' : 'inline',
    tool_name: call.tool,
    arguments: call.input ?? {},
    created_at: requestedAt,
  })
}

function isInChannel(agent: StoredAgent | undefined): boolean {
  if (agent === undefined || agent.confirmation_mode === 'inline_only') return false
  return agent.confirmation_mode === 'channel_only' || agent.approval_channel_id !== null
}

function confirmationEvent(
  { world, agent, plainEvent }: ApprovalRequest,
  { id, tool_name, arguments: toolArguments, agent_id, mode, approver_scope }: StoredConfirmation,
  timeout_at: string,
) {
  const channel = world.store.channels.get(agent?.approval_channel_id ?? '')
  const data = {
    type: 'awaiting_confirmation',
    confirmation_id: id,
    tool_name,
    arguments: toolArguments,
    // Every other date is written by `wire`.
    timeout_at: plainEvent ? timeout_at.replace(/\.\d+Z$/, '+00:00') : timeout_at,
    agent_id,
    mode,
    channel_label: (mode === 'channel' ? channel?.name : undefined) ?? (plainEvent ? '' : null),
    approver_scope,
  } as const
  return { event: 'awaiting_confirmation', data } as const
}
