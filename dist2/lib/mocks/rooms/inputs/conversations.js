import * as z from 'zod/mini';
import { conversationsQuery, createConversationBody, updateConversationBody, } from '../../../contract/bodies.js';
import { conversationsInputs } from '../../../contract/inputs/conversations.js';
/** What operations on conversations take: the name of the search, the modes, the knowledge bases. */
export function conversationsInputsOf({ conversations }) {
    const { searchParameter, takesAnyMode, takesKnowledgeBases } = conversations;
    let query = conversationsQuery;
    if (searchParameter !== 'q')
        query = z.extend(z.omit(conversationsQuery, { q: true }), {
            [searchParameter]: conversationsQuery.shape.q,
        });
    let creation = createConversationBody;
    if (takesAnyMode)
        creation = z.extend(creation, { mode: z.nullish(z.string()) });
    let change = updateConversationBody;
    if (!takesKnowledgeBases) {
        creation = z.omit(creation, { kb_ids: true });
        change = z.omit(change, { kb_ids: true });
    }
    return {
        ...conversationsInputs,
        'conversations.list': { query },
        'conversations.create': { body: creation },
        'conversations.update': { body: change },
    };
}
