import { newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type { StoredWorkflow, Workflow, WorkflowStats } from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { withDefaults } from '../body-fields.ts'
import { paginate } from '../paginate.ts'
import { publishedFields, isVisible, sharingSource } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { dialectOf } from './dialects.ts'
import { requireValidBlueprint, validateBlueprint } from './blueprint.ts'
import { batchRun, startRun } from './start-run.ts'

export const workflowRoutes: Routes<typeof workflowOperations> = {
  'workflows.list': (context) => {
    const { world, caller, query } = context
    const workflows = world.store.workflows
      .owned(everyone, 'newest')
      .filter((workflow) => isVisible(world.store, workflow, caller.user.id))
      .filter(({ status }) => query.status === undefined || status === query.status)
    return paginate(context, workflows.length, (from, count) =>
      workflows.slice(from, from + count).map((workflow) => workflowView(context, workflow)),
    )
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
    const { query } = context
    const runs = visibleRuns(context).filter(
      ({ status }) => query.status === undefined || status === query.status,
    )
    return paginate(context, runs.length, (from, count) =>
      runs.slice(from, from + count).map((run) => runView(context, run)),
    )
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
function visibleRuns({
  world,
  caller,
  resource,
}: RequestContext & { readonly resource: StoredWorkflow }): WorkflowRun[] {
  const runs = world.store.workflowRuns.owned(resource.id, 'newest')
  if (resource.user_id === caller.user.id) return runs
  return runs.filter(({ user_id }) => user_id === caller.user.id)
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
