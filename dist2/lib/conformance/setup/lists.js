import { at, isObject, member } from '../json.js';
import { isAccepted } from '../must.js';
import { Blocked } from '../outcomes.js';
import { bearer } from './credentials.js';
/** The four lists that the specification describes. */
export const lists = {
    keys: '/api/me/api-keys',
    conversations: '/api/conversations',
    'knowledge bases': '/api/knowledge-bases',
    agents: '/api/agents',
};
/** Reads a list with a query such as `?size=1`, as the user unless told otherwise. */
export async function readList(lab, path, query = '', credential) {
    return lab.send({
        method: 'GET',
        path: path + query,
        bearer: credential ?? (await bearer(lab)),
    });
}
/** The reply to the plain list, whatever it is. */
export const plainList = (lab, name) => lab.once(`the list of ${name}`, () => readList(lab, lists[name]));
/** The plain list, once it is known to list: the positive control of what is asked of lists. */
export async function goodList(lab, name) {
    const exchange = await plainList(lab, name);
    if (isAccepted(exchange) && itemsOf(exchange) !== undefined)
        return exchange;
    throw new Blocked(`${lists[name]} lists no items (${exchange.status})`);
}
/** The items of a list, however it is wrapped: what judges the envelope reads it itself. */
export function itemsOf({ json }) {
    const places = [member(json, 'items'), at(json, ['data', 'items']), json, member(json, 'data')];
    return places.find(Array.isArray)?.filter(isObject);
}
/** Walks a list in pages of 100, at most `most` of them, until an item is the wanted one. */
export async function findItem(lab, path, wanted, credential, most = 20) {
    for (let page = 1;; page += 1) {
        const exchange = await readList(lab, path, `?page=${page}&size=100`, credential);
        const items = itemsOf(exchange);
        if (items === undefined)
            throw new Blocked(`${path} lists no items`);
        const item = items.find(wanted);
        const { json } = exchange;
        const pages = Number(member(json, 'pages') ?? at(json, ['data', 'pages']) ?? 1);
        if (item || items.length === 0 || page >= Math.min(pages, most))
            return { item, exchange };
    }
}
