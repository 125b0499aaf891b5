import { limits, ownLimits } from '../../../contract/limits.ts'
import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import type { BatchResult, RunPlan, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { Blueprint, StoredWorkflow } from '../../../contract/records/workflow.ts'
import type { FrameStream } from '../../../contract/plain-http.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { World } from '../../world/world.ts'
import { checkDrawnBlueprint, requireDrawnBlueprint } from '../drawn-blueprint.ts'
import { EventStream } from '../event-stream.ts'
import type { RequestContext } from '../request-context.ts'
import { requireValidBlueprint } from './blueprint.ts'
import { describeDefect } from './defects.ts'
import { formatBlueprint, formatEvent } from './dialects.ts'
import { LiveRun } from './live-run.ts'
import { type PlannedRun, planRun, type RunRequest } from './plan-run.ts'
import { createRunBudget, type RunStep } from './simulate-run.ts'

/**
 * Starts a run and streams its events, or returns a dry run's plan. A disconnect does not end the
 * run.
 */
export function startRun(
  context: RequestContext<(typeof workflowOperations)['workflows.run']>,
): FrameStream | object {
  const { world, behaviour, body, resource, caller } = context
  const inputs = body.inputs ?? {}
  if (body.dry_run === true && behaviour.policy.workflows.isEditorDialect)
    return checksOf(
      formatBlueprint(behaviour, resource.blueprint),
      behaviour.policy.workflows.hasDefects,
    )
  const request = {
    workflow: requireRunnable(resource, behaviour),
    userId: caller.user.id,
    inputs,
    timeoutSeconds: body.timeout_seconds ?? limits.workflowRuns.timeoutSeconds,
    isStreamed: true,
  }
  if (body.dry_run === true) return describeRun(planRun(world, behaviour, request))
  const [run, release] = reserveRuns(world, request.userId, 1, () =>
    createRun(world, behaviour, request),
  )
  context.notes = run.notes.map(describeDefect)
  run.start(world.clock.now(), release)
  const { frames } = behaviour.wire
  return new EventStream({
    live: run,
    encode: (event) => frames.run(formatEvent(behaviour, event, inputs)),
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

function describeRun({ workflow, plan }: PlannedRun): RunPlan {
  const { steps, outcome, endsAt } = plan()
  return {
    workflow_id: workflow.id,
    dry_run: true,
    node_count: workflow.blueprint.nodes.length,
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
  }
}

/** The response to a dry run in the format of the web editor. */
function checksOf(blueprint: Blueprint, isStrict: boolean): object {
  const { error, ...checks } = checkDrawnBlueprint(blueprint, isStrict)
  return { valid: error === null, errors: error === null ? [] : [error], ...checks }
}

/**
 * Returns the workflow with the blueprint to run. Throws `state-conflict` for an inactive workflow.
 * Throws `request-senseless` for an invalid blueprint, unless `failsInstead` is true (F-012).
 */
function requireRunnable(
  stored: StoredWorkflow,
  behaviour: Behaviour,
  failsInstead = behaviour.policy.workflows.hasDefects,
): StoredWorkflow {
  const workflow = { ...stored, blueprint: formatBlueprint(behaviour, stored.blueprint) }
  if (!failsInstead && behaviour.policy.workflows.hasDefects)
    requireDrawnBlueprint(workflow.blueprint, true)
  else if (!failsInstead) requireValidBlueprint(behaviour, workflow.blueprint)
  if (!workflow.is_active)
    throw new ApiError('state-conflict', 'This workflow is inactive: `is_active` is false.')
  return workflow
}

const createRun = (world: World, behaviour: Behaviour, request: RunRequest): LiveRun =>
  new LiveRun(world, planRun(world, behaviour, request))

/**
 * Calls `create` for new runs of a user. They count as running until the returned function is
 * called. Throws `rate-limited` at a limit (8).
 */
function reserveRuns<Created>(
  world: World,
  userId: string,
  starts: number,
  create: () => Created,
): readonly [Created, release: () => void] {
  const { runCounts, clock } = world
  const { hasDefects } = world.behaviour('workflows.run').policy.workflows
  const { perMinute, concurrent } = limits.workflowRuns
  const now = clock.now()
  const recent = runCounts.inMinuteBefore(userId, now)
  if (recent.length + starts > perMinute)
    throw new ApiError(
      'rate-limited',
      `Rate limit exceeded. Maximum is ${perMinute} workflow runs per minute.`,
      { headers: hasDefects ? {} : retryAfter(recent[0], now) },
    )
  if (runCounts.current(userId) >= concurrent)
    throw new ApiError(
      'rate-limited',
      `Too many concurrent workflow runs. Maximum is ${concurrent} simultaneous runs.`,
    )
  const release = runCounts.begin(userId, now, starts)
  try {
    return [create(), release]
  } catch (error) {
    release()
    throw error
  }
}

/** The `retry-after` header: the seconds until the oldest recent run is a minute old. */
const retryAfter = (oldest: number | undefined, now: number): Record<string, string> =>
  oldest === undefined ? {} : { 'retry-after': String(Math.ceil((oldest + 60_000 - now) / 1000)) }

/** Runs a workflow once per set of inputs, partly in parallel. Resolves when all runs ended (8). */
export async function batchRun(
  context: RequestContext<(typeof workflowOperations)['workflows.batch-run']>,
): Promise<BatchResult> {
  const { world, caller, behaviour } = context
  const { inputs: inputSets, max_parallel, timeout_seconds } = context.body
  const request = {
    workflow: requireRunnable(context.resource, behaviour, false),
    userId: caller.user.id,
    timeoutSeconds: timeout_seconds ?? limits.workflowRuns.timeoutSeconds,
    isStreamed: false,
  }
  let charactersLeft: number = ownLimits.batchOutputs
  const createNext = (inputs: JsonObject) => {
    const budget = createRunBudget(charactersLeft)
    charactersLeft -= budget.left
    const run = createRun(world, behaviour, { ...request, inputs, budget })
    charactersLeft += Math.max(0, budget.left)
    return run
  }
  const starts = behaviour.policy.workflows.runsInBatch(inputSets.length)
  const [runs, release] = reserveRuns(world, request.userId, starts, () =>
    inputSets.map(createNext),
  )
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
  if ([...world.runningWorkflows.values()].some(({ workflowId }) => workflowId === id))
    throw new ApiError('rate-limited', 'This workflow is running already.', {
      code: 'workflow_already_running',
    })
  const { user_id: userId } = workflow
  const { timeoutSeconds } = limits.workflowRuns
  const request = { workflow, userId, inputs, timeoutSeconds, isStreamed: false }
  const [run, release] = reserveRuns(world, userId, 1, () => createRun(world, behaviour, request))
  await runInParallel([run], 1, world.clock.now())
  release()
  return run.record
}

/** Starts the runs, at most `parallel` at a time. Runs that were cancelled before are skipped. */
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
