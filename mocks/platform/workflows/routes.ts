import { newRecords, unpublishedFields } from '../../../contract/new-records.ts'
import type { workflowOperations } from '../../../contract/operations/workflows.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import type {
  Blueprint,
  BlueprintReport,
  StoredWorkflow,
  Workflow,
  WorkflowStats,
} from '../../../contract/records/workflow.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import type { RecordList } from '../../world/collection.ts'
import type { World } from '../../world/world.ts'
import { withDefaults } from '../body-fields.ts'
import { checkDrawnBlueprint } from '../drawn-blueprint.ts'
import { paginate } from '../paginate.ts'
import { publishedFields, sharingSource, visibleRecords } from '../sharing.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { formatBlueprint, formatRun } from './dialects.ts'
import { requireValidBlueprint, validateBlueprint } from './blueprint.ts'
import { batchRun, startRun } from './start-run.ts'
import { deleteWorkflow } from './workflow-records.ts'

export const workflowRoutes: Routes<typeof workflowOperations> = {
  'workflows.list': (context) => {
    const { status } = context.query
    const workflows = visibleRecords(context, 'workflows', {
      name: String(status),
      test: (workflow) => status === undefined || workflow.status === status,
    })
    return paginate(context, workflows, (workflow) => workflowView(context, workflow))
  },
  'workflows.create': (context) => {
    const { world, caller, body } = context
    const { name } = body
    const workflow = world.store.workflows.insert({
      id: world.random.id('workflow', caller.user.id),
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
    checkBlueprint(behaviour, body.blueprint),
  'workflows.read': (context) => workflowView(context, context.resource),
  'workflows.update': (context) => {
    const { name } = context.resource
    return updateWorkflow(context, withDefaults(context.body, { ...newRecords.workflows, name }))
  },
  'workflows.delete': ({ world, resource: { id } }) => {
    deleteWorkflow(world, id)
    return { deleted: id }
  },
  'workflows.publish': (context) => {
    const { world, behaviour, body, resource } = context
    requireValidBlueprint(behaviour, formatBlueprint(behaviour, resource.blueprint))
    return updateWorkflow(context, {
      ...publishedFields(context, resource, body),
      status: 'published',
      published_at: world.clock.iso(),
    })
  },
  'workflows.unpublish': (context) =>
    updateWorkflow(context, { ...unpublishedFields, status: 'draft', published_at: null }),
  'workflows.validate': ({ resource, behaviour }) => checkBlueprint(behaviour, resource.blueprint),
  'workflows.stats': ({ world, resource }) => workflowStats(world, resource.id),
  'workflows.run': startRun,
  'workflows.batch-run': batchRun,
  'workflow-runs.list': (context) => {
    const runs = visibleRuns(context, context.query.status)
    return paginate(context, runs, (run) => runView(context, run))
  },
  'workflow-runs.read': (context) => runView(context, context.resource),
  'workflow-runs.delete': ({ world, resource }) => {
    if (isUnfinished(resource))
      throw new ApiError('state-conflict', 'This run has not ended. Cancel it first.')
    world.store.workflowRuns.delete(resource.id)
    return { deleted: resource.id }
  },
  'workflow-runs.clear': (context) => {
    const ended = visibleRuns(context)
      .slice(0)
      .filter((run) => !isUnfinished(run))
    for (const { id } of ended) context.world.store.workflowRuns.delete(id)
    return { deleted_count: ended.length }
  },
  'workflow-runs.cancel': (context) => {
    const { runningWorkflows, store } = context.world
    const { id } = context.resource
    const run = runningWorkflows.get(id)
    if (run === undefined && !context.behaviour.policy.workflows.hasDefects)
      throw new ApiError('state-conflict', 'This run has ended already.')
    run?.cancel()
    const cancelled = store.workflowRuns.get(id)
    return cancelled && runView(context, cancelled)
  },
}

/** The report of a blueprint. In `deployed-0.8`, a report with an error has only this error. */
function checkBlueprint(behaviour: Behaviour, stored: Blueprint): BlueprintReport {
  const blueprint = formatBlueprint(behaviour, stored)
  const report = validateBlueprint(blueprint)
  const { error } = behaviour.policy.workflows.hasDefects
    ? checkDrawnBlueprint(blueprint, true)
    : { error: null }
  if (error === null) return report
  return { ...report, valid: false, errors: [{ node_id: null, message: error }] }
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

/** The runs of a workflow, newest first. The owner sees all runs, other users only their own. */
function visibleRuns(
  { world, caller, resource }: RequestContext & { readonly resource: StoredWorkflow },
  wanted?: WorkflowRun['status'],
): RecordList<WorkflowRun> {
  const user = resource.user_id === caller.user.id ? undefined : caller.user.id
  return world.store.workflowRuns.select({
    owner: resource.id,
    order: 'newest',
    name: `${user}\n${wanted}`,
    test: ({ user_id, status }) =>
      (user === undefined || user_id === user) && (wanted === undefined || status === wanted),
  })
}

const isUnfinished = ({ status }: WorkflowRun) => status === 'pending' || status === 'running'

/** A workflow as a user sees it, with statistics of its runs. */
function workflowView(
  { world, caller, behaviour }: RequestContext,
  workflow: StoredWorkflow,
): Workflow {
  const blueprint = formatBlueprint(behaviour, workflow.blueprint)
  const { total_runs, last_run_at, success_rate } = workflowStats(world, workflow.id)
  const source = sharingSource(workflow, caller.user.id)
  return { ...workflow, blueprint, total_runs, last_run_at, success_rate, source }
}

/** A run with its current node results. They are in the record only after the run has ended. */
function runView({ world, behaviour }: RequestContext, run: WorkflowRun): WorkflowRun {
  const running = world.runningWorkflows.get(run.id)
  const now = running === undefined ? run : { ...run, node_results: running.results() }
  return formatRun(world, behaviour, now)
}

/** Statistics of the runs of a workflow, by all users. */
function workflowStats({ store }: World, workflow: string): WorkflowStats {
  const runs = store.workflowRuns.list(workflow, 'newest')
  const sums = store.workflowRuns.sums(workflow, runFigures)
  const count = (status: WorkflowRun['status']) => sums.get(status) ?? 0
  const completed = count('completed')
  const failed = count('failed')
  return {
    total_runs: runs.length,
    completed_runs: completed,
    failed_runs: failed,
    cancelled_runs: count('cancelled'),
    active_runs: count('pending') + count('running'),
    success_rate: completed + failed === 0 ? null : completed / (completed + failed),
    average_duration_ms: completed === 0 ? null : Math.round((sums.get('ms') ?? 0) / completed),
    last_run_at: runs.slice(0, 1)[0]?.created_at ?? null,
  }
}

const runFigures = ({ status, duration_ms }: WorkflowRun) => ({
  [status]: 1,
  ms: status === 'completed' ? (duration_ms ?? 0) : 0,
})
