import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { World } from '../../world/world.ts'
import { newRecords } from '../../../contract/new-records.ts'
import { expireApproval } from '../approvals/decide-approval.ts'
import { recordFamilyOfKind } from '../own-records/own-record-family.ts'
import { OwnRecords } from '../own-records/own-records.ts'
import type { ReviewDecision, ReviewRequest } from './simulate-run.ts'

/**
 * The kind of records that store reviews. In a profile without this kind, confirmations store them.
 */
const approvalKind = 'workflow_approvals'

function approvalsOf(world: World) {
  const family = recordFamilyOfKind(world.profile, approvalKind)
  return family && new OwnRecords(world, family)
}

/** Stores an approval for a review that a run waits for. Returns the id of the approval. */
export function createApproval(
  world: World,
  workflow: StoredWorkflow,
  run: WorkflowRun,
  { node_id, title, description, assignee, timeout_hours }: ReviewRequest,
): string {
  const records = approvalsOf(world)
  const shown = { node_id, title, description, assignee }
  if (records !== undefined) {
    const about = { workflow_id: workflow.id, workflow_run_id: run.id, timeout_hours }
    const draft = { ...shown, ...about, status: 'pending' }
    return records.insert(records.createDraft(draft, run.user_id)).id
  }
  const id = world.random.id('workflow-approval', run.user_id)
  world.store.confirmations.insert({
    id,
    user_id: run.user_id,
    ...newRecords.confirmations,
    mode: 'channel',
    tool_name: 'workflow_review',
    arguments: { workflow_id: workflow.id, run_id: run.id, ...shown },
    created_at: world.clock.iso(),
  })
  return id
}

/** How an approval was decided; `undefined` while it is pending. A deleted approval is expired. */
export function decisionOf(world: World, id: string): Omit<ReviewDecision, 'at'> | undefined {
  const own = approvalsOf(world)?.get(id)
  const confirmation = world.store.confirmations.get(id)
  const status = own?.['status'] ?? confirmation?.status ?? 'expired'
  if (status !== 'approved' && status !== 'rejected' && status !== 'expired') return undefined
  const by = own?.['decision_by'] ?? confirmation?.approver_user_id
  const note = own?.['decision_note'] ?? confirmation?.reason
  return {
    approval_id: id,
    status,
    decision_by: typeof by === 'string' ? by : null,
    decision_note: typeof note === 'string' ? note : null,
  }
}

/** Expires a pending approval, because nobody decided it in time, or its run has ended. */
export function expireReview(world: World, id: string): void {
  const records = approvalsOf(world)
  const own = records?.get(id)
  if (records === undefined || own === undefined) return expireApproval(world, id)
  if (own['status'] === 'pending') {
    const resolved_at = world.clock.iso()
    records.insert({ ...own, id, status: 'expired', resolved_at, updated_at: resolved_at })
  }
  resumeReview(world, id)
  return undefined
}

/** Passes the decision on an approval to the run that waits for it. */
export function resumeReview(world: World, id: string): void {
  const decision = decisionOf(world, id)
  const resume = world.approvals.get(id)
  if (decision === undefined || resume === undefined) return
  world.approvals.delete(id)
  resume({ status: decision.status, reason: decision.decision_note })
}
