import { conversationsQuery, createConversationBody, updateConversationBody } from '../bodies.js';
import { deleteConversationsBody, exportQuery } from '../bodies/conversations.js';
/** What the operations in `endpoints/conversations.ts` take. */
export const conversationsInputs = {
    'conversations.list': { query: conversationsQuery },
    'conversations.create': { body: createConversationBody },
    'conversations.update': { body: updateConversationBody },
    'conversations.delete-batch': { body: deleteConversationsBody },
    'conversations.export': { query: exportQuery },
};
