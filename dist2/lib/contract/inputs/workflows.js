import { publishBody } from '../bodies/publication.js';
import { batchRunBody, createWorkflowBody, runBody, runsQuery, updateWorkflowBody, validateBody, workflowsQuery, } from '../bodies/workflows.js';
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
};
