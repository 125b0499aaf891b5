import { at, isObject, member } from '../json.js';
import { eventually } from '../eventually.js';
import { isAccepted, skip } from '../must.js';
import { conversation } from '../setup/conversations.js';
import { bearer } from '../setup/credentials.js';
import { lists, readList } from '../setup/lists.js';
import { unknownUuid } from '../setup/unknown-id.js';
import { recovery } from '../stream/interruption.js';
import { isStream } from '../stream/stream.js';
import { question, reactTurn } from '../stream/turns.js';
import { isInvalid, itemsIn, seen } from './observer.js';
import { untitledConversation } from './untitled.js';
/** Asks for a turn with the credential in both places. */
async function ask(lab, path, body, until) {
    const token = await bearer(lab);
    return lab.stream({ method: 'POST', path, bearer: token, body: { ...body, token } }, until);
}
const isAboutQuery = (item) => {
    const loc = member(item, 'loc');
    return Array.isArray(loc) && loc.includes('q');
};
/** The complaint about `q` of a request that is refused for its conversation in any case. */
async function aboutQuery(lab, query) {
    const body = { ...query, conversation_id: { a: 1 } };
    const exchange = await ask(lab, '/api/react', body, () => true);
    if (!isInvalid(exchange))
        skip(`status ${exchange.status} for an object as conversation_id`);
    const detail = member(exchange.json, 'detail');
    const items = (Array.isArray(detail) ? detail : []).filter(isObject);
    return { exchange, complaint: items.find(isAboutQuery) };
}
const inject = async (lab, id) => ask(lab, '/api/chat/inject', { conversation_id: id, content: question });
/** What a turn does (4.2). */
export const turnObservers = {
    'turn.on-disconnect': {
        plan: 'full',
        look: async ({ lab }) => {
            const { complete, later } = await recovery(lab);
            return seen(later, complete ? 'goes-on' : 'cancels');
        },
    },
    'turn.concurrent': {
        plan: 'full',
        look: async ({ lab }) => {
            await reactTurn(lab);
            const body = { q: question, conversation_id: await conversation(lab, 'react') };
            let second;
            await ask(lab, '/api/react', body, () => {
                second ??= ask(lab, '/api/react', body);
                return false;
            });
            const exchange = (await second) ?? skip('the first turn gave no event');
            return seen(exchange, isStream(exchange) ? 'side-by-side' : 'refused');
        },
    },
    'turn.without-conversation': {
        plan: 'full',
        look: async ({ lab }) => {
            const { exchange, isStored } = await unstoredTurn(lab);
            return seen(exchange, isStored ? 'makes-one' : 'not-stored');
        },
    },
    'quotas.unstored-turns': {
        plan: 'full',
        look: async ({ lab }) => {
            const { tokens, later, isCounted } = await unstoredTurn(lab);
            // The stored turns before it are there by now, if this target counts at all.
            if (!tokens)
                return skip('no usage is told');
            return seen(later, isCounted ? 'count' : 'free');
        },
    },
    'turn.unknown-agent': {
        plan: 'full',
        look: async ({ lab }) => {
            const id = await untitledConversation(lab);
            const body = { q: question, agent_id: unknownUuid, conversation_id: id };
            const exchange = await ask(lab, '/api/react', body, () => true);
            if (isStream(exchange))
                return seen(exchange, 'ignored');
            return exchange.status === 404 ? seen(exchange, 'refused') : skip(`status ${exchange.status}`);
        },
    },
    'chat.query': {
        plan: 'core',
        look: async ({ lab }) => {
            const { exchange, complaint } = await aboutQuery(lab, {});
            return seen(exchange, complaint === undefined ? 'optional' : 'required');
        },
    },
    'chat.query-length': {
        plan: 'core',
        look: async ({ lab }) => {
            const { exchange, complaint } = await aboutQuery(lab, { q: 'x'.repeat(longest) });
            if (complaint === undefined)
                return seen(exchange, 'unlimited');
            const limit = at(complaint, ['ctx', 'max_length']) ?? /\d+/.exec(String(complaint['msg']))?.[0];
            const characters = Number(limit);
            return characters > 0
                ? seen(exchange, 'characters', characters)
                : skip('it is limited, and the refusal does not say to what');
        },
    },
    'chat.routing-event': {
        plan: 'turn',
        look: async ({ lab }) => {
            const body = { q: question, conversation_id: await untitledConversation(lab) };
            const exchange = await ask(lab, '/api/auto', body);
            if (!isStream(exchange))
                skip(`status ${exchange.status}`);
            const routes = exchange.events.some(({ event }) => event === 'routing');
            return seen(exchange, routes ? 'first' : 'absent');
        },
    },
    'chat.inject-without-turn': {
        plan: 'core',
        look: async ({ lab }) => {
            const exchange = await inject(lab, await conversation(lab));
            if (exchange.status === 409)
                return seen(exchange, 'conflict');
            return exchange.status === 404
                ? seen(exchange, 'not_found')
                : skip(`status ${exchange.status}`);
        },
    },
    'chat.inject-elsewhere': {
        plan: 'core',
        look: async ({ lab }) => {
            const exchange = await inject(lab, unknownUuid);
            if (exchange.status === 403)
                return seen(exchange, 'forbidden');
            return exchange.status === 404
                ? seen(exchange, 'conversation_not_found')
                : skip(`status ${exchange.status}`);
        },
    },
};
// A limit above this would not be one in practice.
const longest = 100_000;
/** A turn that names no conversation: whether one is made for it, and whether it counts. */
const unstoredTurn = (lab) => lab.once('a turn without a conversation', async () => {
    await reactTurn(lab);
    await turnsToEnd(lab);
    const before = await countConversations(lab);
    const tokens = tokensIn(await usage(lab));
    const exchange = await ask(lab, '/api/react', { q: question });
    if (!isStream(exchange))
        skip(`status ${exchange.status}`);
    const isStored = before !== (await countConversations(lab));
    const isMore = (later) => (tokensIn(later) ?? 0) > (tokens ?? 0);
    const counted = await eventually(lab, () => usage(lab), isMore);
    return { exchange, isStored, tokens, later: counted.exchange, isCounted: counted.settled };
});
/** Waits for turns that were left in their midst: they go on, and count when they end. */
const turnsToEnd = async (lab) => {
    const whole = lab.exchanges.filter(({ events, ended }) => events.length > 0 && ended === 'closed');
    await lab.sleep(2 * Math.max(...whole.map(({ ms }) => ms)) + lab.grace);
};
const usage = async (lab) => lab.send({ method: 'GET', path: '/api/me/usage', bearer: await bearer(lab) });
const tokensIn = ({ json }) => {
    const tokens = member(json, 'tokens_used') ?? at(json, ['data', 'tokens_used']);
    return typeof tokens === 'number' ? tokens : undefined;
};
/** How many conversations there are: more after a turn means that it made one. */
async function countConversations(lab) {
    const exchange = await readList(lab, lists.conversations, '?size=100');
    if (!isAccepted(exchange))
        skip(`the list answers ${exchange.status}`);
    const total = member(exchange.json, 'total') ?? at(exchange.json, ['data', 'total']);
    return typeof total === 'number' ? total : itemsIn(exchange).length;
}
