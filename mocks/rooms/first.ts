import { authOperations } from '../../contract/operations/auth.ts'
import { accountOperations } from '../../contract/operations/account.ts'
import { portalOperations } from '../../contract/operations/portal.ts'
import { agentOperations } from '../../contract/operations/agents.ts'
import { authRoutes } from '../platform/auth/routes.ts'
import { accountRoutes } from '../platform/account/routes.ts'
import { portalRoutes } from '../platform/portal/routes.ts'
import { keyRoutes } from '../platform/keys/routes.ts'
import { conversationRoutes } from '../platform/conversations/routes.ts'
import { agentRoutes } from '../platform/agents/routes.ts'
import { keysInputsOf, conversationsInputsOf } from '../platform/input-variants.ts'
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
  ...authOperations,
  ...accountOperations,
  ...portalOperations,
  ...keysInputsOf(policy),
  ...conversationsInputsOf(policy),
  ...agentOperations,
}))
