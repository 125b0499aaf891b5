import type { OperationId } from '../../contract/operations.ts'
import { accountRoutes } from './account/routes.ts'
import { adminFigureRoutes, adminPlatformRoutes } from './admin/platform.ts'
import { adminResourceRoutes } from './admin/resources.ts'
import { adminUserRoutes } from './admin/users.ts'
import { agentRoutes } from './agents/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { channelCallbackRoutes, channelRoutes } from './channels/routes.ts'
import { ownCredentialRoutes } from './connectors/credential-routes.ts'
import { connectorActionRoutes, connectorRoutes } from './connectors/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { mcpServerRoutes } from './mcp-servers/routes.ts'
import { memberRoutes, organizationRoutes } from './organizations/routes.ts'
import { portalRoutes } from './portal/routes.ts'
import type { Route, RouteGroup } from './route.ts'
import type { TurnOperation } from './turn-routes.ts'

const routes: Readonly<Record<Exclude<OperationId, TurnOperation>, Route>> = {
  ...authRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...keyRoutes,
  ...conversationRoutes,
  ...agentRoutes,
  ...connectorRoutes,
  ...connectorActionRoutes,
  ...mcpServerRoutes,
  ...ownCredentialRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...channelRoutes,
  ...channelCallbackRoutes,
  ...adminFigureRoutes,
  ...adminPlatformRoutes,
  ...adminResourceRoutes,
  ...adminUserRoutes,
}

/** Everything but turns and workflows: loaded with the first request to the platform. */
export const resourceGroup: RouteGroup = { routes }
