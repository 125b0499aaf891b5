import { expireApproval } from '../platform/approvals/decide-approval.ts'
import { continueTurns } from '../platform/chat/continue-turns.ts'
import { continueTitles } from '../platform/chat/late-titles.ts'
import { continuePlannedChanges } from '../platform/custom/effects.ts'
import { continueRuns } from '../platform/workflows/live-run.ts'
import type { World } from '../world/world.ts'

/**
 * Continues the turns and the workflow runs that were running when the state of a world was stored.
 * Approvals that no turn waits for expire.
 */
export function continueWork(world: World): void {
  if (!world.interrupted || world.closed) return
  world.interrupted = false
  continueTurns(world)
  continueTitles(world)
  continuePlannedChanges(world)
  continueRuns(world)
  for (const { id, status } of world.store.confirmations.values())
    if (status === 'pending' && !world.approvals.has(id)) expireApproval(world, id)
  world.changes.flush()
}
