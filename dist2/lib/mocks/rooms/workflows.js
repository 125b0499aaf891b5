import { workflowsInputs } from '../../contract/inputs/workflows.js';
import { workflowRoutes } from '../routes/workflows.js';
import { workflowRunRoutes } from '../routes/workflow-runs.js';
import { createRoom } from './room.js';
const routes = {
    ...workflowRoutes,
    ...workflowRunRoutes,
};
/** Workflows and their runs. */
export const room = createRoom(routes, () => workflowsInputs);
