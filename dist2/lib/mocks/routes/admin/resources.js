import { activeBody } from '../../../contract/bodies/admin.js';
import { deleteConversation } from '../../state/delete-conversation.js';
import { messagesOf } from '../conversations.js';
import { keyView } from '../keys.js';
import { paginate, paginateArray } from '../paginate.js';
/** What users own, seen and changed by those who administer it. */
export const adminResourceRoutes = {
    'admin.keys.list': (visit) => listOwned(visit, visit.world.store.keys, (key) => administeredKey(visit.world, key)),
    'admin.keys.set-active': (visit) => {
        const { is_active } = visit.bodyAs(activeBody);
        const key = visit.world.store.keys.update(visit.foundAs('api-key'), { is_active });
        return administeredKey(visit.world, key);
    },
    'admin.keys.delete': (visit) => {
        visit.world.store.keys.delete(visit.foundAs('api-key').id);
    },
    'admin.conversations.list': (visit) => listOwned(visit, visit.world.store.conversations, (conversation) => administeredConversation(visit.world, conversation)),
    'admin.conversations.messages': (visit) => paginateArray(visit, messagesOf(visit, visit.foundAs('conversation'))),
    'admin.conversations.delete': (visit) => {
        deleteConversation(visit.world.store, visit.foundAs('conversation').id);
    },
    'admin.agents.list': (visit) => listOwned(visit, visit.world.store.agents, (agent) => ({ ...agent, source: null })),
    'admin.knowledge-bases.list': (visit) => listOwned(visit, visit.world.store.knowledgeBases, (base) => ({ ...base, source: null })),
};
/** A page of all records of a kind, newest first, or of those of one user. */
function listOwned(visit, kind, view) {
    const { user_id } = visit.query;
    if (user_id === undefined)
        return paginate(visit, kind.size, (from, count) => kind.sliceAll('newest', from, count).map(view));
    const all = kind.sliceAll('newest', 0, kind.size);
    return paginateArray(visit, all.filter((record) => record.user_id === user_id).map(view));
}
const ownerOf = ({ store }, { user_id }) => ({
    user_id,
    user_email: store.users.get(user_id)?.email ?? null,
});
const administeredKey = (world, key) => ({
    ...keyView(world, key),
    ...ownerOf(world, key),
});
const administeredConversation = (world, conversation) => ({ ...conversation, ...ownerOf(world, conversation) });
