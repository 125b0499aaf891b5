import { find, isObject, member, show, walk } from '../json.js';
import { isAccepted, isRefusal } from '../must.js';
import { Blocked, Finding } from '../outcomes.js';
import { bearer } from './credentials.js';
import { findItem, lists } from './lists.js';
/** The throwaway key for a purpose; a scope's name gives a key limited to it. Made once per run. */
export const issuedKey = (lab, purpose) => lab.once(`the ${purpose} key`, async () => {
    const key = await readKey(lab, await keyCreation(lab, purpose));
    const isAnother = (creation) => creation !== key.exchange;
    const earlier = keysMade(lab.exchanges).filter(isAnother).map(fullValueOf);
    if (!earlier.includes(key.value))
        return key;
    throw new Finding('a key of its own', 'one that was given before', key.exchange);
});
const fullValueOf = ({ json }) => fullValue(json)?.value;
/** The reply that created the key for a purpose, whatever it is. */
export const keyCreation = (lab, purpose) => lab.once(`the creation of the ${purpose} key`, () => postKey(lab, { name: lab.name('key'), ...(unscoped.has(purpose) ? {} : { scopes: purpose }) }));
const unscoped = new Set(['full', 'second', 'toggled', 'deleted', 'counted']);
/** The full value of a throwaway key without scopes. */
export const fullKey = async (lab) => (await issuedKey(lab, 'full')).value;
/** The full value of a throwaway key that is limited to one scope. */
export const scopedKey = async (lab, scope) => (await issuedKey(lab, scope)).value;
/** The key that a reply created: finds its value and its id. */
export async function readKey(lab, exchange) {
    if (!isAccepted(exchange)) {
        throw new Finding('a created key (2xx)', `status ${exchange.status}`, exchange);
    }
    const value = fullValue(exchange.json)?.value;
    if (typeof value !== 'string') {
        throw new Finding('a string that starts with svc_ in the reply', show(exchange.json), exchange);
    }
    const name = String(member(exchange.ask.body, 'name'));
    const record = recordIn(exchange.json) ?? (await listedKey(lab, { name })).item;
    const id = record?.['id'];
    if (typeof id === 'string')
        return { value, id, name, exchange };
    throw new Finding('the id of the key, here or in the list', show(id), exchange);
}
/** Asks for a new key, as the user unless told otherwise. A limit of keys blocks. */
export async function postKey(lab, body, credential) {
    const exchange = await lab.send({
        method: 'POST',
        path: lists.keys,
        bearer: credential ?? (await bearer(lab)),
        body,
    });
    if (isLimit(exchange))
        throw new Blocked('the account may not have more keys');
    return exchange;
}
/** Enables or disables a key, as the user unless told otherwise. */
export async function setActive(lab, id, active, credential) {
    return lab.send({
        method: 'PATCH',
        path: `${lists.keys}/${id}/active`,
        bearer: credential ?? (await bearer(lab)),
        body: { is_active: active },
    });
}
/** One cheap request with this credential: does it authenticate? */
export const tryCredential = (lab, credential) => lab.send({ method: 'GET', path: lists.keys, bearer: credential });
/** The record of a key in the list, found by all of these fields. */
export const listedKey = (lab, fields, credential) => findItem(lab, lists.keys, (item) => Object.entries(fields).every(([key, value]) => item[key] === value), credential);
/** Where a reply holds a full key: the longest string that starts with `svc_`, names excluded. */
export function fullValue(json) {
    const candidates = walk(json).filter(({ key, value }) => typeof value === 'string' && value.startsWith('svc_') && value.length > 8 && key !== 'name');
    return candidates.toSorted((a, b) => String(b.value).length - String(a.value).length)[0];
}
/** The key record inside a reply, however it is wrapped. */
export function recordIn(json) {
    const place = find(json, ({ value }) => isObject(value) && typeof value['id'] === 'string' && 'key_prefix' in value);
    return isObject(place?.value) ? place.value : undefined;
}
/** Every key that this run is known to have created: the full value and the reply that has it. */
export const keysMade = (exchanges) => exchanges.filter(({ ask, status, json }) => ask.method === 'POST' && ask.path === lists.keys && status < 300 && isObject(json));
const isLimit = (exchange) => isRefusal(exchange) &&
    /limit|quota|too_many|maximum/i.test(String(member(exchange.json, 'error')));
