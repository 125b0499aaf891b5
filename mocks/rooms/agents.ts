import { agentsInputs } from '../../contract/inputs/agents.ts'
import { agentRoutes } from '../routes/agents.ts'
import { createRoom } from './room.ts'

export const room = createRoom(agentRoutes, () => agentsInputs)
