import { deleteConversation } from '../state/delete-conversation.js';
import { deleteUser } from '../state/delete-user.js';
import { deleteKnowledgeBase, removeDocument } from '../state/documents.js';
import { kinds } from '../state/kinds.js';
import { forgetCredentials } from '../state/own-credentials.js';
import { everyone } from '../state/store.js';
/** Kinds whose records have others that would dangle without them. */
const deletions = {
    users: ({ store }, id) => deleteUser(store, id),
    conversations: ({ store }, id) => deleteConversation(store, id),
    knowledge_bases: deleteKnowledgeBase,
    documents(world, id) {
        const document = world.store.documents.get(id);
        if (document !== undefined)
            removeDocument(world, document);
    },
    connectors(world, id) {
        world.store.connectors.delete(id);
        forgetCredentials(world, id);
    },
    mcp_servers(world, id) {
        world.store.mcpServers.delete(id);
        forgetCredentials(world, id);
    },
    organizations({ store }, id) {
        for (const channel of store.channels.owned(everyone, 'newest'))
            if (channel.org_id === id)
                store.channels.delete(channel.id);
        store.organizations.delete(id);
    },
    workflows({ store, runs }, id) {
        for (const run of runs.values())
            if (run.workflowId === id)
                run.cancel();
        for (const run of store.workflowRuns.owned(id, 'newest'))
            store.workflowRuns.delete(run.id);
        store.workflows.delete(id);
    },
};
/** Deletes a record of any kind as the platform does, with what belongs to it alone. */
export function deleteRecord(world, kind, id) {
    const own = deletions[kind];
    if (own === undefined)
        world.store[kinds[kind]].delete(id);
    else
        own(world, id);
}
