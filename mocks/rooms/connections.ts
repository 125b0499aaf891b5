import { connectorOperations } from '../../contract/operations/connectors.ts'
import { mcpServerOperations } from '../../contract/operations/mcp-servers.ts'
import { organizationOperations } from '../../contract/operations/organizations.ts'
import { connectorRoutes, connectorActionRoutes } from '../platform/connectors/routes.ts'
import { mcpServerRoutes } from '../platform/mcp-servers/routes.ts'
import { ownCredentialRoutes } from '../platform/connectors/credential-routes.ts'
import { organizationRoutes, memberRoutes } from '../platform/organizations/routes.ts'
import { channelRoutes, channelCallbackRoutes } from '../platform/channels/routes.ts'
import { channelsInputsOf } from '../platform/input-variants.ts'
import { createRoom } from './room.ts'

const routes = {
  ...connectorRoutes,
  ...connectorActionRoutes,
  ...mcpServerRoutes,
  ...ownCredentialRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...channelRoutes,
  ...channelCallbackRoutes,
}

/** What connects the platform with others. */
export const room = createRoom(routes, (policy) => ({
  ...connectorOperations,
  ...mcpServerOperations,
  ...organizationOperations,
  ...channelsInputsOf(policy),
}))
