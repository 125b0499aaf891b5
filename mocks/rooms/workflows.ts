import { workflowsInputs } from '../../contract/operations/workflows.ts'
import { workflowRoutes } from '../routes/workflows.ts'
import { workflowRunRoutes } from '../routes/workflow-runs.ts'
import { createRoom } from './room.ts'

const routes = {
  ...workflowRoutes,
  ...workflowRunRoutes,
}

/** Workflows and their runs. */
export const room = createRoom(routes, () => workflowsInputs)
