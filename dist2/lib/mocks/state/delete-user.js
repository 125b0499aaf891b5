import { deleteConversation } from './delete-conversation.js';
import { conversationsOf, everyone } from './store.js';
/** Deletes a user with their keys, conversations and memberships; what they made for others stays. */
export function deleteUser(store, id) {
    for (const key of store.keys.owned(id, 'newest'))
        store.keys.delete(key.id);
    for (const status of ['active', 'archived'])
        for (const one of store.conversations.owned(conversationsOf(id, status), 'newest'))
            deleteConversation(store, one.id);
    for (const organization of store.organizations.owned(everyone, 'newest')) {
        const members = organization.members.filter(({ user_id }) => user_id !== id);
        if (members.length < organization.members.length)
            store.organizations.update(organization, { members });
    }
    store.users.delete(id);
}
