import { skip } from '../must.js';
import { conversationId, postConversation } from '../setup/conversations.js';
/** The id of a new conversation without a title, for one turn that no other observer relies on. */
export async function untitledConversation(lab) {
    const exchange = await postConversation(lab, {});
    return conversationId(exchange.json) ?? skip('a new conversation tells no id');
}
