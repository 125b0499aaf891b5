import { batchRunBody } from '../../contract/operations/workflows.ts'
import { limits } from '../../contract/limits.ts'
import type { BatchResult } from '../../contract/records/workflow-run.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { admitRun, playable } from './admit-run.ts'
import { enact, roomOfBatch } from './enact.ts'
import { LiveRun } from './live-run.ts'

/** Runs a workflow with each of several inputs, some side by side; answers when all have ended (8). */
export async function batchRun(visit: RequestContext): Promise<BatchResult> {
  const { world, caller, behaviour } = visit
  const { inputs: sets, max_parallel, timeout_seconds } = visit.bodyAs(batchRunBody)
  const workflow = playable(visit.resource('workflow'))
  const release = admitRun(visit, behaviour.policy.workflows.startsOfBatch(sets.length))
  const timeout = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const room = roomOfBatch()
  const runs = sets.map((inputs) => {
    const enactment = enact(workflow.blueprint, inputs, timeout, room)
    return new LiveRun(world, { workflow, userId: caller.user.id, inputs, enactment })
  })
  await playAll(runs, max_parallel ?? limits.batchParallel.default, world.clock.now())
  release()
  return {
    batch_id: world.random.uuid('workflow-batch', caller.user.id),
    total: runs.length,
    results: runs.map(({ record: { id, inputs, status, outputs, error, duration_ms } }) => ({
      run_id: id,
      inputs,
      status,
      outputs,
      error,
      duration_ms,
    })),
  }
}

/** Plays runs so many at a time, each as soon as another ends; those cancelled before are left out. */
function playAll(runs: readonly LiveRun[], parallel: number, now: number): Promise<void> {
  const waiting = [...runs]
  let lanes = Math.min(parallel, runs.length)
  return new Promise((resolve) => {
    const goOn = (at: number) => {
      let next = waiting.shift()
      while (next !== undefined && next.state !== 'running') next = waiting.shift()
      if (next !== undefined) next.begin(at, goOn)
      else if (--lanes === 0) resolve()
    }
    for (let lane = lanes; lane > 0; lane--) goOn(now)
  })
}
