import { toSpeedFactor } from '../../../contract/duration.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { World } from '../../world/world.ts'
import { dialectOf } from './dialects.ts'
import { LiveRun, storedRuns } from './live-run.ts'
import { simulateRun } from './simulate-run.ts'

/**
 * Continues the workflow runs that were running when the state of a world was stored. A run of a
 * batch, whose caller is gone, and a run whose workflow was changed since its start fail.
 */
export function continueRuns(world: World): void {
  const { workflowRuns } = world.store
  for (const run of workflowRuns.values()) {
    if (run.status !== 'pending' && run.status !== 'running') continue
    if (continueRun(world, run)) continue
    const now = world.clock.iso()
    const error = 'The platform was restarted during this run.'
    workflowRuns.update(run, { status: 'failed', error, completed_at: now, updated_at: now })
    storedRuns(world).delete(run.id)
  }
}

/** Continues a run. Returns false if that is impossible. */
function continueRun(world: World, run: WorkflowRun): boolean {
  const start = storedRuns(world).get(run.id)
  const workflow = world.store.workflows.get(run.workflow_id)
  if (start === undefined || workflow === undefined) return false
  if ((workflow.updated_at ?? workflow.created_at) >= run.created_at) return false
  const inputs = run.inputs ?? {}
  const { played: toPlayed, skipsFirst } = dialectOf(world.behaviour('workflows.run'))
  const played = { ...workflow, blueprint: toPlayed(workflow.blueprint) }
  const simulated = simulateRun(played.blueprint, inputs, start.timeout_seconds)
  const live = new LiveRun(
    world,
    { workflow: played, userId: run.user_id, inputs, simulated, skipsFirst },
    run,
  )
  const release = world.runCounts.begin(run.user_id, world.clock.now(), 0)
  live.start(start.started_at, release, toSpeedFactor(start.speed))
  return true
}
