import { respondBody } from '../../../contract/operations/confirmations.ts'
import type { Confirmation } from '../../../contract/records/confirmation.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { decideApproval, canDecide } from './decide-approval.ts'
import type { Route } from '../route.ts'

export const confirmationRoutes = {
  'confirmations.read': (visit) => {
    const confirmation = visit.resourceAs('confirmation')
    // Who started the turn may see how things stand, even where others decide.
    if (confirmation.user_id !== visit.caller.user.id) refuseOthers(visit)
    const { showsArguments } = visit.behaviour.policy.approvals
    const { status, mode, tool_name, created_at, decided_at, approver_user_id } = confirmation
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
  'confirmations.respond': (visit) => {
    refuseOthers(visit)
    const { world, caller } = visit
    const { decision, reason } = visit.bodyAs(respondBody)
    const { id } = visit.resourceAs('confirmation')
    const { status, decided_at } = decideApproval(
      world,
      id,
      decision,
      caller.user.id,
      reason ?? null,
    )
    return { status, confirmation_id: id, decided_at }
  },
} satisfies Record<string, Route>

/** Keeps a confirmation to those who may decide it. */
function refuseOthers(visit: RequestContext): void {
  if (!canDecide(visit.world, visit.resourceAs('confirmation'), visit.caller.user))
    throw new ApiError('not-permitted', 'This approval is for others to decide.')
}
