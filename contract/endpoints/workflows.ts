import { ownLimits } from '../limits.ts'
import { changedByPath, type Endpoint, foundByPath, list } from './endpoint.ts'

const common = { section: '4.7', access: 'bearer', scope: 'unlisted' } as const
/** Blueprints and the inputs of runs are larger than most bodies. */
const large = { bodyBytes: ownLimits.largeBodyBytes } as const
const one = { ...common, path: '/api/workflows/{workflow_id}', reply: 'envelope' } as const
const seen = foundByPath('workflow', 'workflow_id')
const changed = changedByPath('workflow', 'workflow_id')
const oneRun = {
  ...common,
  reply: 'envelope',
  finds: foundByPath('workflow-run', 'run_id'),
} as const

/** Workflows and their runs (4.7, 8). */
export const workflowsEndpoints = {
  'workflows.list': {
    ...list,
    ...common,
    path: '/api/workflows',
    record: 'workflow',
  },
  'workflows.create': {
    ...common,
    ...large,
    method: 'POST',
    path: '/api/workflows',
    reply: 'envelope',
    record: 'workflow',
  },
  'workflows.validate-blueprint': {
    ...common,
    ...large,
    method: 'POST',
    path: '/api/workflows/validate',
    reply: 'envelope',
    record: 'blueprintReport',
  },
  'workflows.read': { ...one, method: 'GET', finds: seen, record: 'workflow' },
  'workflows.update': {
    ...one,
    ...large,
    method: 'PUT',
    finds: changed,
    record: 'workflow',
  },
  'workflows.delete': { ...one, method: 'DELETE', finds: changed, record: 'deleted' },
  'workflows.publish': {
    ...one,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/publish',
    finds: changed,
    record: 'workflow',
    refuses: ['request-senseless', 'not-permitted'],
  },
  'workflows.unpublish': {
    ...one,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/unpublish',
    finds: changed,
    record: 'workflow',
  },
  'workflows.validate': {
    ...one,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/validate',
    finds: seen,
    record: 'blueprintReport',
  },
  'workflows.stats': {
    ...one,
    method: 'GET',
    path: '/api/workflows/{workflow_id}/stats',
    finds: seen,
    record: 'workflowStats',
  },
  'workflows.run': {
    ...common,
    ...large,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/run',
    reply: 'stream',
    finds: seen,
    record: 'runPlan',
    events: 'run',
    refuses: ['request-senseless', 'state-conflict', 'rate-limited'],
  },
  'workflows.batch-run': {
    ...one,
    ...large,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/batch-run',
    finds: seen,
    record: 'batchResult',
    refuses: ['request-senseless', 'state-conflict', 'rate-limited'],
  },
  'workflow-runs.list': {
    ...list,
    ...common,
    path: '/api/workflows/{workflow_id}/runs',
    finds: seen,
    record: 'workflowRun',
  },
  'workflow-runs.clear': {
    ...one,
    method: 'DELETE',
    path: '/api/workflows/{workflow_id}/runs',
    finds: seen,
    record: 'clearedRuns',
  },
  'workflow-runs.read': {
    ...oneRun,
    method: 'GET',
    path: '/api/workflows/{workflow_id}/runs/{run_id}',
    record: 'workflowRun',
  },
  'workflow-runs.delete': {
    ...oneRun,
    method: 'DELETE',
    path: '/api/workflows/{workflow_id}/runs/{run_id}',
    record: 'deleted',
    refuses: ['state-conflict'],
  },
  'workflow-runs.cancel': {
    ...oneRun,
    method: 'POST',
    path: '/api/workflows/{workflow_id}/runs/{run_id}/cancel',
    record: 'workflowRun',
    refuses: ['state-conflict'],
  },
} as const satisfies Record<string, Endpoint>
