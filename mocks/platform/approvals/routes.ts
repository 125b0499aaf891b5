import type { confirmationOperations } from '../../../contract/operations/confirmations.ts'
import type { Confirmation, StoredConfirmation } from '../../../contract/records/confirmation.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { canDecide, decideApproval, viewConfirmation } from './decide-approval.ts'

export const confirmationRoutes: Routes<typeof confirmationOperations> = {
  'confirmations.read': (context) => {
    const confirmation = context.resource
    // The user who started the turn may see the status, even if only other users may decide.
    if (confirmation.user_id !== context.caller.user.id) requireApprover(context)
    const { showsArguments } = context.behaviour.policy.approvals
    const { status, mode, tool_name, created_at, decided_at, approver_user_id } = viewConfirmation(
      context.world,
      confirmation,
    )
    return {
      confirmation_id: confirmation.id,
      status,
      mode,
      tool_name,
      arguments: showsArguments ? confirmation.arguments : {},
      created_at,
      decided_at,
      approver_user_id,
    } satisfies Confirmation
  },
  'confirmations.respond': (context) => {
    requireApprover(context)
    const { world, caller } = context
    const { decision, reason } = context.body
    const { id } = context.resource
    const { status, decided_at } = decideApproval(
      world,
      id,
      decision,
      caller.user.id,
      reason ?? null,
    )
    return { status, confirmation_id: id, decided_at }
  },
}

/** Throws unless the caller may decide the confirmation. */
function requireApprover(
  context: RequestContext & { readonly resource: StoredConfirmation },
): void {
  if (!canDecide(context.world, context.resource, context.caller.user))
    throw new ApiError('not-permitted', 'You may not decide this approval.')
}
