import { accountEndpoints } from './endpoints/account.js';
import { adminEndpoints } from './endpoints/admin.js';
import { agentsEndpoints } from './endpoints/agents.js';
import { authEndpoints } from './endpoints/auth.js';
import { channelsEndpoints } from './endpoints/channels.js';
import { chatEndpoints } from './endpoints/chat.js';
import { connectorsEndpoints } from './endpoints/connectors.js';
import { confirmationsEndpoints } from './endpoints/confirmations.js';
import { conversationsEndpoints } from './endpoints/conversations.js';
import { keysEndpoints } from './endpoints/keys.js';
import { knowledgeBasesEndpoints } from './endpoints/knowledge-bases.js';
import { workflowsEndpoints } from './endpoints/workflows.js';
import { mcpServersEndpoints } from './endpoints/mcp-servers.js';
import { organizationsEndpoints } from './endpoints/organizations.js';
import { portalEndpoints } from './endpoints/portal.js';
/** Every operation that the fake plays, by its id. */
export const endpoints = {
    ...authEndpoints,
    ...accountEndpoints,
    ...portalEndpoints,
    ...keysEndpoints,
    ...chatEndpoints,
    ...confirmationsEndpoints,
    ...conversationsEndpoints,
    ...agentsEndpoints,
    ...knowledgeBasesEndpoints,
    ...workflowsEndpoints,
    ...connectorsEndpoints,
    ...mcpServersEndpoints,
    ...organizationsEndpoints,
    ...channelsEndpoints,
    ...adminEndpoints,
};
export const endpointIds = Object.keys(endpoints);
