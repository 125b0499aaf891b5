import { isObject } from '../json.js';
import { withMoments } from '../moments.js';
import { listAt } from '../page.js';
/** The API keys of whoever is signed in. */
export function keysOf(caller) {
    const path = '/api/me/api-keys';
    const { request } = caller;
    const pathOf = (id) => `${path}/${encodeURIComponent(id)}`;
    return {
        ...listAt(caller, path),
        create: async (fields, options) => createdKeyIn(await request('POST', path, { ...options, body: fields })),
        /** Enables or disables a key; it can be enabled again. */
        setActive: (id, is_active, options) => request('PATCH', `${pathOf(id)}/active`, { ...options, body: { is_active } }),
        /** Deletes a key for good. */
        delete: async (id, options) => {
            await request('DELETE', pathOf(id), options);
        },
    };
}
/** The record and the value, side by side or apart: the specification shows neither's place. */
function createdKeyIn(answer) {
    const record = [answer['record'], answer['api_key']].find(isObject) ?? answer;
    const key = answer['key'] ?? answer['secret'] ?? answer['plain'];
    return { ...withMoments(record), key: String(key) };
}
