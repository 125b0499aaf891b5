import type { EndpointId } from '../../contract/endpoints.ts'
import { accountRoutes } from './account.ts'
import { adminFigureRoutes } from './admin/figures.ts'
import { adminPlatformRoutes } from './admin/platform.ts'
import { adminResourceRoutes } from './admin/resources.ts'
import { adminUserRoutes } from './admin/users.ts'
import { agentRoutes } from './agents.ts'
import { authRoutes } from './auth.ts'
import { channelCallbackRoutes } from './channel-callback.ts'
import { channelRoutes } from './channels.ts'
import { chatRoutes } from './chat.ts'
import { connectorActionRoutes } from './connector-actions.ts'
import { connectorRoutes } from './connectors.ts'
import { confirmationRoutes } from './confirmations.ts'
import { conversationRoutes } from './conversations.ts'
import { documentRoutes } from './documents.ts'
import { keyRoutes } from './keys.ts'
import { knowledgeBaseRoutes } from './knowledge-bases.ts'
import { mcpServerRoutes } from './mcp-servers.ts'
import { memberRoutes } from './members.ts'
import { organizationRoutes } from './organizations.ts'
import { ownCredentialRoutes } from './own-credentials.ts'
import { portalRoutes } from './portal.ts'
import type { Route } from './route.ts'
import { workflowRunRoutes } from './workflow-runs.ts'
import { workflowRoutes } from './workflows.ts'

/** The route of every operation. */
export const routes: Readonly<Record<EndpointId, Route>> = {
  ...authRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...keyRoutes,
  ...chatRoutes,
  ...confirmationRoutes,
  ...conversationRoutes,
  ...agentRoutes,
  ...knowledgeBaseRoutes,
  ...connectorRoutes,
  ...connectorActionRoutes,
  ...ownCredentialRoutes,
  ...mcpServerRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...channelRoutes,
  ...channelCallbackRoutes,
  ...documentRoutes,
  ...adminUserRoutes,
  ...adminResourceRoutes,
  ...adminFigureRoutes,
  ...adminPlatformRoutes,
  ...workflowRoutes,
  ...workflowRunRoutes,
}
