import { endpoints } from './endpoints.js';
import { accountInputs } from './inputs/account.js';
import { adminInputs } from './inputs/admin.js';
import { agentsInputs } from './inputs/agents.js';
import { authInputs } from './inputs/auth.js';
import { channelsInputs } from './inputs/channels.js';
import { chatInputs } from './inputs/chat.js';
import { confirmationsInputs } from './inputs/confirmations.js';
import { connectorsInputs } from './inputs/connectors.js';
import { conversationsInputs } from './inputs/conversations.js';
import { keysInputs } from './inputs/keys.js';
import { knowledgeBasesInputs } from './inputs/knowledge-bases.js';
import { mcpServersInputs } from './inputs/mcp-servers.js';
import { organizationsInputs } from './inputs/organizations.js';
import { portalInputs } from './inputs/portal.js';
import { workflowsInputs } from './inputs/workflows.js';
/** What every operation takes, by its id. A fake loads the rows of an operation with its route. */
export const inputs = {
    ...authInputs,
    ...accountInputs,
    ...portalInputs,
    ...keysInputs,
    ...chatInputs,
    ...confirmationsInputs,
    ...conversationsInputs,
    ...agentsInputs,
    ...knowledgeBasesInputs,
    ...workflowsInputs,
    ...connectorsInputs,
    ...mcpServersInputs,
    ...organizationsInputs,
    ...channelsInputs,
    ...adminInputs,
};
/** An operation by its id, with what it takes. */
export const operationAt = (id) => ({ ...endpoints[id], ...inputs[id] });
