import type { EndpointId } from '../../contract/endpoints.ts'
import { adminFigureRoutes } from './admin/figures.ts'
import { adminPlatformRoutes } from './admin/platform.ts'
import { adminResourceRoutes } from './admin/resources.ts'
import { adminUserRoutes } from './admin/users.ts'
import { agentRoutes } from './agents.ts'
import { authRoutes } from './auth.ts'
import { chatRoutes } from './chat.ts'
import { conversationRoutes } from './conversations.ts'
import { documentRoutes } from './documents.ts'
import { keyRoutes } from './keys.ts'
import { knowledgeBaseRoutes } from './knowledge-bases.ts'
import type { Route } from './route.ts'

/** The route of every operation. */
export const routes: Readonly<Record<EndpointId, Route>> = {
  ...authRoutes,
  ...keyRoutes,
  ...chatRoutes,
  ...conversationRoutes,
  ...agentRoutes,
  ...knowledgeBaseRoutes,
  ...documentRoutes,
  ...adminUserRoutes,
  ...adminResourceRoutes,
  ...adminFigureRoutes,
  ...adminPlatformRoutes,
}
