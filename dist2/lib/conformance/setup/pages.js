import { member } from '../json.js';
import { Blocked } from '../outcomes.js';
import { goodList, lists, readList } from './lists.js';
/** The plain list, once it has proved to be a page, with nothing around it. */
export async function firstPage(lab, name) {
    const exchange = await goodList(lab, name);
    if (Array.isArray(member(exchange.json, 'items')))
        return exchange;
    throw new Blocked(`${lists[name]} answers no bare page`);
}
/** A page of a list with this query, once the plain list has proved to be one. */
export async function page(lab, name, query) {
    await firstPage(lab, name);
    return asStillAUser(await readList(lab, lists[name], query));
}
/** The reply, unless it is refused for the credential: one that was good before may have ended. */
export function asStillAUser(exchange) {
    if (exchange.status !== 401)
        return exchange;
    throw new Blocked('the credential of the user counts no longer');
}
/** A number of a page; where it is none, the rule of that field tells. */
export const number = (exchange, key) => {
    const value = member(exchange.json, key);
    if (typeof value !== 'number')
        throw new Blocked(`${key} is no number`);
    return value;
};
