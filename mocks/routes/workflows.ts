import type * as z from 'zod/mini'
import { publishBody } from '../../contract/operations/fields.ts'
import {
  createWorkflowBody,
  updateWorkflowBody,
  validateBody,
  type workflowsQuery,
} from '../../contract/operations/workflows.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { everyone } from '../world/store.ts'
import { isVisible } from '../platform/visibility.ts'
import { batchRun } from '../workflows/batch-run.ts'
import { inspect, refuseUnplayable } from '../workflows/inspect.ts'
import { startRun } from '../workflows/start-run.ts'
import { statsOf, workflowView } from '../workflows/view.ts'
import { paginate } from './paginate.ts'
import { published, unpublished } from './publication.ts'
import type { Route } from './route.ts'
import { settle } from './settle.ts'

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
      ...blank,
      ...settle(given, { ...blank, name: given.name }),
      name: given.name,
      id: world.random.uuid('workflow', caller.user.id),
      user_id: caller.user.id,
      status: 'draft',
      published_at: null,
      ...unpublished,
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
  'workflows.validate-blueprint': (visit) => inspect(visit.bodyAs(validateBody).blueprint),
  'workflows.read': (visit) => workflowView(visit, visit.resource('workflow')),
  'workflows.update': (visit) => {
    const { name } = visit.resource('workflow')
    return changed(visit, settle(visit.bodyAs(updateWorkflowBody), { ...blank, name }))
  },
  'workflows.delete': (visit) => {
    const { store, runningWorkflows: runs } = visit.world
    const { id } = visit.resource('workflow')
    for (const run of runs.values()) if (run.workflowId === id) run.cancel()
    for (const run of store.workflowRuns.owned(id, 'newest')) store.workflowRuns.delete(run.id)
    store.workflows.delete(id)
    return { deleted: id }
  },
  'workflows.publish': (visit) => {
    const workflow = visit.resource('workflow')
    refuseUnplayable(workflow.blueprint)
    return changed(visit, {
      ...published(visit, workflow, visit.bodyAs(publishBody)),
      status: 'published',
      published_at: visit.world.clock.iso(),
    })
  },
  'workflows.unpublish': (visit) =>
    changed(visit, { ...unpublished, status: 'draft', published_at: null }),
  'workflows.validate': (visit) => inspect(visit.resource('workflow').blueprint),
  'workflows.stats': (visit) => statsOf(visit.world, visit.resource('workflow').id),
  'workflows.run': startRun,
  'workflows.batch-run': batchRun,
} satisfies Record<string, Route>

type Settings = Pick<
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
const blank: Settings = {
  icon: null,
  description: null,
  blueprint: { nodes: [], edges: [] },
  input_schema: null,
  output_schema: null,
  webhook_url: null,
  is_active: true,
}

function changed(visit: RequestContext, change: Partial<StoredWorkflow>) {
  const { store, clock } = visit.world
  const next = store.workflows.update(visit.resource('workflow'), {
    ...change,
    updated_at: clock.iso(),
  })
  return workflowView(visit, next)
}
