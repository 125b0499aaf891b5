import { find, member, show } from '../json.js';
import { isAccepted } from '../must.js';
import { Finding } from '../outcomes.js';
import { bearer } from './credentials.js';
import { findItem, lists } from './lists.js';
/** The id of the conversation for a purpose: fresh and without any turn. Made once per run. */
export const conversation = async (lab, purpose = 'empty') => (await madeConversation(lab, purpose)).id;
/** The conversation for a purpose with the reply that created it. Made once per run. */
export const madeConversation = (lab, purpose) => lab.once(`the ${purpose} conversation`, async () => {
    const exchange = await conversationCreation(lab, purpose);
    if (!isAccepted(exchange)) {
        throw new Finding('a created conversation (200)', `status ${exchange.status}`, exchange);
    }
    const title = String(member(exchange.ask.body, 'title') ?? '');
    const id = conversationId(exchange.json) ?? (await listedByTitle(lab, title));
    if (id !== undefined)
        return { id, title, exchange };
    throw new Finding('an id of the conversation in data', show(exchange.json), exchange);
});
/** The reply that created the conversation for a purpose, whatever it is. */
export const conversationCreation = (lab, purpose) => lab.once(`the creation of the ${purpose} conversation`, () => {
    const titled = { title: lab.name('conversation'), mode: 'auto' };
    return postConversation(lab, purpose === 'empty' ? {} : titled);
});
/** Asks for a new conversation, as the user. */
export async function postConversation(lab, body) {
    return lab.send({ method: 'POST', path: lists.conversations, bearer: await bearer(lab), body });
}
/** Changes a conversation, as the user unless told otherwise. */
export async function patchConversation(lab, id, body, credential) {
    return lab.send({
        method: 'PATCH',
        path: `${lists.conversations}/${id}`,
        bearer: credential ?? (await bearer(lab)),
        body,
    });
}
/** The id in a creation reply: `data.id`, `data.conversation_id`, else a UUID inside `data`. */
export function conversationId(json) {
    const data = member(json, 'data') ?? json;
    const named = member(data, 'id') ?? member(data, 'conversation_id');
    if (typeof named === 'string')
        return named;
    const uuid = find(data, ({ value, key }) => typeof value === 'string' && isUuid(value, key));
    return uuid === undefined ? undefined : String(uuid.value);
}
const isUuid = (value, key) => key !== 'user_id' && /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
/** The conversation in the list, found by its id or its title. */
export const listedConversation = (lab, { id, title }, credential) => findItem(lab, lists.conversations, (item) => item['id'] === id || item['conversation_id'] === id || item['title'] === title, credential);
async function listedByTitle(lab, title) {
    if (title === '')
        return undefined;
    const { item } = await findItem(lab, lists.conversations, (listed) => listed['title'] === title);
    const id = item?.['id'] ?? item?.['conversation_id'];
    return typeof id === 'string' ? id : undefined;
}
