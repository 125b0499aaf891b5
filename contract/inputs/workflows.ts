import { publishBody } from '../bodies/publication.ts'
import {
  batchRunBody,
  createWorkflowBody,
  runBody,
  runsQuery,
  updateWorkflowBody,
  validateBody,
  workflowsQuery,
} from '../bodies/workflows.ts'
import type { Inputs } from './input.ts'

/** What the operations in `endpoints/workflows.ts` take. */
export const workflowsInputs = {
  'workflows.list': { query: workflowsQuery },
  'workflows.create': { body: createWorkflowBody },
  'workflows.validate-blueprint': { body: validateBody },
  'workflows.update': { body: updateWorkflowBody },
  'workflows.publish': { body: publishBody },
  'workflows.run': { body: runBody },
  'workflows.batch-run': { body: batchRunBody },
  'workflow-runs.list': { query: runsQuery },
} as const satisfies Inputs
