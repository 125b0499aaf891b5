import type { OperationId } from '../../contract/operations.ts'
import { accountRoutes } from '../platform/account/routes.ts'
import { adminFigureRoutes, adminPlatformRoutes } from '../platform/admin/platform.ts'
import { adminResourceRoutes } from '../platform/admin/resources.ts'
import { adminUserRoutes } from '../platform/admin/users.ts'
import { agentRoutes } from '../platform/agents/routes.ts'
import { authRoutes } from '../platform/auth/routes.ts'
import { channelCallbackRoutes, channelRoutes } from '../platform/channels/routes.ts'
import { ownCredentialRoutes } from '../platform/connectors/credential-routes.ts'
import { connectorActionRoutes, connectorRoutes } from '../platform/connectors/routes.ts'
import { conversationRoutes } from '../platform/conversations/routes.ts'
import { keyRoutes } from '../platform/keys/routes.ts'
import { mcpServerRoutes } from '../platform/mcp-servers/routes.ts'
import { memberRoutes, organizationRoutes } from '../platform/organizations/routes.ts'
import { portalRoutes } from '../platform/portal/routes.ts'
import type { Route, RouteGroup } from '../platform/route.ts'
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
