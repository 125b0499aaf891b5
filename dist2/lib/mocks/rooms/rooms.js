import { accountEndpoints } from '../../contract/endpoints/account.js';
import { adminEndpoints } from '../../contract/endpoints/admin.js';
import { agentsEndpoints } from '../../contract/endpoints/agents.js';
import { authEndpoints } from '../../contract/endpoints/auth.js';
import { channelsEndpoints } from '../../contract/endpoints/channels.js';
import { chatEndpoints } from '../../contract/endpoints/chat.js';
import { confirmationsEndpoints } from '../../contract/endpoints/confirmations.js';
import { connectorsEndpoints } from '../../contract/endpoints/connectors.js';
import { conversationsEndpoints } from '../../contract/endpoints/conversations.js';
import { keysEndpoints } from '../../contract/endpoints/keys.js';
import { knowledgeBasesEndpoints } from '../../contract/endpoints/knowledge-bases.js';
import { mcpServersEndpoints } from '../../contract/endpoints/mcp-servers.js';
import { organizationsEndpoints } from '../../contract/endpoints/organizations.js';
import { portalEndpoints } from '../../contract/endpoints/portal.js';
import { workflowsEndpoints } from '../../contract/endpoints/workflows.js';
/** A room behind its door: it must have a route for each of these operations. */
const door = (rows, open) => ({ operations: Object.keys(rows), open: async () => (await open()).room });
const doors = [
    door({
        ...authEndpoints,
        ...accountEndpoints,
        ...portalEndpoints,
        ...keysEndpoints,
        ...conversationsEndpoints,
        ...agentsEndpoints,
    }, () => import('./first.js')),
    door({ ...chatEndpoints, ...confirmationsEndpoints, ...knowledgeBasesEndpoints }, () => import('./turns.js')),
    door({ ...workflowsEndpoints }, () => import('./workflows.js')),
    door({
        ...connectorsEndpoints,
        ...mcpServersEndpoints,
        ...organizationsEndpoints,
        ...channelsEndpoints,
    }, () => import('./connections.js')),
    door({ ...adminEndpoints }, () => import('./administration.js')),
];
const doorOf = new Map(doors.flatMap((one) => one.operations.map((id) => [id, one])));
const opened = new Map();
/** Whether the room of an operation is there. */
export function isOpen(id) {
    const found = doorOf.get(id);
    return found === undefined || opened.has(found);
}
/** Loads the room of an operation, with its first call. Rooms are few: each costs a request. */
export async function openRoom(id) {
    const found = doorOf.get(id);
    if (found !== undefined && !opened.has(found))
        opened.set(found, await found.open());
}
/** The room of an operation, which has been opened. */
export function roomOf(id) {
    const found = doorOf.get(id);
    const room = found && opened.get(found);
    if (room === undefined)
        throw new Error(`${id} was routed before its room was open.`);
    return room;
}
