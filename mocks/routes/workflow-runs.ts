import type * as z from 'zod/mini'
import type { runsQuery } from '../../contract/operations/workflows.ts'
import type { WorkflowRun } from '../../contract/records/workflow-run.ts'
import { ApiError } from '../world/api-error.ts'
import type { RequestContext } from '../platform/request-context.ts'
import { runView } from '../workflows/view.ts'
import { paginate } from './paginate.ts'
import type { Route } from './route.ts'

export const workflowRunRoutes = {
  'workflow-runs.list': (visit) => {
    const { status } = visit.query as z.infer<typeof runsQuery>
    const seen = runsFor(visit).filter((run) => status === undefined || run.status === status)
    return paginate(visit, seen.length, (from, count) =>
      seen.slice(from, from + count).map((run) => runView(visit.world, run)),
    )
  },
  'workflow-runs.read': (visit) => runView(visit.world, visit.resource('workflow-run')),
  'workflow-runs.delete': (visit) => {
    const run = visit.resource('workflow-run')
    if (isActive(run))
      throw new ApiError('state-conflict', 'This run has not ended; cancel it first.')
    visit.world.store.workflowRuns.delete(run.id)
    return { deleted: run.id }
  },
  'workflow-runs.clear': (visit) => {
    const finished = runsFor(visit).filter((run) => !isActive(run))
    for (const { id } of finished) visit.world.store.workflowRuns.delete(id)
    return { deleted_count: finished.length }
  },
  'workflow-runs.cancel': (visit) => {
    const { runningWorkflows: runs, store } = visit.world
    const run = visit.resource('workflow-run')
    const live = runs.get(run.id)
    if (live === undefined) throw new ApiError('state-conflict', 'This run has ended already.')
    live.cancel()
    return store.workflowRuns.get(run.id)
  },
} satisfies Record<string, Route>

/** The runs of a workflow, newest first: all of them for its owner, their own for others. */
function runsFor(visit: RequestContext): WorkflowRun[] {
  const { id, user_id } = visit.resource('workflow')
  const caller = visit.caller.user.id
  const runs = visit.world.store.workflowRuns.owned(id, 'newest')
  return user_id === caller ? runs : runs.filter((run) => run.user_id === caller)
}

const isActive = ({ status }: WorkflowRun) => status === 'pending' || status === 'running'
