import { limits } from '../../../contract/limits.ts'
import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import type { BatchResult, RunPlan, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import type { FrameStream } from '../../../traffic/journal/exchange.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { requireDrawnBlueprint } from '../drawn-blueprint.ts'
import { EventStream } from '../event-stream.ts'
import type { RequestContext } from '../request-context.ts'
import { requireValidBlueprint } from './blueprint.ts'
import { describeDefect } from './defects.ts'
import { dialectOf } from './dialects.ts'
import { LiveRun } from './live-run.ts'
import { hasKnownDefects, planRun } from './plan-run.ts'
import { createBatchBudget, type RunStep, type SimulatedRun } from './simulate-run.ts'

/** Starts a run and streams its events, or returns a plan. A disconnect does not end the run. */
export function startRun(
  context: RequestContext<(typeof workflowOperations)['workflows.run']>,
): FrameStream | object {
  const { world, caller, behaviour } = context
  const { dry_run, timeout_seconds } = context.body
  const dialect = dialectOf(behaviour)
  const inputs = context.body.inputs ?? {}
  const timeoutSeconds = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const prepare = () => {
    const workflow = requireRunnable(context.resource, behaviour)
    const options = { workflow, userId: caller.user.id, inputs, timeoutSeconds }
    return { ...options, plan: planRun(world, behaviour, options) }
  }
  if (dry_run === true)
    return dialect.dryRun(context.resource.blueprint, () => {
      const { workflow, plan } = prepare()
      return describeRun(workflow, plan())
    })
  const prepared = prepare()
  const release = reserveRuns(world, caller.user.id, 1)
  const options = { ...prepared, hasDefects: hasKnownDefects(behaviour), isStreamed: true }
  const run = releaseOnError(release, () => new LiveRun(world, options))
  context.notes = run.notes.map(describeDefect)
  run.start(world.clock.now(), release)
  const { frames } = behaviour.wire
  return new EventStream({
    live: run,
    encode: (event) => frames.run(dialect.formatEvent(event)),
    frames,
    wall: world.systemClock,
  })
}

const plannedOutcomes = {
  completed: 'complete',
  failed: 'fail',
  skipped: 'be skipped',
  cancelled: 'be cancelled',
  waiting: 'wait',
} as const satisfies Record<RunStep['status'], string>

const describeRun = (
  { id: workflow_id, blueprint }: StoredWorkflow,
  { steps, outcome, endsAt }: SimulatedRun,
): RunPlan => ({
  workflow_id,
  dry_run: true,
  node_count: blueprint.nodes.length,
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
 * Returns the workflow with the blueprint to run. Throws `state-conflict` for an inactive workflow.
 * Throws `request-senseless` for an invalid blueprint, unless `failsInstead` is true (F-012).
 */
function requireRunnable(
  stored: StoredWorkflow,
  behaviour: RequestContext['behaviour'],
  failsInstead = hasKnownDefects(behaviour),
): StoredWorkflow {
  const workflow = { ...stored, blueprint: dialectOf(behaviour).formatBlueprint(stored.blueprint) }
  if (!failsInstead) requireValidBlueprint(workflow.blueprint)
  if (!failsInstead && hasKnownDefects(behaviour)) requireDrawnBlueprint(workflow.blueprint, true)
  if (!workflow.is_active)
    throw new ApiError('state-conflict', 'This workflow is inactive: `is_active` is false.')
  return workflow
}

/** Reserves runs until the returned function is called. Throws `rate-limited` at a limit (8). */
function reserveRuns({ runCounts, clock }: World, id: string, starts: number): () => void {
  const { perMinute, concurrent } = limits.workflowRuns
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

/** The `retry-after` header: the seconds until the oldest recent run is a minute old. */
const retryAfter = (oldest: number | undefined, now: number): Record<string, string> =>
  oldest === undefined ? {} : { 'retry-after': String(Math.ceil((oldest + 60_000 - now) / 1000)) }

/** Creates runs. If that fails, their reserved places are free again. */
function releaseOnError<Created>(release: () => void, create: () => Created): Created {
  try {
    return create()
  } catch (error) {
    release()
    throw error
  }
}

/** Runs a workflow once per set of inputs, partly in parallel. Resolves when all runs ended (8). */
export async function batchRun(
  context: RequestContext<(typeof workflowOperations)['workflows.batch-run']>,
): Promise<BatchResult> {
  const { world, caller, behaviour } = context
  const { inputs: inputSets, max_parallel, timeout_seconds } = context.body
  const workflow = requireRunnable(context.resource, behaviour, false)
  const release = reserveRuns(
    world,
    caller.user.id,
    behaviour.policy.workflows.runsInBatch(inputSets.length),
  )
  const timeoutSeconds = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const budget = createBatchBudget()
  const createRun = (inputs: Readonly<Record<string, unknown>>) => {
    const options = { workflow, userId: caller.user.id, inputs }
    const plan = planRun(world, behaviour, { ...options, timeoutSeconds, budget })
    const defects = hasKnownDefects(behaviour)
    return new LiveRun(world, { ...options, plan, hasDefects: defects, isStreamed: false })
  }
  const runs = releaseOnError(release, () => inputSets.map(createRun))
  context.notes = [...new Set(runs.flatMap(({ notes }) => notes))].map(describeDefect)
  await runInParallel(runs, max_parallel ?? limits.batchParallel.default, world.clock.now())
  release()
  return {
    batch_id: world.random.id('workflow-batch', caller.user.id),
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

/** Runs a workflow for its owner, and resolves with the record when the run has ended (F-066). */
export async function runForOwner(
  context: Pick<RequestContext, 'world'>,
  id: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<WorkflowRun> {
  const { world } = context
  const behaviour = world.behaviour('workflows.run')
  const stored = world.store.workflows.get(id)
  if (stored === undefined) throw new ApiError('resource-missing', 'Workflow not found.')
  const workflow = requireRunnable(stored, behaviour, false)
  if (world.runningWorkflows.values().some(({ workflowId }) => workflowId === id))
    throw new ApiError('rate-limited', 'This workflow is running already.', {
      code: 'workflow_already_running',
    })
  const release = reserveRuns(world, workflow.user_id, 1)
  const { timeoutSeconds } = limits.workflowRuns
  const options = { workflow, userId: workflow.user_id, inputs, timeoutSeconds }
  const plan = planRun(world, behaviour, options)
  const defects = hasKnownDefects(behaviour)
  const runOptions = { ...options, plan, hasDefects: defects, isStreamed: false }
  const run = releaseOnError(release, () => new LiveRun(world, runOptions))
  await new Promise<void>((resolve) => run.start(world.clock.now(), () => resolve()))
  release()
  return run.record
}

/** Runs at most `parallel` runs at a time. Runs that were cancelled before their start are skipped. */
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
