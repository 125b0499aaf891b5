import { connectorsInputs } from '../../contract/operations/connectors.ts'
import { mcpServersInputs } from '../../contract/operations/mcp-servers.ts'
import { organizationsInputs } from '../../contract/operations/organizations.ts'
import { connectorRoutes } from '../routes/connectors.ts'
import { connectorActionRoutes } from '../routes/connector-actions.ts'
import { mcpServerRoutes } from '../routes/mcp-servers.ts'
import { ownCredentialRoutes } from '../routes/own-credentials.ts'
import { organizationRoutes } from '../routes/organizations.ts'
import { memberRoutes } from '../routes/members.ts'
import { channelRoutes } from '../routes/channels.ts'
import { channelCallbackRoutes } from '../routes/channel-callback.ts'
import { channelsInputsOf } from './inputs/channels.ts'
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
  ...connectorsInputs,
  ...mcpServersInputs,
  ...organizationsInputs,
  ...channelsInputsOf(policy),
}))
