import { newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import type { BatchResult, RunPlan, WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflow, Workflow, WorkflowStats } from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'
import { withDefaults } from '../body-fields.ts'
import { paginateArray } from '../paginate.ts'
import { publishedFields, sharingSource, visibleRecords } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { dialectOf, type WorkflowDialect } from './dialects.ts'
import { requireValidBlueprint, validateBlueprint } from './blueprint.ts'
import { limits } from '../../../contract/limits.ts'
import type { FrameStream } from '../../../traffic/journal/exchange.ts'
import { EventStream } from '../event-stream.ts'
import { createBatchBudget, type RunStep, type SimulatedRun, simulateRun } from './simulate-run.ts'
import { LiveRun } from './live-run.ts'

export const workflowRoutes: Routes<typeof workflowOperations> = {
  'workflows.list': (context) => {
    const { status } = context.query
    const workflows = visibleRecords(context, context.world.store.workflows, {
      name: String(status),
      test: (workflow) => status === undefined || workflow.status === status,
    })
    return paginateArray(context, workflows, (workflow) => workflowView(context, workflow))
  },
  'workflows.create': (context) => {
    const { world, caller, body } = context
    const { name } = body
    const workflow = world.store.workflows.insert({
      id: world.random.uuid('workflow', caller.user.id),
      user_id: caller.user.id,
      ...newRecords.workflows,
      ...withDefaults(body, { ...newRecords.workflows, name }),
      name,
      schedule_timezone: caller.user.timezone ?? 'UTC',
      created_at: world.clock.iso(),
    })
    return workflowView(context, workflow)
  },
  'workflows.validate-blueprint': ({ body, behaviour }) =>
    validateBlueprint(dialectOf(behaviour).played(body.blueprint)),
  'workflows.read': (context) => workflowView(context, context.resource),
  'workflows.update': (context) => {
    const { name } = context.resource
    return updateWorkflow(context, withDefaults(context.body, { ...newRecords.workflows, name }))
  },
  'workflows.delete': ({ world: { store, runningWorkflows }, resource: { id } }) => {
    for (const run of runningWorkflows.values()) if (run.workflowId === id) run.cancel()
    for (const run of store.workflowRuns.owned(id, 'newest')) store.workflowRuns.delete(run.id)
    store.workflows.delete(id)
    return { deleted: id }
  },
  'workflows.publish': (context) => {
    const { world, body, resource } = context
    requireValidBlueprint(dialectOf(context.behaviour).played(resource.blueprint))
    return updateWorkflow(context, {
      ...publishedFields(context, resource, body),
      status: 'published',
      published_at: world.clock.iso(),
    })
  },
  'workflows.unpublish': (context) =>
    updateWorkflow(context, { ...unpublishedFields, status: 'draft', published_at: null }),
  'workflows.validate': ({ resource, behaviour }) =>
    validateBlueprint(dialectOf(behaviour).played(resource.blueprint)),
  'workflows.stats': ({ world, resource }) => workflowStats(world, resource.id),
  'workflows.run': startRun,
  'workflows.batch-run': batchRun,
  'workflow-runs.list': (context) => {
    const runs = visibleRuns(context, context.query.status)
    return paginateArray(context, runs, (run) => runView(context, run))
  },
  'workflow-runs.read': (context) => runView(context, context.resource),
  'workflow-runs.delete': ({ world, resource }) => {
    if (isUnfinished(resource))
      throw new ApiError('state-conflict', 'This run has not ended. Cancel it first.')
    world.store.workflowRuns.delete(resource.id)
    return { deleted: resource.id }
  },
  'workflow-runs.clear': (context) => {
    const ended = visibleRuns(context).filter((run) => !isUnfinished(run))
    for (const { id } of ended) context.world.store.workflowRuns.delete(id)
    return { deleted_count: ended.length }
  },
  'workflow-runs.cancel': (context) => {
    const { runningWorkflows, store } = context.world
    const { id } = context.resource
    const run = runningWorkflows.get(id)
    if (run === undefined) throw new ApiError('state-conflict', 'This run has ended already.')
    run.cancel()
    const cancelled = store.workflowRuns.get(id)
    return cancelled && runView(context, cancelled)
  },
}

function updateWorkflow(
  context: RequestContext & { readonly resource: StoredWorkflow },
  changes: Partial<StoredWorkflow>,
): Workflow {
  const { store, clock } = context.world
  const updated_at = clock.iso()
  const workflow = store.workflows.update(context.resource, { ...changes, updated_at })
  return workflowView(context, workflow)
}

/** The runs of a workflow, newest first: all for its owner, for other users only their own. */
function visibleRuns(
  { world, caller, resource }: RequestContext & { readonly resource: StoredWorkflow },
  wanted?: WorkflowRun['status'],
): readonly WorkflowRun[] {
  const user = resource.user_id === caller.user.id ? undefined : caller.user.id
  return world.store.workflowRuns.view(
    resource.id,
    'newest',
    `${user}\n${wanted}`,
    ({ user_id, status }) =>
      (user === undefined || user_id === user) && (wanted === undefined || status === wanted),
  )
}

const isUnfinished = ({ status }: WorkflowRun) => status === 'pending' || status === 'running'

/** A workflow as a user sees it, with statistics of its runs. */
function workflowView(
  { world, caller, behaviour }: RequestContext,
  workflow: StoredWorkflow,
): Workflow {
  const blueprint = dialectOf(behaviour).shown(workflow.blueprint)
  const { total_runs, last_run_at, success_rate } = workflowStats(world, workflow.id)
  const source = sharingSource(workflow, caller.user.id)
  return { ...workflow, blueprint, total_runs, last_run_at, success_rate, source }
}

/** A run with its current node results: its record only has them once it has ended. */
function runView({ world, behaviour }: RequestContext, run: WorkflowRun): WorkflowRun {
  const running = world.runningWorkflows.get(run.id)
  const now = running === undefined ? run : { ...run, node_results: running.results() }
  const { blueprint } = world.store.workflows.get(run.workflow_id) ?? { blueprint: noBlueprint }
  return dialectOf(behaviour).run(now, blueprint)
}

const noBlueprint = { nodes: [], edges: [] }

/** Statistics of the runs of a workflow, by all users. */
function workflowStats({ store }: World, workflow: string): WorkflowStats {
  const runs = store.workflowRuns.owned(workflow, 'newest')
  const byStatus = Map.groupBy(runs, ({ status }) => status)
  const count = (status: WorkflowRun['status']) => byStatus.get(status)?.length ?? 0
  const completed = count('completed')
  const failed = count('failed')
  const durations = (byStatus.get('completed') ?? []).map(({ duration_ms }) => duration_ms ?? 0)
  return {
    total_runs: runs.length,
    completed_runs: completed,
    failed_runs: failed,
    cancelled_runs: count('cancelled'),
    active_runs: count('pending') + count('running'),
    success_rate: completed + failed === 0 ? null : completed / (completed + failed),
    average_duration_ms: completed === 0 ? null : Math.round(sum(durations) / completed),
    last_run_at: runs[0]?.created_at ?? null,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Starts a run and streams its events, or returns its plan. Disconnecting does not end it. */
function startRun(
  context: RequestContext<(typeof workflowOperations)['workflows.run']>,
): FrameStream | object {
  const { world, caller, behaviour } = context
  const { dry_run, timeout_seconds } = context.body
  const dialect = dialectOf(behaviour)
  const inputs = context.body.inputs ?? {}
  const timeout = timeout_seconds ?? limits.workflowRuns.timeoutSeconds
  const simulate = () => {
    const workflow = requireRunnable(context.resource, dialect)
    return { workflow, simulated: simulateRun(workflow.blueprint, inputs, timeout) }
  }
  if (dry_run === true)
    return dialect.dryRun(context.resource.blueprint, () => {
      const { workflow, simulated } = simulate()
      return describeRun(workflow.id, workflow.blueprint.nodes.length, simulated)
    })
  const { workflow, simulated } = simulate()
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
  return new EventStream({
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
async function batchRun(
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
