import { searchParameter } from '../checks/conversation-search.js';
import { at, member } from '../json.js';
import { isAccepted, skip } from '../must.js';
import { conversation, conversationId, madeConversation, patchConversation, postConversation, } from '../setup/conversations.js';
import { bearer, otherBearer } from '../setup/credentials.js';
import { knowledgeBaseId } from '../setup/listed-ids.js';
import { lists, plainList, readList } from '../setup/lists.js';
import { itemsIn, seen } from './observer.js';
const plan = 'core';
/** Conversations (2.5, 4.3). */
export const conversationObservers = {
    'conversations.create-status': {
        plan,
        look: async ({ lab }) => {
            const { exchange } = await madeConversation(lab, 'titled');
            return seen(exchange, exchange.status === 201 ? '201' : '200');
        },
    },
    'conversations.created-shape': {
        plan,
        look: async ({ lab }) => {
            const { exchange } = await madeConversation(lab, 'titled');
            const isRecord = at(exchange.json, ['data', 'title']) !== undefined;
            return seen(exchange, isRecord ? 'record' : 'id');
        },
    },
    'conversations.ownership': {
        plan,
        look: async ({ lab }) => {
            const id = await conversation(lab);
            const other = await otherBearer(lab);
            const exchange = await patchConversation(lab, id, { starred: false }, other);
            return seen(exchange, isAccepted(exchange) ? 'any' : 'own');
        },
    },
    'conversations.modes': {
        plan,
        look: async ({ lab }) => {
            const body = { title: lab.name('conversation'), mode: 'no-such-mode' };
            const exchange = await postConversation(lab, body);
            return seen(exchange, isAccepted(exchange) ? 'any' : 'listed');
        },
    },
    'conversations.order': {
        plan,
        look: async ({ lab }) => {
            const { places, exchange } = await ranks(lab);
            const [older, starred, newer] = places;
            if (older === undefined || starred === undefined || newer === undefined) {
                return skip('the new conversations are not on the first page');
            }
            if (older < starred && starred < newer)
                return seen(exchange, 'oldest');
            if (newer < starred && starred < older)
                return seen(exchange, 'newest');
            if (starred < newer && newer < older)
                return seen(exchange, 'starred-first');
            return skip('another order');
        },
    },
    'conversations.search-parameter': {
        plan,
        look: async ({ lab }) => {
            const name = (await searchParameter(lab)) ?? skip('no known name refuses 201 characters');
            const exchange = await plainList(lab, 'conversations');
            return name === 'q' ? seen(exchange, 'q') : seen(exchange, 'named', name);
        },
    },
    'conversations.kb-ids': {
        plan,
        look: async ({ lab }) => {
            const base = (await knowledgeBaseId(lab)) ?? skip('there is no knowledge base');
            const body = { title: lab.name('conversation'), kb_ids: [base] };
            const creation = await postConversation(lab, body);
            const path = `${lists.conversations}/${conversationId(creation.json)}`;
            const exchange = await lab.send({ method: 'GET', path, bearer: await bearer(lab) });
            const kept = member(member(exchange.json, 'data') ?? exchange.json, 'kb_ids');
            if (!isAccepted(exchange))
                skip(`reading it answers ${exchange.status}`);
            const settable = Array.isArray(kept) && kept.includes(base);
            return seen(exchange, settable ? 'settable' : 'ignored');
        },
    },
};
/** Where three new conversations stand in the list: an old one, a starred one and a newer one. */
async function ranks(lab) {
    const ids = [];
    for (const _ of ['older', 'starred', 'newer']) {
        const made = await postConversation(lab, { title: lab.name('conversation') });
        ids.push(conversationId(made.json));
        // Moments may be kept in whole seconds.
        await lab.sleep(1100);
    }
    await patchConversation(lab, ids[1] ?? '', { starred: true });
    const { items, exchange } = await allConversations(lab);
    const places = ids.map((id) => {
        const place = items.findIndex((item) => (item['id'] ?? item['conversation_id']) === id);
        return place < 0 ? undefined : place;
    });
    return { places, exchange };
}
/** The conversations of the user, page by page: in some orders new ones stand last. */
async function allConversations(lab) {
    const items = [];
    let exchange;
    let page = 0;
    do {
        page += 1;
        exchange = await readList(lab, lists.conversations, `?page=${page}&size=100`);
        items.push(...itemsIn(exchange));
    } while (itemsIn(exchange).length === 100 && page < mostPages);
    return { items, exchange };
}
const mostPages = 20;
