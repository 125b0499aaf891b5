import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Decision } from '../../world/turns.ts'
import { roleIn } from '../visibility.ts'
import type { World } from '../../world/world.ts'

/**
 * Decides a pending confirmation, and the turn that waits for it goes on. `by` is the id of the
 * approver, `null` for somebody whom the platform does not know; whether they may is not asked here.
 * Throws `resource-missing` for an unknown confirmation, `state-conflict` for one that is settled.
 */
export function decideApproval(
  world: World,
  confirmationId: string,
  decision: 'approve' | 'reject',
  by: string | null,
  reason: string | null = null,
): StoredConfirmation {
  const confirmation = world.store.confirmations.get(confirmationId)
  if (confirmation === undefined)
    throw new ApiError('resource-missing', `There is no confirmation \`${confirmationId}\`.`, {
      resource: 'confirmation',
    })
  if (confirmation.status !== 'pending')
    throw new ApiError('state-conflict', `Confirmation is already ${confirmation.status}.`)
  const status = decision === 'approve' ? 'approved' : 'rejected'
  return closeConfirmation(world, confirmation, { status, reason }, by)
}

/** Expires a confirmation that nobody decided, or whose turn is gone. */
export function expireApproval(world: World, confirmationId: string): void {
  const confirmation = world.store.confirmations.get(confirmationId)
  if (confirmation?.status === 'pending')
    closeConfirmation(world, confirmation, { status: 'expired', reason: null }, null)
}

function closeConfirmation(
  { store, clock, approvals }: World,
  confirmation: StoredConfirmation,
  decision: Decision,
  by: string | null,
): StoredConfirmation {
  const settled = store.confirmations.update(confirmation, {
    ...decision,
    decided_at: clock.iso(),
    approver_user_id: by,
  })
  const goOn = approvals.get(confirmation.id)
  approvals.delete(confirmation.id)
  goOn?.(decision)
  return settled
}

/** Whether a user may decide a confirmation: by the scope that its agent had; administrators may. */
export function canDecide(
  { store }: World,
  { approver_scope, user_id, agent_id }: StoredConfirmation,
  user: StoredUser,
): boolean {
  if (user.is_admin) return true
  const agent = store.agents.get(agent_id ?? '')
  if (agent === undefined || approver_scope === 'initiator') return user.id === user_id
  if (approver_scope === 'agent_owner') return user.id === agent.user_id
  // An agent without an organization has no members to ask.
  if (agent.org_id === null) return user.id === user_id
  return roleIn(store, agent.org_id, user.id) !== undefined
}
