import { confirmationsInputs } from '../../contract/inputs/confirmations.js';
import { knowledgeBasesInputs } from '../../contract/inputs/knowledge-bases.js';
import { chatRoutes } from '../routes/chat.js';
import { confirmationRoutes } from '../routes/confirmations.js';
import { knowledgeBaseRoutes } from '../routes/knowledge-bases.js';
import { documentRoutes } from '../routes/documents.js';
import { chatInputsOf } from './inputs/chat.js';
import { createRoom } from './room.js';
const routes = {
    ...chatRoutes,
    ...confirmationRoutes,
    ...knowledgeBaseRoutes,
    ...documentRoutes,
};
/** Turns, and what they know. */
export const room = createRoom(routes, (policy) => ({
    ...chatInputsOf(policy),
    ...confirmationsInputs,
    ...knowledgeBasesInputs,
}));
