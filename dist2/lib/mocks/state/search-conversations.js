import { signOf } from './text-signs.js';
/** So many conversations are looked through in a few milliseconds; signs are made for more. */
const many = 20_000;
/** The conversations of an owner whose title or messages hold a text, whatever its case, in an order. */
export function searchConversations({ store, signs }, owner, order, text) {
    const { conversations, messages } = store;
    const wanted = text.toLowerCase();
    const saidIn = (id) => messages.owned(id, 'oldest').map(({ content }) => content ?? '');
    const mentions = ({ id, title }) => holds(title, wanted) || saidIn(id).some((said) => holds(said, wanted));
    // A text of less than three characters has no sign.
    if (wanted.length < 3 || conversations.count(owner) <= many)
        return conversations.select(owner, order, mentions);
    const sign = signOf(wanted);
    return conversations.select(owner, order, (one, place) => signs.allow(sign, place, () => [one.title, ...saidIn(one.id)]) && mentions(one));
}
const holds = (text, wanted) => text.toLowerCase().includes(wanted);
