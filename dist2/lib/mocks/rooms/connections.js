import { connectorsInputs } from '../../contract/inputs/connectors.js';
import { mcpServersInputs } from '../../contract/inputs/mcp-servers.js';
import { organizationsInputs } from '../../contract/inputs/organizations.js';
import { connectorRoutes } from '../routes/connectors.js';
import { connectorActionRoutes } from '../routes/connector-actions.js';
import { mcpServerRoutes } from '../routes/mcp-servers.js';
import { ownCredentialRoutes } from '../routes/own-credentials.js';
import { organizationRoutes } from '../routes/organizations.js';
import { memberRoutes } from '../routes/members.js';
import { channelRoutes } from '../routes/channels.js';
import { channelCallbackRoutes } from '../routes/channel-callback.js';
import { channelsInputsOf } from './inputs/channels.js';
import { createRoom } from './room.js';
const routes = {
    ...connectorRoutes,
    ...connectorActionRoutes,
    ...mcpServerRoutes,
    ...ownCredentialRoutes,
    ...organizationRoutes,
    ...memberRoutes,
    ...channelRoutes,
    ...channelCallbackRoutes,
};
/** What connects the platform with others. */
export const room = createRoom(routes, (policy) => ({
    ...connectorsInputs,
    ...mcpServersInputs,
    ...organizationsInputs,
    ...channelsInputsOf(policy),
}));
