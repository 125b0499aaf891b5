import type { StoredConfirmation } from '../../../contract/records/confirmation.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ApiError, missingResource } from '../../world/api-error.ts'
import { toIsoTime } from '../../world/clock.ts'
import type { Decision } from '../../world/turn-inputs.ts'
import { roleIn } from '../sharing.ts'
import type { World } from '../../world/world.ts'

/**
 * Decides a pending confirmation and resumes its turn. `approver` is a user id, or `null` for a
 * person without an account. Call `canDecide` first: permissions are not checked here. Throws
 * `resource-missing` for an unknown confirmation, and `state-conflict` for one that is not pending.
 */
export function decideApproval(
  world: World,
  confirmationId: string,
  decision: 'approve' | 'reject',
  approver: string | null,
  reason: string | null = null,
): StoredConfirmation {
  const confirmation = world.store.confirmations.get(confirmationId)
  if (confirmation === undefined) throw missingResource('confirmation', confirmationId)
  const { status: current } = viewConfirmation(world, confirmation)
  if (current !== 'pending')
    throw new ApiError('state-conflict', `Confirmation is already ${current}.`)
  const status = decision === 'approve' ? 'approved' : 'rejected'
  return closeConfirmation(world, confirmation, { status, reason }, approver)
}

/**
 * Expires a confirmation that was not decided in time, or whose turn has stopped. If the
 * confirmation is decided or deleted already, only resumes its turn.
 */
export function expireApproval(world: World, confirmationId: string): void {
  const expired = { status: 'expired', reason: null } as const
  const confirmation = world.store.confirmations.get(confirmationId)
  if (confirmation?.status === 'pending') closeConfirmation(world, confirmation, expired, null)
  else if (confirmation !== undefined) resumeDecided(world, confirmation)
  else resumeTurn(world, confirmationId, expired)
}

/** Resumes the turn of a confirmation whose record was changed from `pending` to a decision. */
export function resumeDecided(world: World, { id, status, reason }: StoredConfirmation): void {
  if (status !== 'pending') resumeTurn(world, id, { status, reason })
}

/**
 * Returns a confirmation with its current status. If no turn waits for it, for example in a
 * fixture, no timer stores that it has expired.
 */
export function viewConfirmation(
  world: World,
  confirmation: StoredConfirmation,
): StoredConfirmation {
  const { waitSeconds } = world.behaviour('confirmations.read').policy.approvals
  const timeout = Date.parse(confirmation.created_at) + waitSeconds * 1000
  if (confirmation.status !== 'pending' || world.approvals.has(confirmation.id)) return confirmation
  if (timeout > world.clock.now()) return confirmation
  return { ...confirmation, status: 'expired', reason: null, decided_at: toIsoTime(timeout) }
}

function resumeTurn({ approvals }: World, confirmationId: string, decision: Decision): void {
  const resume = approvals.get(confirmationId)
  approvals.delete(confirmationId)
  resume?.(decision)
}

function closeConfirmation(
  world: World,
  confirmation: StoredConfirmation,
  decision: Decision,
  approver: string | null,
): StoredConfirmation {
  const closed = world.store.confirmations.update(confirmation, {
    ...decision,
    decided_at: world.clock.iso(),
    approver_user_id: approver,
  })
  resumeTurn(world, confirmation.id, decision)
  return closed
}

/** Whether a user may decide a confirmation: as an administrator, or by its `approver_scope`. */
export function canDecide(
  { store }: World,
  { approver_scope, user_id, agent_id }: StoredConfirmation,
  user: StoredUser,
): boolean {
  if (user.is_admin) return true
  const agent = store.agents.get(agent_id ?? '')
  if (agent === undefined || approver_scope === 'initiator') return user.id === user_id
  if (approver_scope === 'agent_owner') return user.id === agent.user_id
  // Without an organization (or if it was deleted), only the user of the turn can decide.
  const organization = store.organizations.get(agent.org_id ?? '')
  if (organization === undefined) return user.id === user_id
  return roleIn(store, organization.id, user.id) !== undefined
}
