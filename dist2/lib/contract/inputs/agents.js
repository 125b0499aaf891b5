import { agentsQuery } from '../bodies.js';
import { createAgentBody, updateAgentBody } from '../bodies/agents.js';
import { publishBody } from '../bodies/publication.js';
/** What the operations in `endpoints/agents.ts` take. */
export const agentsInputs = {
    'agents.list': { query: agentsQuery },
    'agents.create': { body: createAgentBody },
    'agents.update': { body: updateAgentBody },
    'agents.publish': { body: publishBody },
};
