import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import { limits } from '../../../contract/limits.ts'
import type { RunPlan, BatchResult } from '../../../contract/records/workflow-run.ts'
import type { FrameStream } from '../../../recording/exchange.ts'
import type { RequestContext } from '../request-context.ts'
import { streamEvents } from '../event-stream.ts'
import { type SimulatedRun, simulateRun, type RunStep, createBatchBudget } from './simulate-run.ts'
import { LiveRun } from './live-run.ts'
import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import { dialectOf, type WorkflowDialect } from './dialects.ts'
import { requireValidBlueprint } from './blueprint.ts'

/** Starts a run and streams its events, or returns its plan. Disconnecting does not end it. */
export function startRun(
  context: RequestContext<(typeof workflowOperations)['workflows.run']>,
): FrameStream | object {
  const { world, caller, behaviour } = context
  const { dry_run, timeout_seconds } = context.body
  const dialect = dialectOf(behaviour)
  const workflow = requireRunnable(context.resource, dialect)
  const inputs = context.body.inputs ?? {}
  const timeout = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const simulated = simulateRun(workflow.blueprint, inputs, timeout)
  if (dry_run === true) {
    const plan = describeRun(workflow.id, workflow.blueprint.nodes.length, simulated)
    return dialect.plan(plan, workflow.blueprint)
  }
  const release = reserveRuns(context, 1)
  const run = new LiveRun(world, {
    workflow,
    userId: caller.user.id,
    inputs,
    simulated,
    skipsFirst: dialect.skipsFirst,
    timeoutSeconds: timeout,
  })
  run.start(world.clock.now(), release)
  const { frames } = behaviour.wire
  return streamEvents({
    stored: [],
    live: run,
    includes: () => true,
    encode: (event) => frames.run(dialect.event(event)),
    preamble: frames.preamble,
    lastFrame: undefined,
    keepalive: frames.keepalive,
    wall: world.systemClock,
    onDisconnect: () => {},
  })
}

const plannedOutcomes = {
  completed: 'complete',
  failed: 'fail',
  skipped: 'be skipped',
  cancelled: 'be cancelled',
} as const satisfies Record<RunStep['status'], string>

const describeRun = (
  workflow_id: string,
  node_count: number,
  { steps, outcome, endsAt }: SimulatedRun,
): RunPlan => ({
  workflow_id,
  dry_run: true,
  node_count,
  nodes: steps.map(({ node, label, status, startsAt, endsAt: stepEnd }) => ({
    node_id: node.id,
    node_type: node.type,
    label,
    will: plannedOutcomes[status],
    starts_after_ms: startsAt,
    duration_ms: stepEnd - startsAt,
  })),
  outcome: outcome.status,
  error: outcome.status === 'failed' ? outcome.error : null,
  duration_ms: endsAt,
})

/**
 * The workflow with the blueprint that the runner plays. Throws `request-senseless` for an invalid blueprint, and `state-conflict` for an inactive workflow.
 */
function requireRunnable(stored: StoredWorkflow, dialect: WorkflowDialect): StoredWorkflow {
  const workflow = { ...stored, blueprint: dialect.played(stored.blueprint) }
  requireValidBlueprint(workflow.blueprint)
  if (!workflow.is_active)
    throw new ApiError('state-conflict', 'This workflow is inactive: `is_active` is false.')
  return workflow
}

/** Counts runs until the returned function is called, or throws `rate-limited` (8). */
function reserveRuns({ world, caller }: RequestContext, starts: number): () => void {
  const { perMinute, concurrent } = limits.workflowRuns
  const { runCounts, clock } = world
  const { id } = caller.user
  const now = clock.now()
  const recent = runCounts.inMinuteBefore(id, now)
  if (recent.length + starts > perMinute)
    throw new ApiError(
      'rate-limited',
      `Rate limit exceeded. Maximum is ${perMinute} workflow runs per minute.`,
      { headers: retryAfter(recent[0], now) },
    )
  if (runCounts.current(id) >= concurrent)
    throw new ApiError(
      'rate-limited',
      `Too many concurrent workflow runs. Maximum is ${concurrent} simultaneous runs.`,
    )
  return runCounts.begin(id, now, starts)
}

/**
 * The time at which the oldest run is a minute old. A batch larger than the limit has no such time.
 */
const retryAfter = (oldest: number | undefined, now: number): Record<string, string> =>
  oldest === undefined ? {} : { 'retry-after': String(Math.ceil((oldest + 60_000 - now) / 1000)) }

/** Runs a workflow once per set of inputs, some of them in parallel. Resolves when all have ended (8). */
export async function batchRun(
  context: RequestContext<(typeof workflowOperations)['workflows.batch-run']>,
): Promise<BatchResult> {
  const { world, caller, behaviour } = context
  const { inputs: inputSets, max_parallel, timeout_seconds } = context.body
  const dialect = dialectOf(behaviour)
  const workflow = requireRunnable(context.resource, dialect)
  const release = reserveRuns(context, behaviour.policy.workflows.runsInBatch(inputSets.length))
  const timeout = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const budget = createBatchBudget()
  const runs = inputSets.map((inputs) => {
    const simulated = simulateRun(workflow.blueprint, inputs, timeout, budget)
    const { skipsFirst } = dialect
    return new LiveRun(world, { workflow, userId: caller.user.id, inputs, simulated, skipsFirst })
  })
  await runInParallel(runs, max_parallel ?? limits.batchParallel.default, world.clock.now())
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

/** Runs at most `parallel` runs at a time. Runs that were cancelled while they waited are skipped. */
function runInParallel(runs: readonly LiveRun[], parallel: number, now: number): Promise<void> {
  const waiting = [...runs]
  let lanes = Math.min(parallel, runs.length)
  return new Promise((resolve) => {
    const startNext = (at: number) => {
      let next = waiting.shift()
      while (next !== undefined && next.state !== 'running') next = waiting.shift()
      if (next !== undefined) next.start(at, startNext)
      else if (--lanes === 0) resolve()
    }
    for (let lane = lanes; lane > 0; lane--) startNext(now)
  })
}
