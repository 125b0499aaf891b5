import type * as z from 'zod/mini'
import { publishBody } from '../../../contract/operations/fields.ts'
import {
  createWorkflowBody,
  updateWorkflowBody,
  validateBody,
  type workflowsQuery,
  type runsQuery,
} from '../../../contract/operations/workflows.ts'
import type { StoredWorkflow, Workflow, WorkflowStats } from '../../../contract/records/workflow.ts'
import type { RequestContext } from '../request-context.ts'
import { everyone } from '../../world/store.ts'
import { isVisible, sharingSource } from '../visibility.ts'
import { batchRun, startRun } from './start-run.ts'
import { validateBlueprint, requireValidBlueprint } from './blueprint.ts'
import { paginate } from '../paginate.ts'
import { publishedFields, unpublishedFields } from '../publication.ts'
import type { Route } from '../route.ts'
import { withDefaults } from '../body-fields.ts'
import type { WorkflowRun } from '../../../contract/records/workflow-run.ts'
import { ApiError } from '../../world/api-error.ts'
import type { World } from '../../world/world.ts'

export const workflowRoutes = {
  'workflows.list': (visit) => {
    const { world, caller } = visit
    const { status } = visit.query as z.infer<typeof workflowsQuery>
    const seen = world.store.workflows
      .owned(everyone, 'newest')
      .filter((workflow) => isVisible(world.store, workflow, caller.user.id))
      .filter((workflow) => status === undefined || workflow.status === status)
    return paginate(visit, seen.length, (from, count) =>
      seen.slice(from, from + count).map((workflow) => workflowView(visit, workflow)),
    )
  },
  'workflows.create': (visit) => {
    const { world, caller } = visit
    const given = visit.bodyAs(createWorkflowBody)
    const workflow = world.store.workflows.insert({
      ...workflowDefaults,
      ...withDefaults(given, { ...workflowDefaults, name: given.name }),
      name: given.name,
      id: world.random.uuid('workflow', caller.user.id),
      user_id: caller.user.id,
      status: 'draft',
      published_at: null,
      ...unpublishedFields,
      schedule_cron: null,
      schedule_enabled: false,
      schedule_inputs: null,
      schedule_timezone: caller.user.timezone ?? 'UTC',
      has_api_key: false,
      forked_from: null,
      created_at: world.clock.iso(),
      updated_at: null,
    })
    return workflowView(visit, workflow)
  },
  'workflows.validate-blueprint': (visit) =>
    validateBlueprint(visit.bodyAs(validateBody).blueprint),
  'workflows.read': (visit) => workflowView(visit, visit.resourceAs('workflow')),
  'workflows.update': (visit) => {
    const { name } = visit.resourceAs('workflow')
    return updateWorkflow(
      visit,
      withDefaults(visit.bodyAs(updateWorkflowBody), { ...workflowDefaults, name }),
    )
  },
  'workflows.delete': (visit) => {
    const { store, runningWorkflows: runs } = visit.world
    const { id } = visit.resourceAs('workflow')
    for (const run of runs.values()) if (run.workflowId === id) run.cancel()
    for (const run of store.workflowRuns.owned(id, 'newest')) store.workflowRuns.delete(run.id)
    store.workflows.delete(id)
    return { deleted: id }
  },
  'workflows.publish': (visit) => {
    const workflow = visit.resourceAs('workflow')
    requireValidBlueprint(workflow.blueprint)
    return updateWorkflow(visit, {
      ...publishedFields(visit, workflow, visit.bodyAs(publishBody)),
      status: 'published',
      published_at: visit.world.clock.iso(),
    })
  },
  'workflows.unpublish': (visit) =>
    updateWorkflow(visit, { ...unpublishedFields, status: 'draft', published_at: null }),
  'workflows.validate': (visit) => validateBlueprint(visit.resourceAs('workflow').blueprint),
  'workflows.stats': (visit) => workflowStats(visit.world, visit.resourceAs('workflow').id),
  'workflows.run': startRun,
  'workflows.batch-run': batchRun,
} satisfies Record<string, Route>

type WorkflowSettings = Pick<
  StoredWorkflow,
  | 'icon'
  | 'description'
  | 'blueprint'
  | 'input_schema'
  | 'output_schema'
  | 'webhook_url'
  | 'is_active'
>

/** What its owner can set, as it is in a workflow that was given nothing but a name. */
const workflowDefaults: WorkflowSettings = {
  icon: null,
  description: null,
  blueprint: { nodes: [], edges: [] },
  input_schema: null,
  output_schema: null,
  webhook_url: null,
  is_active: true,
}

function updateWorkflow(visit: RequestContext, change: Partial<StoredWorkflow>) {
  const { store, clock } = visit.world
  const next = store.workflows.update(visit.resourceAs('workflow'), {
    ...change,
    updated_at: clock.iso(),
  })
  return workflowView(visit, next)
}

export const workflowRunRoutes = {
  'workflow-runs.list': (visit) => {
    const { status } = visit.query as z.infer<typeof runsQuery>
    const seen = visibleRuns(visit).filter((run) => status === undefined || run.status === status)
    return paginate(visit, seen.length, (from, count) =>
      seen.slice(from, from + count).map((run) => runView(visit.world, run)),
    )
  },
  'workflow-runs.read': (visit) => runView(visit.world, visit.resourceAs('workflow-run')),
  'workflow-runs.delete': (visit) => {
    const run = visit.resourceAs('workflow-run')
    if (isUnfinished(run))
      throw new ApiError('state-conflict', 'This run has not ended; cancel it first.')
    visit.world.store.workflowRuns.delete(run.id)
    return { deleted: run.id }
  },
  'workflow-runs.clear': (visit) => {
    const finished = visibleRuns(visit).filter((run) => !isUnfinished(run))
    for (const { id } of finished) visit.world.store.workflowRuns.delete(id)
    return { deleted_count: finished.length }
  },
  'workflow-runs.cancel': (visit) => {
    const { runningWorkflows: runs, store } = visit.world
    const run = visit.resourceAs('workflow-run')
    const live = runs.get(run.id)
    if (live === undefined) throw new ApiError('state-conflict', 'This run has ended already.')
    live.cancel()
    return store.workflowRuns.get(run.id)
  },
} satisfies Record<string, Route>

/** The runs of a workflow, newest first: all of them for its owner, their own for others. */
function visibleRuns(visit: RequestContext): WorkflowRun[] {
  const { id, user_id } = visit.resourceAs('workflow')
  const caller = visit.caller.user.id
  const runs = visit.world.store.workflowRuns.owned(id, 'newest')
  return user_id === caller ? runs : runs.filter((run) => run.user_id === caller)
}

const isUnfinished = ({ status }: WorkflowRun) => status === 'pending' || status === 'running'

/** A workflow as a user sees it, with the figures of its runs. */
function workflowView({ world, caller }: RequestContext, workflow: StoredWorkflow): Workflow {
  const { total_runs, last_run_at, success_rate } = workflowStats(world, workflow.id)
  const source = sharingSource(workflow, caller.user.id)
  return { ...workflow, total_runs, last_run_at, success_rate, source }
}

/** A run as it stands now: what became of its nodes is kept in its record only once it ended. */
function runView({ runningWorkflows: runs }: World, run: WorkflowRun): WorkflowRun {
  const live = runs.get(run.id)
  return live === undefined ? run : { ...run, node_results: live.results() }
}

/** How the runs of a workflow went, those of all users. */
function workflowStats({ store }: World, workflow: string): WorkflowStats {
  const runs = store.workflowRuns.owned(workflow, 'newest')
  const byStatus = Map.groupBy(runs, ({ status }) => status)
  const count = (status: WorkflowRun['status']) => byStatus.get(status)?.length ?? 0
  const completed = count('completed')
  const failed = count('failed')
  const lasted = (byStatus.get('completed') ?? []).map(({ duration_ms }) => duration_ms ?? 0)
  return {
    total_runs: runs.length,
    completed_runs: completed,
    failed_runs: failed,
    cancelled_runs: count('cancelled'),
    active_runs: count('pending') + count('running'),
    success_rate: completed + failed === 0 ? null : completed / (completed + failed),
    average_duration_ms: completed === 0 ? null : Math.round(sum(lasted) / completed),
    last_run_at: runs[0]?.created_at ?? null,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
