import type { OperationId } from '../../contract/operations.ts'
import { accountRoutes } from '../platform/account/routes.ts'
import { adminRoutes } from '../platform/admin/routes.ts'
import { adminUserRoutes } from '../platform/admin/users.ts'
import { agentRoutes } from '../platform/agents/routes.ts'
import { authRoutes } from '../platform/auth/routes.ts'
import { channelRoutes } from '../platform/channels/routes.ts'
import { connectorRoutes } from '../platform/connectors/routes.ts'
import { conversationRoutes } from '../platform/conversations/routes.ts'
import { keyRoutes } from '../platform/keys/routes.ts'
import { mcpServerRoutes } from '../platform/mcp-servers/routes.ts'
import { organizationRoutes } from '../platform/organizations/routes.ts'
import { portalRoutes } from '../platform/portal/routes.ts'
import type { TurnOperation } from './turn-routes.ts'

/** The routes of everything but turns, search and workflows. */
export const resourceRoutes = {
  ...authRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...keyRoutes,
  ...conversationRoutes,
  ...agentRoutes,
  ...connectorRoutes,
  ...mcpServerRoutes,
  ...organizationRoutes,
  ...channelRoutes,
  ...adminRoutes,
  ...adminUserRoutes,
} satisfies Readonly<Record<Exclude<OperationId, TurnOperation>, unknown>>
