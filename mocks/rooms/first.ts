import { authInputs } from '../../contract/operations/auth.ts'
import { accountInputs } from '../../contract/operations/account.ts'
import { portalInputs } from '../../contract/operations/portal.ts'
import { agentsInputs } from '../../contract/operations/agents.ts'
import { authRoutes } from '../routes/auth.ts'
import { accountRoutes } from '../routes/account.ts'
import { portalRoutes } from '../routes/portal.ts'
import { keyRoutes } from '../routes/keys.ts'
import { conversationRoutes } from '../routes/conversations.ts'
import { agentRoutes } from '../routes/agents.ts'
import { keysInputsOf } from './inputs/keys.ts'
import { conversationsInputsOf } from './inputs/conversations.ts'
import { createRoom } from './room.ts'

const routes = {
  ...authRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...keyRoutes,
  ...conversationRoutes,
  ...agentRoutes,
}

/** What an app calls first: sign-in, and the lists that it opens with. */
export const room = createRoom(routes, (policy) => ({
  ...authInputs,
  ...accountInputs,
  ...portalInputs,
  ...keysInputsOf(policy),
  ...conversationsInputsOf(policy),
  ...agentsInputs,
}))
