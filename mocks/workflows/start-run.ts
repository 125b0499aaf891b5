import { runBody } from '../../contract/operations/workflows.ts'
import { limits } from '../../contract/limits.ts'
import type { RunPlan } from '../../contract/records/workflow-run.ts'
import type { FrameStream } from '../world/exchange.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { follow } from '../turns/follow.ts'
import { admitRun, playable } from './admit-run.ts'
import { type Enactment, enact, type Step } from './enact.ts'
import { LiveRun } from './live-run.ts'

/** Runs a workflow and streams it, or says what a run would do. A run goes on without its reader. */
export function startRun(visit: RequestContext): FrameStream | RunPlan {
  const { world, caller, behaviour } = visit
  const { inputs: given, dry_run, timeout_seconds } = visit.bodyAs(runBody)
  const workflow = playable(visit.resource('workflow'))
  const inputs = given ?? {}
  const timeout = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const enactment = enact(workflow.blueprint, inputs, timeout)
  if (dry_run === true) return planOf(workflow.id, workflow.blueprint.nodes.length, enactment)
  const release = admitRun(visit, 1)
  const run = new LiveRun(world, { workflow, userId: caller.user.id, inputs, enactment })
  run.begin(world.clock.now(), release)
  const { frames } = behaviour.wire
  return follow({
    past: [],
    live: run,
    wants: () => true,
    frame: frames.run,
    preamble: frames.preamble,
    tail: undefined,
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onLeave: () => {},
  })
}

const will = {
  completed: 'complete',
  failed: 'fail',
  skipped: 'be skipped',
  cancelled: 'be cancelled',
} as const satisfies Record<Step['status'], string>

const planOf = (
  workflow_id: string,
  node_count: number,
  { steps, outcome, ended }: Enactment,
): RunPlan => ({
  workflow_id,
  dry_run: true,
  node_count,
  nodes: steps.map(({ node, label, status, began, ended: until }) => ({
    node_id: node.id,
    node_type: node.type,
    label,
    will: will[status],
    starts_after_ms: began,
    duration_ms: until - began,
  })),
  outcome: outcome.status,
  error: outcome.status === 'failed' ? outcome.error : null,
  duration_ms: ended,
})
