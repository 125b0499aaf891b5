import { workflowsInputs } from '../../contract/inputs/workflows.ts'
import { workflowRoutes } from '../routes/workflows.ts'
import { workflowRunRoutes } from '../routes/workflow-runs.ts'
import { createRoom } from './room.ts'

export const room = createRoom({ ...workflowRoutes, ...workflowRunRoutes }, () => workflowsInputs)
