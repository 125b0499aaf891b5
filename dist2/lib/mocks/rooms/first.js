import { authInputs } from '../../contract/inputs/auth.js';
import { accountInputs } from '../../contract/inputs/account.js';
import { portalInputs } from '../../contract/inputs/portal.js';
import { agentsInputs } from '../../contract/inputs/agents.js';
import { authRoutes } from '../routes/auth.js';
import { accountRoutes } from '../routes/account.js';
import { portalRoutes } from '../routes/portal.js';
import { keyRoutes } from '../routes/keys.js';
import { conversationRoutes } from '../routes/conversations.js';
import { agentRoutes } from '../routes/agents.js';
import { keysInputsOf } from './inputs/keys.js';
import { conversationsInputsOf } from './inputs/conversations.js';
import { createRoom } from './room.js';
const routes = {
    ...authRoutes,
    ...accountRoutes,
    ...portalRoutes,
    ...keyRoutes,
    ...conversationRoutes,
    ...agentRoutes,
};
/** What an app calls first: sign-in, and the lists that it opens with. */
export const room = createRoom(routes, (policy) => ({
    ...authInputs,
    ...accountInputs,
    ...portalInputs,
    ...keysInputsOf(policy),
    ...conversationsInputsOf(policy),
    ...agentsInputs,
}));
