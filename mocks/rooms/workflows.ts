import { workflowOperations } from '../../contract/operations/workflows.ts'
import { workflowRoutes, workflowRunRoutes } from '../platform/workflows/routes.ts'
import { createRoom } from './room.ts'

const routes = {
  ...workflowRoutes,
  ...workflowRunRoutes,
}

/** Workflows and their runs. */
export const room = createRoom(routes, () => workflowOperations)
